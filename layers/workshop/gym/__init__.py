"""The games as PettingZoo environments, for programs that learn to play: `make_env("ladder")`."""

from workshop.gym.environment import GameEnv, make_env
from workshop.gym.observation import COLUMNS
from workshop.gym.vocabulary import load_vocabulary

__all__ = ["COLUMNS", "GameEnv", "load_vocabulary", "make_env"]

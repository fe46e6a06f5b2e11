"""The games as PettingZoo environments, for programs that learn to play: `make_env("ladder")`."""

from workshop.gym.environment import GameEnv, make_env

__all__ = ["GameEnv", "make_env"]

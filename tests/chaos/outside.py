"""What surrounds a process: time that passes at every step, and whatever may befall it there."""

from collections import Counter, defaultdict

from tests.chaos.simulation import Killed, Simulation
from tests.chaos.weather import Weather

HANG = 100.0  # seconds


class Outside:
    """One world's weather, and what it has done so far."""

    def __init__(self, sim: Simulation, weather: Weather) -> None:
        self.sim, self.weather = sim, weather
        self.befell: Counter[str] = Counter()
        self.fresh: dict[tuple[str, str], float] = {}  # when something was put into an index
        self.steps = 0
        self.last_said = 0  # at which step
        self.occasions: dict[str, list[int]] = defaultdict(list)  # the steps at which each trouble might have come
        self.planned: tuple[int, str] = (0, "")  # at this step this trouble comes for certain
        self.hangs_whole = False  # at home all threads wait for one disk, so the signs of life wait, too
        self._hangs_until = 0.0

    def step(self, *what: object) -> None:
        """A process waits for somebody. Others move meanwhile, and it may be killed."""
        sim, weather = self.sim, self.weather
        sim.alive()
        sim.note(*what)
        self.steps += 1
        if self.planned == (self.steps, "kill") or sim.chance(weather.kill):
            self.kill()
        seconds = weather.latency * sim.luck.expovariate(1.0)
        if self.hits("hang"):
            seconds = HANG
            self._hangs_until = sim.now + HANG if self.hangs_whole else 0.0
        sim.wait(max(seconds, self._hangs_until - sim.now))

    def kill(self) -> None:
        """Whoever moves now is gone."""
        self.befell["kill"] += 1
        self.sim.note("IS KILLED")
        assert self.sim.current is not None
        self.sim.current.dead = True
        raise Killed

    def hits(self, trouble: str) -> bool:
        """Does this kind of trouble come now?"""
        self.occasions[trouble].append(self.steps)
        if self.planned != (self.steps, trouble) and not self.sim.chance(getattr(self.weather, trouble)):
            return False
        self.befell[trouble] += 1
        self.sim.note(f"TROUBLE {trouble}")
        return True

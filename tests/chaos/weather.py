"""What goes wrong in one world, and how often: shares of all occasions, and seconds."""

import random
from dataclasses import dataclass, fields

HOUR = 3600.0
MINUTE = 60.0
SECONDS = ("latency", "lag")  # these are always there, and are not counted


@dataclass
class Weather:
    """All zero is a calm day."""

    kill: float = 0.0  # a process dies at one of the steps where it waits for somebody
    latency: float = 0.02  # seconds that a step takes, about
    hang: float = 0.0  # a step takes so long that the function is stopped
    busy: float = 0.0  # the table takes no more
    unanswered: float = 0.0  # the table did it, but its answer never came
    lag: float = 0.0  # seconds by which the index may be behind
    twice: float = 0.0  # an update is brought by two at once
    again: float = 0.0  # the answer to an update is lost, so it is brought again
    late: float = 0.0  # an update takes its time
    lost: float = 0.0  # an update is lost on its way to us, so it is brought again
    no_errand: float = 0.0  # the queue does not take an errand
    no_timer: float = 0.0  # a timer never fires
    two_timers: float = 0.0
    early: float = 0.0
    tardy: float = 0.0
    no_sweep: float = 0.0
    flood: float = 0.0  # the platform asks us to wait
    storm: float = 0.0  # seconds, at most, in which it asks everybody to wait, whatever is said
    broken: float = 0.0  # it says that it has a fault
    silent: float = 0.0  # it does not answer; perhaps it has done it
    skew: float = 0.0  # seconds by which a process's clock may be wrong
    vanishing: float = 0.0  # a group throws us out
    moving: float = 0.0  # a group gets a new address
    down: float = 0.0  # seconds, at most, for which nothing of ours runs
    deaf: float = 0.0  # seconds, at most, for which the platform is not there at all
    halved: float = 0.0  # a listing gives its first half only
    no_look: float = 0.0  # nobody looks at Reddit this minute

    def calm_down(self) -> None:
        """From now on nothing goes wrong."""
        calm = Weather()
        for each in fields(self):
            setattr(self, each.name, getattr(calm, each.name))


def forecast(luck: random.Random) -> Weather:
    """Some weather: each kind of trouble comes not at all, now and then, or all the time."""

    def some(most: float) -> float:
        return luck.choice([0.0, most / 10, most / 3, most])

    return Weather(
        kill=some(0.02),
        latency=luck.choice([0.01, 0.05, 0.5]),
        hang=some(0.003),
        busy=some(0.03),
        unanswered=some(0.03),
        lag=luck.choice([0.0, 0.5, 5.0]),
        twice=some(0.3),
        again=some(0.3),
        late=some(0.3),
        lost=some(0.2),
        no_errand=some(0.3),
        no_timer=some(0.5),
        two_timers=some(0.5),
        early=some(0.5),
        tardy=some(0.5),
        no_sweep=some(0.3),
        flood=some(0.2),
        storm=luck.choice([0.0, 0.0, 5 * MINUTE, HOUR]),
        broken=some(0.2),
        silent=some(0.1),
        skew=luck.choice([0.0, 0.1, 3.0]),
        vanishing=luck.choice([0.0, 0.0, 0.0, 1.0]),
        moving=luck.choice([0.0, 0.0, 0.0, 1.0]),
        down=luck.choice([0.0, 0.0, 10 * MINUTE, 8 * HOUR]),
        deaf=luck.choice([0.0] * 20 + [10 * MINUTE] * 10 + [HOUR] * 5 + [24 * HOUR]),
    )


def forecast_for_reddit(luck: random.Random) -> Weather:
    """The same where we have to look what is new, and where a day without an answer is nothing unheard of."""
    weather = forecast(luck)
    weather.deaf = luck.choice([0.0, HOUR, 24 * HOUR, 24 * HOUR])
    weather.halved = luck.choice([0.0, 0.03, 0.1, 0.3])
    weather.no_look = luck.choice([0.0, 0.03, 0.1, 0.3])
    weather.vanishing = weather.moving = 0.0  # threads do neither
    weather.kill, weather.latency = weather.kill / 5, min(weather.latency, 0.05)  # a look takes hundreds of steps
    return weather

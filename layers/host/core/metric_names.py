"""The names of the host's metrics, the same at `/metrics` and in CloudWatch."""

OPEN_GAMES_METRIC = "rtab_open_games"
LATE_GAMES_METRIC = "rtab_late_games"
WAITING_PLACES_METRIC = "rtab_waiting_places"
DEADLINE_AGE_METRIC = "rtab_deadline_age_seconds"
OUTBOX_AGE_METRIC = "rtab_outbox_age_seconds"
ERRORS_METRIC = "rtab_errors"
INPUT_METRIC = "rtab_input_seconds"
REFUSED_METRIC = "rtab_refused_requests"
DELIVERY_METRIC = "rtab_delivery_seconds"
SWEEP_METRICS = (OPEN_GAMES_METRIC, LATE_GAMES_METRIC, WAITING_PLACES_METRIC, DEADLINE_AGE_METRIC, OUTBOX_AGE_METRIC)
SECONDS_SUFFIX = "_seconds"

"""What time does, by the queue and by a schedule that fires, to those who do nothing while others play."""

import pytest

from tests.aws.conftest import PATIENCE

pytestmark = [pytest.mark.aws, pytest.mark.xdist_group("stack")]


@pytest.mark.parametrize(("pace", "said"), [("20s", "our time is up"), ("126s", "it is your turn")])
def test_somebody_is_told_what_time_does(stack, idlers, pace, said):
    stack.api.wait_for(lambda: any(said in message.text for message in idlers[pace].messages), 3 * PATIENCE)

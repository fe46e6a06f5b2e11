"""The functions of `template.yaml`, and what their roles may."""

import json

FUNCTIONS = ("Telegram", "Web", "Clock", "Delivery", "Reddit")

ALL = (*FUNCTIONS, "Soundcheck")


def policies(resources, role):
    found = [each["Fn::If"][1] if "Fn::If" in each else each for each in resources[role]["Properties"]["Policies"]]
    return [statement for policy in found for statement in policy["PolicyDocument"]["Statement"]]


def listed(value):
    return value if isinstance(value, list) else [value]


def may(resources, name, service):
    """What the role of this name may do with this service, and to what."""
    allowed = policies(resources, f"{name}Role")
    pairs = [(action, on) for each in allowed for action in listed(each["Action"]) for on in listed(each["Resource"])]
    return sorted((action, text(on)) for action, on in pairs if action.startswith(f"{service}:"))


def text(value):
    """A name, an address or a resource, as a line."""
    return value["Fn::Sub"] if isinstance(value, dict) and "Fn::Sub" in value else json.dumps(value).strip('"')

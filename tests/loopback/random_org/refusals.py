"""Every error code of the contract, its message and the values that stand in the message.

Where the contract gives only the form of a message, the wording is ours: a client must look at the
code and the data, never at the sentence.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple


class Form(NamedTuple):
    """A message with places for ``data``, and data to show it with when a plan gives none."""

    message: str
    sample: tuple[Any, ...] = ()


FORMS: Final[dict[int, Form]] = {
    -32700: Form("Parse error"),
    -32600: Form("Invalid Request"),
    -32601: Form("Method not found"),
    -32602: Form("Invalid params"),
    -32603: Form("Internal error"),
    -32000: Form("Server error"),
    100: Form("Method not (yet) implemented"),
    101: Form("Service offline; please try again later"),
    200: Form("Parameter '{}' is malformed", ("n",)),
    201: Form("Parameter '{}' has illegal value", ("base",)),
    202: Form("Parameter '{}' is out of range; allowable values are [{},{}]", ("n", 1, 10_000)),
    203: Form("Parameter '{}' has length {}, longer than the maximum {}", ("userData", 1001, 1000)),
    204: Form("Parameter '{}' has length {}, shorter than the minimum {}", ("length", 1, 2)),
    300: Form("Parameter '{}' must be less than parameter '{}'", ("min", "max")),
    301: Form("You requested {} values without replacement from a domain of only {}", (53, 52)),
    302: Form("The value of parameter '{}' has already been taken", ("ticketId",)),
    303: Form("The resource identified by '{}' was not found", ("serialNumber",)),
    304: Form("The resulting data would be of size {}, more than {}", (200_000, 100_000)),
    305: Form("Error 305"),  # 305 to 307 exist; what they say is not known
    306: Form("Error 306"),
    307: Form("Error 307"),
    400: Form("The API key you specified does not exist"),
    401: Form("The API key you specified is not running"),
    402: Form("The operation requires {} requests, but the API key only has {} left", (1, 0)),
    403: Form("The operation requires {} bits, but the API key only has {} left", (6, 2)),
    404: Form("The API key you specified is not valid for this method"),
    405: Form("The API key you specified is not valid for this API version"),
    420: Form("The ticket you specified does not exist"),
    421: Form("The ticket you specified belongs to another API key"),
    422: Form("The ticket you specified has already been used"),
    423: Form("The API key you specified has too many singleton tickets"),
    424: Form("The API key you specified requires licenseData"),
    425: Form("The API key you specified does not allow licenseData"),
    426: Form("The ticket you specified has not yet been used"),
    500: Form("You are not subscribed to {}", ("this product",)),
    501: Form("The credentials '{}' are not valid or have expired", ("login",)),
    502: Form("Your prepaid account credit is negative; please top up and retry"),
    32000: Form("Unknown error: {}", ("unknown",)),
}


class Refused(Exception):
    """The API answers with an error; nothing was changed."""

    def __init__(self, code: int, *data: object) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data

    def body(self) -> dict[str, Any]:
        """The ``error`` member of the answer.

        >>> Refused(303, "serialNumber").body()["message"]
        "The resource identified by 'serialNumber' was not found"
        """
        message = FORMS[self.code].message.format(*self.data)
        return {"code": self.code, "message": message, "data": list(self.data) or None}


class Trouble(Exception):
    """The test asked for something the stand-in cannot do; it fails loudly instead of guessing."""

import json
import os

from chari_client import AuthenticatedClient
from chari_client.api.payment_sessions import create_payment_session, retrieve_payment_session
from chari_client.api.sandbox import simulate_payment_session
from chari_client.api.transactions import list_transactions
from chari_client.models import (
    CreatePaymentSession,
    ErrorBody,
    Operator,
    PaymentSession,
    Scenario,
    SimulateScenario,
    TransactionStatus,
)

client = AuthenticatedClient(
    base_url=os.environ["CHARI_URL"],
    token=os.environ["CHARI_KEY"],
    auth_header_name="X-API-Key",
    prefix="",
)
order = CreatePaymentSession(
    reference=os.environ["CHARI_REFERENCE"], amount=5000, currency="XAF", operator=Operator.AIRTEL
)
created = create_payment_session.sync(client=client, body=order)
assert isinstance(created, PaymentSession), created
again = create_payment_session.sync(client=client, body=order)
assert isinstance(again, ErrorBody), again
played = simulate_payment_session.sync(created.id, client=client, body=SimulateScenario(scenario=Scenario.PAID))
assert played is not None
found = retrieve_payment_session.sync(created.id, client=client)
assert isinstance(found, PaymentSession), found
listed = list_transactions.sync(client=client, limit=5, status=TransactionStatus.SUCCESS)
print(json.dumps({
    "reference": found.reference,
    "status": found.status,
    "refusal": again.error.code,
    "total": listed.total,
}))

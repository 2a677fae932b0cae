import { randomInt } from 'node:crypto';
import { NDJAMENA_OFFSET_MS } from '../../domain/time.ts';
import { explainCredit } from '../../engine/credits/explain.ts';
import type { Services } from '../../engine/services.ts';
import { describeSms } from '../../sms/describe.ts';
import { readSms } from '../../sms/read.ts';
import type { Narrator } from './narrator.ts';
import { type Client, isSignedWith, type Receiver } from './receiver.ts';

/** What the operator's SMS tells. `payer` as it prints it. */
export type ToldSms = { amount_xaf: number; payer: string; at: Date; serial: number };

/** An Airtel Money credit notice, worded as those captured on sister networks. */
export function airtelSms(told: ToldSms): string {
  // Times in operators' ids are local, to the minute.
  const local = new Date(told.at.getTime() + NDJAMENA_OFFSET_MS).toISOString();
  const day = local.slice(2, 10).replaceAll('-', '');
  const minute = local.slice(11, 16).replace(':', '');
  const id = `MP${day}.${minute}.B${told.serial}`;
  const balance_xaf = 1_210_082 + told.amount_xaf;
  return `Ref:${id} Vous avez recu ${told.amount_xaf}.00 CFA du ${told.payer} .Reference: NA. Solde: ${balance_xaf}.75 CFA.`;
}

export type Stage = { narrator: Narrator; client: Client; receiver: Receiver; services: Services };

type ShownVerdict = { verdict: string; rule: string; reason: string } | null;
type Receipt = { outcome: string; credit_id: string | null; verdict: ShownVerdict };

const WEBHOOK_PATIENCE_MS = 10_000;
const SENDER = 'AirtelMoney';

/** Registers the merchant's address and gives back the secret that signs. */
export async function registerWebhook({ narrator, client, receiver }: Stage): Promise<string> {
  narrator.step('The merchant registers where webhooks go');
  narrator.show(`POST /v1/webhook-endpoints  {"url":"${receiver.url}"}`);
  const { status, body } = await client.post('/v1/webhook-endpoints', { url: receiver.url });
  narrator.check('the answer is 201, with a secret that is shown only this once', status === 201);
  return String(body.secret);
}

/** A session is created, the SMS of its payment arrives, the merchant hears of it. */
export async function tellSuccess(stage: Stage, secret: string): Promise<void> {
  const { narrator, client, services } = stage;
  narrator.step('The merchant creates a payment session');
  const session = await createSession(stage, 'order-1001', 5000);
  narrator.say(`The customer is told: ${session.instructions}`);

  narrator.step('The customer pays, and the SIM of that number receives an SMS');
  const told = {
    amount_xaf: 5000,
    payer: '066123456',
    at: services.now(),
    serial: randomInt(10_000, 100_000),
  };
  const text = airtelSms(told);
  narrator.show(text);

  narrator.step('The SMS is read');
  const read = readSms({ operator: 'AIRTEL', sender: SENDER, text });
  const [reading] = read.readings;
  narrator.show(describeSms(read));
  narrator.check(
    'it is read as 5,000 XAF received',
    reading?.amount_xaf === 5000 && reading.kind === 'CREDIT',
  );

  narrator.step('The credit is matched: evidence in, one named rule out');
  const collection_number = session.assigned_collection_number;
  const sms = { operator: 'AIRTEL', collection_number, sender: SENDER, text };
  const { status, body } = await client.post('/v1/sandbox/sms', sms);
  const receipt = body as Receipt;
  narrator.check('the notice is accepted (202) and decided', status === 202 && receipt.verdict !== null);
  const explained = await explainCredit(services, receipt.credit_id ?? '');
  narrator.show(explained?.lines ?? []);
  narrator.check(`the rule ${receipt.verdict?.rule} settles it`, receipt.verdict?.verdict === 'SETTLE');

  narrator.step('The webhook arrives');
  await hearWebhook(stage, secret, 'payment_session.succeeded', session.id);
  await expectStatus(stage, session.id, 'SUCCESS');
}

/** A payment that comes too late is kept, but never confirmed by itself. */
export async function tellLate(stage: Stage, secret: string): Promise<void> {
  const { narrator, client } = stage;
  narrator.step('Another session, and a payment that comes after its expiry');
  const session = await createSession(stage, 'order-1002', 7500);
  const path = `/v1/sandbox/payment-sessions/${session.id}/simulate`;
  narrator.show(`POST ${path}  {"scenario":"late"}`);
  const { status, body } = await client.post(path, { scenario: 'late' });
  narrator.check('the sandbox drives the same pipeline (200)', status === 200);
  const [receipt] = (body.notices ?? []) as Receipt[];
  const verdict = receipt?.verdict ?? null;
  narrator.say(`The rule ${verdict?.rule} sends it to review: ${verdict?.reason}.`);
  narrator.check('nothing is confirmed automatically', verdict?.verdict === 'REVIEW');
  await hearWebhook(stage, secret, 'payment_session.under_review', session.id);
  await expectStatus(stage, session.id, 'UNDER_REVIEW');
}

async function createSession({ narrator, client }: Stage, reference: string, amount: number) {
  const wanted = { reference, amount, currency: 'XAF', operator: 'AIRTEL' };
  narrator.show(`POST /v1/payment-sessions  ${JSON.stringify(wanted)}`);
  const { status, body } = await client.post('/v1/payment-sessions', wanted);
  narrator.check(`the answer is 201, and the session waits: ${body.status}`, status === 201);
  return body as { id: string; instructions: string; assigned_collection_number: string };
}

async function hearWebhook(stage: Stage, secret: string, event: string, session_id: string): Promise<void> {
  const { narrator, receiver } = stage;
  const webhook = await receiver.next(WEBHOOK_PATIENCE_MS);
  const signature = String(webhook.headers['x-service-signature']);
  narrator.show([`X-Service-Signature: ${signature}`, webhook.body.toString('utf8')]);
  narrator.check('the signature over the raw body is right', isSignedWith(secret, webhook));
  const body = JSON.parse(webhook.body.toString('utf8'));
  narrator.check(`it is ${event} of this session`, body.event === event && body.data?.id === session_id);
  narrator.check('it is marked as a test', webhook.headers['x-service-test'] === 'true');
}

async function expectStatus({ narrator, client }: Stage, id: string, wanted: string): Promise<void> {
  const { body } = await client.get(`/v1/payment-sessions/${id}`);
  narrator.check(`GET /v1/payment-sessions/${id} says ${wanted}`, body.status === wanted);
}

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type NoticeOutcome, settleNotices } from '../../src/engine/book/settle.ts';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { confirmTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { createGateways } from '../../src/engine/gateways/create.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { addNumbers } from '../../src/engine/numbers.ts';
import { TEMPLATES } from '../../src/sms/templates/all.ts';
import { routeNumber } from '../book/gateway.ts';
import type { SessionBody } from './client.ts';
import { SECRET_KEY, type Service } from './service.ts';

type Operator = 'AIRTEL' | 'MOOV';
export const SENDERS = { AIRTEL: 'AirtelMoney', MOOV: 'MoovMoney' } as const;
let sims = 0;

/** Adds a live SIM of ours, its gateway online and its balance known; gives its number. */
export async function liveNumber(service: Service, operator: Operator): Promise<string> {
  sims += 1;
  const number = `+235${operator === 'AIRTEL' ? 66 : 99}${String(sims).padStart(6, '0')}`;
  const [added] = await addNumbers(service.first.services, [
    {
      operator,
      number,
      weight: 100,
      daily_volume_cap_xaf: null,
      daily_count_cap: null,
      sender_allow_list: [SENDERS[operator]],
    },
  ]);
  if (added?.kind !== 'added') throw new Error(`not added: ${JSON.stringify(added)}`);
  const { services } = service.first;
  await routeNumber(services.pool, services.newId(), added.number.id);
  const [anchored] = await anchorNumbers(services, [
    { number, balance_xaf: 410, actor: 'test', note: 'a new SIM' },
  ]);
  if (anchored?.kind !== 'anchored') throw new Error(`not anchored: ${JSON.stringify(anchored)}`);
  refresh(service);
  return number;
}

export async function confirmTemplate(service: Service, template_id: string): Promise<void> {
  const version = TEMPLATES.find(({ id }) => id === template_id)?.version ?? 1;
  const command = { template_id, template_version: version };
  const [, outcome] = await confirmTemplates(service.first.services, [
    { ...command, actor: 'test', note: 'proven' },
    { ...command, actor: 'another', note: 'proven' },
  ]);
  if (outcome?.kind !== 'confirmed') throw new Error(`not confirmed: ${JSON.stringify(outcome)}`);
  refresh(service);
}

// Numbers and templates are known to a process for a second.
const refresh = (service: Service) => service.clock.pass(2);

let serial = 10_000;
const BALANCE = 'BALANCE';

/** What the SIM that gets these texts says in them, by text: a repeated one is the same to the letter. */
const printed = new Map<string, string>();

/** The text with the balance that its number has after it. */
async function withBalance(service: Service, collection_number: string, text: string): Promise<string> {
  const [id = ''] = /MP\d{6}\.\d{4}\.B\d+/.exec(text) ?? [];
  const amount = Number(/recu (\d+) FCFA/.exec(text)?.[1] ?? 0);
  const [tip] = await service.rows<{ balance_xaf: number }>(
    `select t.tip_xaf as balance_xaf from books t join collection_numbers n on n.id = t.collection_number_id
     where n.environment = 'live' and n.msisdn = $1`,
    [collection_number],
  );
  if (!printed.has(id)) printed.set(id, String((tip?.balance_xaf ?? 0) + amount));
  return text.replace(BALANCE, printed.get(id) ?? '');
}

/**
 * The text of an Airtel credit at this moment: its id carries the local minute. Its balance is a stand-in,
 * until it is known which number gets it.
 */
export function airtelText(now: Date, amount: number, payer = '66123456'): string {
  serial += 1;
  const local = new Date(now.getTime() + 3_600_000).toISOString();
  const id = `MP${local.slice(2, 4)}${local.slice(5, 7)}${local.slice(8, 10)}.${local.slice(11, 13)}${local.slice(14, 16)}.B${serial}`;
  return `Trans.ID : ${id}. Vous avez recu ${amount} FCFA du ${payer}. Votre solde disponible est ${BALANCE} FCFA.`;
}

/** Takes in the SMS that pays a live session, as `chari sms ingest` does. */
export async function liveSms(
  service: Service,
  session: SessionBody,
  fields: { text?: string; sender?: string } = {},
): Promise<NoticeOutcome> {
  const { services } = service.first;
  const number = session.assigned_collection_number;
  const text = fields.text ?? airtelText(services.now(), session.amount);
  const [kept] = await receiveNotices(services, [
    {
      environment: 'live',
      merchant_id: null,
      operator: session.operator as Operator,
      collection_number: number,
      source: 'MANUAL_SMS',
      sender: fields.sender ?? SENDERS[session.operator as Operator],
      body: await withBalance(service, number, text),
      received_at: services.now(),
    },
  ]);
  if (kept?.kind !== 'kept') throw new Error('the number is unknown');
  const [outcome] = await settleNotices(services, [kept.notice_id]);
  return outcome as NoticeOutcome;
}

/** A message that a payer was sent. */
type SentSms = { id: string; phoneNumbers: string[]; textMessage: { text: string } };

/** A gateway that can send, with the phone behind it, which takes every message. */
export async function sendingPhone(service: Service): Promise<{ sent: SentSms[]; close: () => void }> {
  const sent: SentSms[] = [];
  const phone = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      sent.push(JSON.parse(Buffer.concat(parts).toString('utf8')));
      response.writeHead(202).end('{}');
    });
  });
  phone.listen(0, '127.0.0.1');
  await once(phone, 'listening');
  const send_url = `http://127.0.0.1:${(phone.address() as AddressInfo).port}`;
  const sending = { send_url, username: 'chari', password: 'quiet', is_private: true };
  const services = { ...service.first.services, secret_key: SECRET_KEY, randomBytes };
  const command = { name: 'sender', adapter: 'sms-gate', secret: null, config: {}, sending } as const;
  const [made] = await createGateways(services, [command]);
  if (made?.kind !== 'created') throw new Error(`no gateway: ${JSON.stringify(made)}`);
  refresh(service);
  return {
    sent,
    close: () => {
      phone.closeAllConnections();
      phone.close();
    },
  };
}

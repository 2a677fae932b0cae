import { receiveNotices } from '../../src/engine/notices/receive.ts';
import { type NoticeOutcome, settleNotices } from '../../src/engine/notices/settle.ts';
import { addNumbers } from '../../src/engine/numbers/add.ts';
import { confirmTemplates } from '../../src/engine/templates/confirm.ts';
import type { SessionBody } from './client.ts';
import type { Service } from './service.ts';

type Operator = 'AIRTEL' | 'MOOV';
export const SENDERS = { AIRTEL: 'AirtelMoney', MOOV: 'MoovMoney' } as const;
let sims = 0;

/** Adds a live SIM of ours; gives its number. */
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
  refresh(service);
  return number;
}

export async function confirmTemplate(service: Service, template_id: string): Promise<void> {
  const command = { template_id, template_version: 1, confirmed_by: 'test' };
  const [outcome] = await confirmTemplates(service.first.services, [command]);
  if (outcome?.kind !== 'confirmed') throw new Error(`not confirmed: ${JSON.stringify(outcome)}`);
  refresh(service);
}

// Numbers and templates are known to a process for a second.
const refresh = (service: Service) => service.clock.pass(2);

let serial = 10_000;

/** The text of an Airtel credit at this moment: its id carries the local minute. */
export function airtelText(now: Date, amount: number, payer = '66123456'): string {
  serial += 1;
  const local = new Date(now.getTime() + 3_600_000).toISOString();
  const id = `MP${local.slice(2, 4)}${local.slice(5, 7)}${local.slice(8, 10)}.${local.slice(11, 13)}${local.slice(14, 16)}.B${serial}`;
  return `Trans.ID : ${id}. Vous avez recu ${amount} FCFA du ${payer}. Votre solde disponible est 2410 FCFA.`;
}

/** Takes in the SMS that pays a live session, as `chari sms ingest` does. */
export async function liveSms(
  service: Service,
  session: SessionBody,
  fields: { text?: string; sender?: string } = {},
): Promise<NoticeOutcome> {
  const { services } = service.first;
  const [kept] = await receiveNotices(services, [
    {
      environment: 'live',
      merchant_id: null,
      operator: session.operator as Operator,
      collection_number: session.assigned_collection_number,
      source: 'MANUAL_SMS',
      sender: fields.sender ?? SENDERS[session.operator as Operator],
      body: fields.text ?? airtelText(services.now(), session.amount),
      received_at: services.now(),
    },
  ]);
  if (kept?.kind !== 'kept') throw new Error('the number is unknown');
  const [outcome] = await settleNotices(services, [kept.notice_id]);
  return outcome as NoticeOutcome;
}

import type { Signature } from '../../domain/review/second-person.ts';
import { formatLocalTime, localDay } from '../../domain/time.ts';
import type { SiteServices } from '../../engine/account/services.ts';
import { settleNotices } from '../../engine/book/settle.ts';
import { anchorNumbers } from '../../engine/desk/book/anchor.ts';
import { useNumbers } from '../../engine/desk/book/use-number.ts';
import { confirmTemplates } from '../../engine/desk/templates/decide-template.ts';
import { receiveGatewayMessages } from '../../engine/gateways/arrive.ts';
import { createGateways } from '../../engine/gateways/create.ts';
import { openNotes } from '../../engine/gateways/notes.ts';
import { routeNumber } from '../../engine/gateways/route.ts';
import { addNumbers } from '../../engine/numbers.ts';
import { airtelCredit } from '../../sms/templates/airtel-credit.ts';
import { moovTransfer } from '../../sms/templates/moov-credit.ts';

const PHONE = 'demo-phone';
const OPENING_XAF = 25_000;
const SIMS = {
  airtel: { operator: 'AIRTEL', number: '+23566000010', sender: 'AirtelMoney', slot: 1 },
  moov: { operator: 'MOOV', number: '+23599000010', sender: 'MoovMoney', slot: 2 },
} as const;
type Sim = (typeof SIMS)[keyof typeof SIMS];
const CREDIT = {
  AIRTEL:
    'Trans.ID : {id}. Vous avez recu {amount} FCFA du {payer}. Votre solde disponible est {balance} FCFA.',
  MOOV: 'Transfert recu de NOM ({payer}). Montant: {amount} FCFA. ID Transaction: {id}. Nouveau solde: {balance} FCFA.',
} as const;

/** An invented SIM of ours. What the operator would know of it is only here. */
export type DemoSim = {
  /** Somebody pays to it, and its phone tells of the SMS. */
  pay: (amount_xaf: number, payer: string) => Promise<void>;
  /** Money arrives of which the phone tells nothing. */
  miss: (amount_xaf: number) => void;
  /** Money arrives in words of the operator's that have {id}, {amount} and {balance}. */
  tell: (words: string, amount_xaf: number) => Promise<void>;
};

/**
 * Two invented SIMs in an invented phone, as staff set them up: added, routed, anchored, and the wordings of both operators
 * confirmed by two people.
 * @param heard_at when the phone was heard last; nothing is heard of it later
 */
export async function openDemoSims(
  services: SiteServices,
  { colleagues, heard_at }: { colleagues: readonly [Signature, Signature]; heard_at: Date },
): Promise<Record<keyof typeof SIMS, DemoSim> & { retire: () => Promise<void> }> {
  const [gateway] = await createGateways(services, [
    { name: PHONE, adapter: 'sms-gate', secret: null, config: {}, sending: null },
  ]);
  if (gateway?.kind !== 'created') throw new Error(`the phone of the demo was refused: ${gateway?.kind}`);
  const gateway_id = gateway.gateway.id;
  await hear(services, gateway_id, heard_at);
  const sims = Object.values(SIMS);
  const added = await addNumbers(
    services,
    sims.map(({ operator, number, sender }) => ({
      ...{ operator, number, weight: 1, daily_volume_cap_xaf: null, daily_count_cap: null },
      sender_allow_list: [sender],
    })),
  );
  const ids = added.map((one) => {
    if (one.kind !== 'added') throw new Error(`a number of the demo was refused: ${one.kind}`);
    return one.number.id;
  });
  await Promise.all(
    sims.map(({ number, slot: sim_slot }) =>
      routeNumber(services, { number, gateway: PHONE, device_id: PHONE, sim_slot }),
    ),
  );
  const [first, second] = colleagues;
  await anchorNumbers(
    services,
    sims.map(({ number }) => ({ ...first, number, balance_xaf: OPENING_XAF })),
  );
  const wordings = [airtelCredit, moovTransfer].map((one) => ({
    ...{ template_id: one.id, template_version: one.version },
  }));
  await confirmTemplates(
    services,
    wordings.map((one) => ({ ...one, ...first })),
  );
  await confirmTemplates(
    services,
    wordings.map((one) => ({ ...one, ...second })),
  );
  return {
    airtel: openSim(services, gateway_id, SIMS.airtel),
    moov: openSim(services, gateway_id, SIMS.moov),
    /** No new session is told to pay to a number that is nobody's. */
    retire: async () => {
      await useNumbers(
        services,
        ids.map((number_id) => ({ ...first, number_id, what: 'pause' as const })),
      );
    },
  };
}

/** The phone is heard before a number is routed to it: the sweep at work takes one for silent that never was. */
async function hear(services: SiteServices, gateway_id: string, last_seen_at: Date): Promise<void> {
  const notes = openNotes(services, () => undefined);
  notes.alive({
    ...{ gateway_id, device_id: PHONE, last_seen_at },
    ...{ pinged_at: null, clock_skew_ms: null, last_received_at: null, lag_ms: null },
  });
  await notes.flush();
}

function openSim(services: SiteServices, gateway_id: string, sim: Sim): DemoSim {
  let balance_xaf = OPENING_XAF;
  let serial = 10_000;
  const tell = async (words: string, amount_xaf: number, payer = ''): Promise<void> => {
    balance_xaf += amount_xaf;
    serial += 1;
    const now = services.now();
    const day = localDay(now).slice(2).replaceAll('-', '');
    const id = `MP${day}.${formatLocalTime(now).replace(':', '')}.D${sim.slot}${serial}`;
    const blanks = { id, amount: amount_xaf, payer, balance: balance_xaf };
    const text = words.replaceAll(/\{(\w+)\}/g, (_blank, name) =>
      String(blanks[name as keyof typeof blanks]),
    );
    const kept = await receiveGatewayMessages(services, [
      {
        ...{ gateway_id, message_id: id, device_id: PHONE, sim_slot: sim.slot },
        ...{ sender: sim.sender, text, received_at: now },
      },
    ]);
    await settleNotices(
      services,
      kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : [])),
    );
  };
  return {
    pay: (amount_xaf, payer) => tell(CREDIT[sim.operator], amount_xaf, payer),
    miss: (amount_xaf) => {
      balance_xaf += amount_xaf;
    },
    tell,
  };
}

import { createHmac, randomBytes } from 'node:crypto';
import { createIds } from '../../src/cli/services.ts';
import { DEFAULT_POLICY } from '../../src/domain/policy.ts';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { setAllowances } from '../../src/engine/desk/merchants/allow.ts';
import { confirmTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { createGateways } from '../../src/engine/gateways/create.ts';
import { routeNumber } from '../../src/engine/gateways/route.ts';
import type { GatewayServices } from '../../src/engine/gateways/secrets.ts';
import { createKeys } from '../../src/engine/keys/keys.ts';
import { approveKyc, createMerchants } from '../../src/engine/merchants.ts';
import { addNumbers } from '../../src/engine/numbers.ts';
import type { Services } from '../../src/engine/services.ts';
import { airtelCredit } from '../../src/sms/templates/airtel-credit.ts';
import { moovCredit, moovTransfer } from '../../src/sms/templates/moov-credit.ts';
import type { Pool } from '../../src/store/connect/connect.ts';

export const SECRET_KEY = Buffer.alloc(32, 7);
const OPENING_XAF = 410;
const SENDERS = { AIRTEL: 'AirtelMoney', MOOV: 'MoovMoney' } as const;
export type Operator = keyof typeof SENDERS;
/** A slot that nobody has said the number of. */
export const UNKNOWN_SLOT = 5;

/** One SIM in a phone of its own. What the operator knows of it is only here. */
export class LiveSim {
  readonly operator: Operator;
  readonly number: string;
  readonly gateway: { id: string; name: string; secret: string };
  balance_xaf = OPENING_XAF;
  #serial = 10_000;

  constructor(operator: Operator, number: string, gateway: LiveSim['gateway']) {
    this.operator = operator;
    this.number = number;
    this.gateway = gateway;
  }

  /** Money arrives: the operator's message of it. */
  credit(amount_xaf: number): { id: string; text: string } {
    this.balance_xaf += amount_xaf;
    return this.words(amount_xaf, this.balance_xaf);
  }

  /** Money leaves. */
  debit(amount_xaf: number): string {
    this.balance_xaf -= amount_xaf;
    const { id } = this.words(amount_xaf, 0);
    return `Trans.ID : ${id.replace('MP', 'CO')}. Vous avez envoye ${amount_xaf} FCFA au 66999999. Votre solde disponible est ${this.balance_xaf} FCFA.`;
  }

  /** A credit in the operator's words; its balance is whatever its author says. */
  words(amount_xaf: number, balance_xaf: number, id = this.#id()): { id: string; text: string } {
    const text =
      this.operator === 'AIRTEL'
        ? `Trans.ID : ${id}. Vous avez recu ${amount_xaf} FCFA du 66123456. Votre solde disponible est ${balance_xaf} FCFA.`
        : `Transfert recu de NOM (94123456). Montant: ${amount_xaf} FCFA. ID Transaction: ${id}. Nouveau solde: ${balance_xaf} FCFA.`;
    return { id, text };
  }

  #id(): string {
    this.#serial += 1;
    const local = new Date(Date.now() + 3_600_000).toISOString();
    return `MP${local.slice(2, 10).replaceAll('-', '')}.${local.slice(11, 16).replace(':', '')}.${this.operator.slice(0, 1)}${this.number.slice(-1)}${this.#serial}`;
  }

  /** What the gateway app posts of an SMS; repeated, it is this to the letter. */
  event(text: string, fields: { sim?: number; sender?: string; earlier_ms?: number } = {}): string {
    const sender = fields.sender ?? SENDERS[this.operator];
    return JSON.stringify({
      deviceId: this.gateway.name,
      event: 'sms:received',
      id: randomBytes(12).toString('base64url'),
      webhookId: 'LreFUt-Z3sSq0JufY9uWB',
      payload: {
        messageId: 'abc123',
        message: text,
        sender,
        recipient: null,
        simNumber: fields.sim ?? 1,
        receivedAt: new Date(Date.now() - (fields.earlier_ms ?? 0)).toISOString(),
      },
    });
  }

  /** Signed anew at each try, as the app does. */
  headers(body: string, secret = this.gateway.secret): Record<string, string> {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac('sha256', secret)
      .update(body + timestamp)
      .digest('hex');
    return { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature };
  }
}

export type LiveWorld = { live_key: string; sims: LiveSim[] };

export function staffOf(pool: Pool): Services & GatewayServices {
  return {
    pool,
    now: () => new Date(),
    newId: createIds(Date.now),
    random: Math.random,
    policy: { ...DEFAULT_POLICY, dashboard_url: 'https://pay.example.com' },
    onEvents: () => undefined,
    randomBytes: (bytes) => randomBytes(bytes),
    secret_key: SECRET_KEY,
  };
}

/** What staff do to open a network: a merchant that may go live, SIMs with their phones, texts confirmed. */
export async function openLiveWorld(pool: Pool, numbers: Record<Operator, number>): Promise<LiveWorld> {
  const staff = staffOf(pool);
  const [merchant] = await createMerchants(staff, [{ name: 'Shop', fee_basis_points: 150 }]);
  if (merchant?.kind !== 'created') throw new Error('no merchant');
  const { id: merchant_id } = merchant.merchant;
  await approveKyc(staff, [merchant_id]);
  const signed = { actor: 'test', note: 'a shop that sells all day' };
  await setAllowances(
    staff,
    (['AIRTEL', 'MOOV'] as const).map((operator) => ({
      merchant_id,
      operator,
      sessions: 100_000,
      ...signed,
    })),
  );
  const command = { merchant_id, environment: 'live', scopes: null, random_bytes: randomBytes(32) } as const;
  const [key] = await createKeys(staff, [command]);
  if (key?.kind !== 'created') throw new Error('no key');
  await confirmTemplates(
    staff,
    [airtelCredit, moovCredit, moovTransfer].flatMap(({ id: template_id, version: template_version }) =>
      ['test', 'another'].map((actor) => ({ template_id, template_version, actor, note: 'proven' })),
    ),
  );
  const wanted = Object.entries(numbers).flatMap(([operator, count]) =>
    Array.from({ length: count }, (_, n) => ({
      operator: operator as Operator,
      number: `+235${operator === 'AIRTEL' ? 66 : 99}00100${n}`,
    })),
  );
  const sims = await Promise.all(wanted.map((one) => openSim(staff, one)));
  return { live_key: key.key, sims };
}

async function openSim(
  staff: Services & GatewayServices,
  { operator, number }: { operator: Operator; number: string },
): Promise<LiveSim> {
  const [added] = await addNumbers(staff, [
    {
      operator,
      number,
      weight: 100,
      daily_volume_cap_xaf: null,
      daily_count_cap: null,
      sender_allow_list: [SENDERS[operator]],
    },
  ]);
  const name = `phone-${number.slice(4)}`;
  const [made] = await createGateways(staff, [
    { name, adapter: 'sms-gate', secret: null, config: {}, sending: null },
  ]);
  if (added?.kind !== 'added' || made?.kind !== 'created') throw new Error(`${number} was not opened`);
  const { id } = made.gateway;
  await routeNumber(staff, { number, gateway: name, device_id: name, sim_slot: 1 });
  await anchorNumbers(staff, [{ number, balance_xaf: OPENING_XAF, actor: 'test', note: 'a new SIM' }]);
  // Its first ping. A process writes signs of life every 10 s, and here none lives that long.
  await staff.pool.query(
    'insert into sms_gateway_signals (gateway_id, device_id, last_seen_at) values ($1, $2, now())',
    [id, name],
  );
  return new LiveSim(operator, number, { id, name, secret: made.secret });
}

import { createHmac, randomBytes } from 'node:crypto';
import { createGateways } from '../../src/engine/gateways/create.ts';
import { routeNumber } from '../../src/engine/gateways/route.ts';
import type { GatewayServices } from '../../src/engine/gateways/secrets.ts';
import type { Answer } from '../spec/client.ts';
import { SECRET_KEY, type Service } from '../spec/service.ts';

export const gatewayServices = (service: Service): GatewayServices => ({
  ...service.first.services,
  randomBytes: (bytes) => randomBytes(bytes),
  secret_key: SECRET_KEY,
});

let phones = 0;

/** A gateway with one phone, which signs as sms-gate.app does. */
export class Phone {
  readonly service: Service;
  readonly gateway_id: string;
  readonly name: string;
  secret: string;
  readonly device_id: string;
  /** How far its clock is ahead of ours; below nothing: how far behind. */
  clock_off_s = 0;
  /**
   * `off`: its messages wait with the operator until it is on again; `offline`: it gets them, and hands them on when it
   * reaches us again.
   */
  away: 'off' | 'offline' | null = null;

  private constructor(service: Service, gateway_id: string, name: string, secret: string) {
    this.service = service;
    this.gateway_id = gateway_id;
    this.name = name;
    this.secret = secret;
    this.device_id = `device-${name}`;
  }

  static async open(service: Service): Promise<Phone> {
    phones += 1;
    const name = `phone-${phones}`;
    const command = { name, adapter: 'sms-gate', secret: null, config: {}, sending: null } as const;
    const [made] = await createGateways(gatewayServices(service), [command]);
    if (made?.kind !== 'created') throw new Error(JSON.stringify(made));
    return new Phone(service, made.gateway.id, name, made.secret);
  }

  /** By its own clock. */
  get #now(): Date {
    return new Date(this.service.clock.now().getTime() + 1000 * this.clock_off_s);
  }

  get path(): string {
    return `/gateways/${this.gateway_id}/inbound`;
  }

  /** Puts the SIM of a number into a slot; `also`: the other phones that it is heard by are kept. */
  async insert(number: string, sim_slot: number, { also = false } = {}): Promise<string[]> {
    const place = { gateway: this.name, device_id: this.device_id, sim_slot };
    const routed = await routeNumber(gatewayServices(this.service), { number, also, ...place });
    if (routed.kind !== 'routed') throw new Error(routed.kind);
    return routed.waiting;
  }

  /** The event of an SMS that came in; `id` is the event's own. */
  received(message: string, fields: { sim?: number | null; sender?: string; id?: string } = {}): string {
    const { sim = 1, sender = 'AirtelMoney', id = randomBytes(12).toString('base64url') } = fields;
    return JSON.stringify({
      deviceId: this.device_id,
      event: 'sms:received',
      id,
      webhookId: 'LreFUt-Z3sSq0JufY9uWB',
      payload: {
        messageId: 'abc123',
        message,
        sender,
        recipient: null,
        phoneNumber: sender,
        simNumber: sim,
        receivedAt: this.#now.toISOString(),
      },
    });
  }

  headers(body: string, at = this.#now): Record<string, string> {
    const timestamp = String(Math.floor(at.getTime() / 1_000));
    const signature = createHmac('sha256', this.secret)
      .update(body + timestamp)
      .digest('hex');
    return { 'x-timestamp': timestamp, 'x-signature': signature };
  }

  post(body: string, headers = this.headers(body), process = this.service.first): Promise<Answer> {
    return process.client.post(this.path, null, body, headers);
  }

  ping(): Promise<Answer> {
    return this.post(
      JSON.stringify({ deviceId: this.device_id, event: 'system:ping', id: 'p', payload: {} }),
    );
  }
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rotateGateway } from '../../src/engine/gateways/create.ts';
import { setGateway } from '../../src/engine/gateways/route.ts';
import { openService, type Service } from '../spec/service.ts';
import { holdsWithin } from '../waiting/until.ts';
import { gatewayServices, Phone } from './phone.ts';

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('The secret of a gateway', () => {
  it('is taken beside the new one while the rotation lasts, and no longer', async () => {
    const phone = await Phone.open(service);
    const old_secret = phone.secret;
    const rotated = await rotateGateway(gatewayServices(service), phone.name, {
      secret: null,
      grace_hours: 1,
    });
    if (rotated.kind !== 'rotated') throw new Error(rotated.kind);
    service.clock.pass(1);
    expect((await phone.ping()).status).toBe(200);
    phone.secret = rotated.secret;
    await holdsWithin(1_000, async () => (await phone.ping()).status, 200);
    phone.secret = old_secret;
    service.clock.pass(3_601);
    expect((await phone.ping()).status).toBe(401);
  });

  it('is rotated once while the one before is taken, so that no phone is refused that was promised its time, but for a lost key', async () => {
    const phone = await Phone.open(service);
    const rotate = (grace_hours: number) =>
      rotateGateway(gatewayServices(service), phone.name, { secret: null, grace_hours });
    const first = await rotate(24);
    if (first.kind !== 'rotated') throw new Error(first.kind);
    const until = first.gateway.previous_secret_until;
    expect(await rotate(24)).toEqual({ kind: 'still_rotating', until });
    service.clock.pass(2);
    expect((await phone.ping()).status).toBe(200);
    expect((await rotate(0)).kind).toBe('rotated');
    await holdsWithin(1_000, async () => (await phone.ping()).status, 401);
    expect((await rotate(24)).kind).toBe('rotated');
    service.clock.pass(24 * 3_600 + 1);
    expect((await rotate(24)).kind).toBe('rotated');
  });

  it('is taken while the rotation lasts, also where the new one was sealed with a key that is not ours', async () => {
    const phone = await Phone.open(service);
    const elsewhere = { ...gatewayServices(service), secret_key: Buffer.alloc(32, 99) };
    const rotated = await rotateGateway(elsewhere, phone.name, { secret: null, grace_hours: 1 });
    if (rotated.kind !== 'rotated') throw new Error(rotated.kind);
    service.clock.pass(1);
    expect((await phone.ping()).status).toBe(200);
    phone.secret = rotated.secret;
    expect((await phone.ping()).status).toBe(401);
  });

  it('is refused everywhere within a second when it is rotated without grace, or the gateway paused', async () => {
    const phone = await Phone.open(service);
    expect((await phone.ping()).status).toBe(200);
    await rotateGateway(gatewayServices(service), phone.gateway_id, {
      secret: 'typed by hand',
      grace_hours: 0,
    });
    await holdsWithin(1_000, async () => (await phone.ping()).status, 401);
    phone.secret = 'typed by hand';
    expect((await phone.ping()).status).toBe(200);
    await setGateway(service.first.services, phone.name, 'PAUSED');
    await holdsWithin(1_000, async () => (await phone.ping()).status, 401);
    await setGateway(service.first.services, phone.name, 'ACTIVE');
    await holdsWithin(1_000, async () => (await phone.ping()).status, 200);
  });

  it('is sealed in the database', async () => {
    const phone = await Phone.open(service);
    const [row] = await service.rows<{ all: string }>(
      'select g::text as all from sms_gateways g where id = $1',
      [phone.gateway_id],
    );
    expect(row?.all).not.toContain(Buffer.from(phone.secret).toString('hex'));
  });
});

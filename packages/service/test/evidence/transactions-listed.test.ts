import { expect, test } from 'vitest';
import { showSuspenseCase } from '../../src/engine/desk/case.ts';
import { Site } from '../account/site.ts';
import { servicesOf } from './desk.ts';
import { perform, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

test('The page of money that a waiting transaction is listed for shows it, to be chosen', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sim two
      transaction t 5000 payer 66777001 on one
      sms m credit 5000 on two from 66777001`,
    );
    const { service } = stage.world;
    const services = servicesOf(stage);
    const id = stage.transactions.get('t')?.id ?? '';
    const [row] = await service.rows<{ id: string }>(
      `select c.id from credits c join decisions d on d.credit_id = c.id where d.transaction_ids = array[$1::uuid]`,
      [id],
    );
    const found = await showSuspenseCase(services, row?.id ?? '');
    expect(found?.candidates).toMatchObject([
      { kind: 'transaction', id, amount_xaf: 5000, status: 'PENDING' },
    ]);
    const ground = {
      services,
      db: service.db,
      now: stage.world.now,
      merchant: async () => '',
      close: async () => undefined,
    };
    const site = new Site(ground as never);
    try {
      const staff = await site.staff('administrator');
      const { body } = await staff.get(`/office/cases/suspense/${row?.id}`);
      expect(body).toContain(`value="${id}"`);
      expect(body).toContain(`/office/cases/transaction/${id}`);
    } finally {
      await site.server.close();
    }
  }));

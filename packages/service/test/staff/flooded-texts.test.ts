import { afterEach, beforeEach, expect, test } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { addTemplates } from '../../src/engine/desk/templates/teach-template.ts';
import { listNotices, receiveNotices } from '../../src/engine/notices.ts';
import type { WordingDraft } from '../../src/engine/templates/draft.ts';
import { readTemplates } from '../../src/engine/templates/read.ts';
import { findTemplate, latestReadings } from '../../src/engine/templates/test.ts';
import type { Template } from '../../src/sms/templates/template.ts';
import { openSim, type Sim } from '../book/world.ts';

const SIGNED = { actor: 'Awa', note: 'the new wording of November' };
const WORDING = 'Argent arrive: {amount} de {payer}. Ref: {id}. Solde: {balance}';
const DRAFT: WordingDraft = {
  template_id: 'airtel-arrived',
  operator: 'AIRTEL',
  kind: 'CREDIT',
  wording: WORDING,
};

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
  sim.world.pass(2);
});
afterEach(() => sim.world.close());

/** What anybody may do who has a test key. */
async function fillSandbox(count: number, words: (n: number) => string): Promise<void> {
  const { services } = sim.world;
  const session = await sim.world.session(sim.merchant);
  const kept = await receiveNotices(
    services,
    Array.from({ length: count }, (_, n) => ({
      environment: 'test' as const,
      merchant_id: sim.merchant,
      operator: session.operator,
      collection_number: session.assigned_collection_number,
      source: 'SANDBOX_SMS' as const,
      sender: null,
      body: words(n),
      received_at: sim.world.now,
    })),
  );
  const ids = kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : []));
  expect(ids).toHaveLength(count);
  for (let at = 0; at < ids.length; at += 500) await settleNotices(services, ids.slice(at, at + 500));
}

test('No number of texts in the sandbox hides a live one from staff, or keeps them from teaching its words', async () => {
  sim.balance_xaf += 5000;
  const id = 'MP261121.1200.B10001';
  const text = `Argent arrive: 5000 F de NOM (66123456). Ref: ${id}. Solde: ${sim.balance_xaf} F`;
  expect(await sim.take({ id, text })).toEqual(['unread']);
  await fillSandbox(1001, (n) => `Bonjour ${'x'.repeat(n % 40)}`);
  const asked = { unparsed: true, environment: 'live', limit: 50 } as const;
  expect(await listNotices(sim.world.services, asked)).toMatchObject([{ environment: 'live', body: text }]);
  const [added] = await addTemplates(sim.world.services, [{ ...DRAFT, ...SIGNED }]);
  expect(added).toMatchObject({ kind: 'added', would_read: 1 });
  const taught = findTemplate(await readTemplates(sim.world.services.pool), 'airtel-arrived@1') as Template;
  expect(await latestReadings(sim.world.services, taught, 10)).toMatchObject([{ body: text }]);
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { confirmTemplates, revokeTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { addTemplates } from '../../src/engine/desk/templates/teach-template.ts';
import { listNotices } from '../../src/engine/notices.ts';
import { proposeTemplates, testDrafts, type WordingDraft } from '../../src/engine/templates/draft.ts';
import { listTemplates, readTemplates } from '../../src/engine/templates/read.ts';
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

/** A payment told in words that no template takes. */
function strange(serial: number, amount_xaf = 5000) {
  sim.balance_xaf += amount_xaf;
  const id = `MP261121.1200.B1000${serial}`;
  return {
    id,
    text: `Argent arrive: ${amount_xaf} F de NOM (66123456). Ref: ${id}. Solde: ${sim.balance_xaf} F`,
  };
}

const add = async (fields: Partial<WordingDraft> = {}) =>
  (await addTemplates(sim.world.services, [{ ...DRAFT, ...fields, ...SIGNED }]))[0];

/** Each of these people says, one after another, that real messages have proven it. */
const confirm = (...people: string[]) =>
  confirmTemplates(
    sim.world.services,
    people.map((actor) => ({ template_id: 'airtel-arrived', template_version: 1, actor, note: 'proven' })),
  );

test('a person teaches the wording of a text that nobody took, and the next one is read', async () => {
  expect(await sim.take(strange(1))).toEqual(['unread']);
  const [kept] = await sim.world.rows<{ id: string }>(`select id from notices where body like 'Argent%'`);
  const [proposal] = await proposeTemplates(sim.world.services, [kept?.id ?? '']);
  expect(proposal).toMatchObject({ operator: 'AIRTEL', kind: 'CREDIT', wording: WORDING, problem: null });
  expect(await testDrafts(sim.world.services, [DRAFT])).toMatchObject([
    {
      kind: 'tested',
      would_read: [{ notice_id: kept?.id, reading: { kind: 'CREDIT', amount_xaf: 5000, payer: '66123456' } }],
      also_takes: [],
    },
  ]);
  expect(await add()).toMatchObject({ kind: 'added', would_read: 1, template: { version: 1 } });
  expect(await confirm('Awa', 'Brahim')).toMatchObject([{ kind: 'proposed' }, { kind: 'confirmed' }]);
  sim.world.pass(2);
  const session = await sim.session(5000);
  expect(await sim.take(strange(2))).toEqual(['unique_in_time']);
  expect(await sim.statusOf(session)).toBe('SUCCESS');
  expect(await sim.world.rows('select actor, action, subject_id from staff_actions order by at, id')).toEqual(
    expect.arrayContaining([
      { actor: 'Awa', action: 'template.add', subject_id: 'airtel-arrived@1' },
      { actor: 'Awa', action: 'template.confirm.proposed', subject_id: 'airtel-arrived@1' },
      { actor: 'Brahim', action: 'template.confirm', subject_id: 'airtel-arrived@1' },
    ]),
  );
});

test('a text in unknown words about money that left is among those to be taught', async () => {
  sim.balance_xaf -= 3000;
  const text = `Trans. MP261121.1200.B10009 annulee. Montant: 3000 FCFA. Solde: ${sim.balance_xaf} FCFA.`;
  expect(await sim.take({ id: '', text })).toEqual(['UNREAD']);
  const wording = 'trans. {reversed} annulee. Montant: {amount}. Solde: {balance}.';
  const draft = { template_id: 'airtel-undone', operator: 'AIRTEL', kind: 'REVERSAL', wording } as const;
  expect(await testDrafts(sim.world.services, [draft])).toMatchObject([
    { kind: 'tested', would_read: [{ reading: { kind: 'REVERSAL', amount_xaf: 3000 } }] },
  ]);
  expect(
    await listNotices(sim.world.services, { unparsed: true, environment: 'live', limit: 10 }),
  ).toMatchObject([{ body: text, outcome: 'UNREAD' }]);
});

test('a correction is another version, unconfirmed again, and the one before stays in use', async () => {
  await sim.take(strange(1));
  await add();
  await confirm('Awa', 'Brahim');
  expect(await add({ wording: `[Bonjour] ${WORDING}` })).toMatchObject({ template: { version: 2 } });
  const listed = (await listTemplates(sim.world.services)).filter(({ shipped }) => !shipped);
  const one = { template_id: 'airtel-arrived' };
  expect(listed).toMatchObject([
    { ...one, template_version: 1, wordings: [WORDING], confirmed_by: 'Brahim' },
    { ...one, template_version: 2, wordings: [`[Bonjour] ${WORDING}`], confirmed_at: null },
  ]);
  sim.world.pass(2);
  const session = await sim.session(5000);
  expect(await sim.take(strange(2))).toEqual(['unique_in_time']);
  expect(await sim.statusOf(session)).toBe('SUCCESS');
  expect(await confirm('Awa', 'Brahim')).toMatchObject([{ before: true }, { before: true }]);
  const second = { template_id: 'airtel-arrived', template_version: 2, note: 'proven' };
  for (const actor of ['Awa', 'Brahim']) await confirmTemplates(sim.world.services, [{ ...second, actor }]);
  await revokeTemplates(sim.world.services, [{ ...second, actor: 'Awa' }]);
  sim.world.pass(2);
  expect(await sim.take(strange(3, 700)), 'one person brings no older version back').toEqual(['unread']);
  await expect(sim.world.rows(`update sms_templates set wording = 'x'`)).rejects.toThrow('append-only');
  await expect(sim.world.rows('delete from sms_templates')).rejects.toThrow('append-only');
});

test('of two people who correct a template at one moment one is told to look again', async () => {
  await sim.take(strange(1));
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => add()));
  const versions = outcomes.flatMap((one) => (one?.kind === 'added' ? [one.template.version] : []));
  expect(new Set(versions).size).toBe(versions.length);
  expect(versions.length).toBeGreaterThan(0);
  for (const one of outcomes) if (one?.kind === 'refused') expect(one.sentence).toContain('has just changed');
});

test('a wording is refused with a sentence that says why', async () => {
  await sim.take(strange(1), sim.credit(700));
  const sentence = async (fields: Partial<WordingDraft>) => {
    const outcome = await add(fields);
    return outcome?.kind === 'refused' ? outcome.sentence : outcome?.kind;
  };
  expect(await sentence({ template_id: 'No name' })).toContain('is no name for a template');
  expect(await sentence({ template_id: 'airtel-credit' })).toContain('ships with the service');
  expect(await sentence({ wording: 'Argent {montant}' })).toContain('There is no slot {montant}');
  expect(await sentence({ wording: 'Argent arrive: {amount}' })).toContain('needs {balance} or {id}');
  expect(await sentence({ wording: 'Autre {amount} solde {balance}' })).toContain('reads none of the texts');
  expect(await sentence({ text: 'Autre chose' })).toContain('does not read the text that you gave');
  const greedy = 'Trans id {id} vous avez recu {amount} du {payer}. Votre solde disponible est {balance}';
  expect(await sentence({ wording: greedy })).toMatch(/would also take a text of airtel-credit@2: “Trans/);
  expect(await sentence({ template_id: 'two', operator: 'MOOV' })).toContain('reads none of the texts');
  expect(await sim.world.rows('select from sms_templates')).toEqual([]);
});

test('what a taught wording would read is shown to whoever confirms it', async () => {
  await sim.take(strange(1), strange(2));
  await add();
  const shown = async () => {
    const taught = findTemplate(await readTemplates(sim.world.services.pool), 'airtel-arrived@1');
    return (await latestReadings(sim.world.services, taught as Template, 10)).map(
      ({ reading }) => reading.amount_xaf,
    );
  };
  expect(await shown()).toEqual([5000, 5000]);
  await confirm('Awa', 'Brahim');
  sim.world.pass(2);
  expect(await shown()).toEqual([]);
  await sim.take(strange(3, 700));
  expect(await shown()).toEqual([700]);
});

test('a draft may not take what another template has really read', async () => {
  await sim.take(strange(1));
  await add();
  await confirm('Awa', 'Brahim');
  sim.world.pass(2);
  await sim.take(strange(2));
  const [again] = await testDrafts(sim.world.services, [
    {
      ...DRAFT,
      template_id: 'airtel-other',
      wording: 'Argent arrive: {amount} de {payer}. Ref: {motif} solde: {balance}',
    },
  ]);
  expect(again).toMatchObject({ kind: 'tested' });
  const templates = again?.kind === 'tested' ? again.also_takes.map(({ template }) => template) : [];
  expect(new Set(templates)).toEqual(new Set(['airtel-arrived@1', 'airtel-arrived']));
});

test('a draft may take what another template has read of a sender who is not on the list, since any phone can send that', async () => {
  const text =
    'Ref: MP261121.1200.B10009. Vous avez recu 700 FCFA du 66123456. Solde: 900 FCFA. Choisissez le cadeau, facile';
  expect(await sim.take({ id: 'MP261121.1200.B10009', text, sender: 'Airtel M0ney' })).toEqual([
    'UNTRUSTED_SENDER',
  ]);
  const wording =
    'Ref: {id}. Vous avez recu {amount} du {phone}. Solde: {balance}. Choisissez le cadeau, facile';
  const [tested] = await testDrafts(sim.world.services, [{ ...DRAFT, template_id: 'airtel-gift', wording }]);
  expect(tested).toMatchObject({ kind: 'tested', also_takes: [] });
});

test('whoever corrects a wording is told which texts of the version before it would no longer read', async () => {
  await sim.take(strange(1));
  await add();
  await confirm('Awa', 'Brahim');
  sim.world.pass(2);
  const told = strange(2);
  await sim.take(told);
  const narrow = 'Argent arrive: {amount} de {payer}. Motif: {motif}. Ref: {ref}. Solde: {balance}';
  const text = 'Argent arrive: 700 F de NOM (66123456). Motif: riz. Ref: MP261121.1200.B10009. Solde: 900 F';
  expect(await testDrafts(sim.world.services, [{ ...DRAFT, wording: narrow, text }])).toMatchObject([
    { loses: [told.text] },
  ]);
  expect(await add({ wording: narrow, text })).toMatchObject({ kind: 'added', loses: 1 });
  expect(await testDrafts(sim.world.services, [{ ...DRAFT, wording: `[Bonjour] ${WORDING}` }])).toMatchObject(
    [{ loses: [] }],
  );
});

test.each([1, 2])(
  'of two wordings that share texts the second to be confirmed is refused, order %i',
  async (order) => {
    await sim.take(strange(1));
    const with_thanks = WORDING.replace('Solde', 'Merci. Solde');
    await add({ wording: WORDING.replace('Solde', '[Merci.] Solde') });
    const text = strange(2).text.replace('Solde', 'Merci. Solde');
    const thanks = { template_id: 'airtel-thanks', wording: with_thanks, text };
    expect(await add(thanks)).toMatchObject({ kind: 'added' });
    const said = async (template_id: string) => {
      const version = { template_id, template_version: 1, note: 'proven' };
      await confirmTemplates(sim.world.services, [{ ...version, actor: 'Awa' }]);
      return (await confirmTemplates(sim.world.services, [{ ...version, actor: 'Brahim' }]))[0];
    };
    const both = ['airtel-arrived', 'airtel-thanks'] as const;
    const [first, second] = order === 1 ? both : [both[1], both[0]];
    expect(await said(first)).toMatchObject({ kind: 'confirmed' });
    expect(await said(second)).toMatchObject({ kind: 'takes_another', name: `${first}@1` });
  },
);

test('what a taught wording reads as a fee is not among the texts that nobody knows', async () => {
  const fee = () => {
    sim.balance_xaf -= 100;
    return { id: '', text: `Frais de tenue de compte preleves: 100 F. Il reste ${sim.balance_xaf} F` };
  };
  const [first, second] = [fee(), fee()];
  await sim.take(first);
  const wording = 'Frais de tenue de compte preleves: {amount}. Il reste {balance}';
  expect(await add({ kind: 'FEE', wording, text: first.text })).toMatchObject({ kind: 'added' });
  expect(await confirm('Awa', 'Brahim')).toMatchObject([{ kind: 'proposed' }, { kind: 'confirmed' }]);
  sim.world.pass(2);
  await sim.take(second);
  const outcomes = await sim.world.rows<{ body: string; outcome: string }>(
    `select n.body, r.outcome from notice_readings r join notices n on n.id = r.notice_id where n.body like 'Frais%' order by r.id`,
  );
  expect(outcomes).toEqual([
    { body: first.text, outcome: 'UNREAD' },
    { body: second.text, outcome: 'STEP' },
  ]);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { addTemplates } from '../../src/engine/desk/templates/teach-template.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { openSite, type Site, textOf } from '../account/site.ts';

const NUMBER = '+23566001001';

let site: Site;
let number_id: string;
let first: Awaited<ReturnType<Site['staff']>>;
beforeAll(async () => {
  site = await openSite();
  number_id = await site.world.liveNumber(NUMBER);
  await site.world.rows(`update collection_numbers set sender_allow_list = '{AirtelMoney}' where id = $1`, [
    number_id,
  ]);
  first = await site.staff('supervisor');
});
afterAll(() => site.close());

describe('A number', () => {
  test.each([
    ['14.508,00', '14508'],
    ['14,508.00', '14508'],
    ['14 508', '14508'],
    ['14.508', '14508'],
    ['2 000 000 000', '2000000000'],
  ])('reads %j, as a SIM prints it, as %s francs', async (text, balance_xaf) => {
    const answer = await first.get(
      `/office/numbers/${number_id}/anchor?balance_xaf=${encodeURIComponent(text)}`,
    );
    expect(/name="balance_xaf" value="([0-9]+)"/.exec(answer.body)?.[1]).toBe(balance_xaf);
    const sweep = { amount_xaf: text, note: 'to the bank' };
    await first.submit(`/office/numbers/${number_id}/sweep`, sweep);
    const [said] = await site.world.rows<{ amount: string }>(
      `select detail ->> 'amount_xaf' as amount from staff_actions
      where action like 'feed.sweep%' order by at desc, id desc limit 1`,
    );
    if (Number(balance_xaf) <= 1_000_000_000) expect(said?.amount).toBe(balance_xaf);
  });

  test('sweeps no sum that is not in whole francs', async () => {
    const swept = () => site.world.rows(`select from staff_actions where action like 'feed.sweep%'`);
    const before = (await swept()).length;
    for (const amount_xaf of ['14508,75', '1.4508', 'all']) {
      const answer = await first.submit(`/office/numbers/${number_id}/sweep`, {
        amount_xaf,
        note: 'to the bank',
      });
      expect(textOf(answer.body)).toContain('whole francs');
    }
    expect(await swept()).toHaveLength(before);
  });

  test('says of a settlement that is not found what to write, and loses no note where nothing was done', async () => {
    const note = 'Le marchand a dit au téléphone que c’était son versement de lundi.';
    const explain = (typed: Record<string, string>) =>
      first.submit(`/office/numbers/${number_id}/explain`, {
        ...{ step: site.services.newId(), meaning: 'settlement', note, ...typed },
      });
    const mistyped = await explain({ for: 'S-ABCD' });
    expect([mistyped.statusCode, textOf(mistyped.body)]).toEqual([
      200,
      expect.stringMatching(/No settlement has that reference.*You had written: Le marchand a dit/),
    ]);
    const unknown = textOf((await explain({})).body);
    expect(unknown).toContain(note);
    const long = textOf((await explain({ note: 'كلمة '.repeat(390) })).body);
    expect(long).toMatch(/You had written: كلمة .*…/);
    // It is said once.
    expect(textOf((await first.get(`/office/numbers/${number_id}`)).body)).not.toContain('You had written');
    const suspense = `/office/cases/suspense/${site.services.newId()}/session`;
    const away = await first.post(suspense, { target_id: 'one', note });
    expect([away.statusCode, away.headers.location]).toEqual([303, suspense.replace('/session', '')]);
  });

  test.each(['14508,75', '14.508,75'])('takes %j for no balance', async (text) => {
    const answer = await first.get(
      `/office/numbers/${number_id}/anchor?balance_xaf=${encodeURIComponent(text)}`,
    );
    expect(answer.statusCode).toBe(303);
  });
});

describe('A rule of money', () => {
  const ODD = ['50.000', '50,000', '1e6', '0x10', '0b11', '-5', '+5', '5.0', 'Infinity', ''];

  test('of settlements is set by staff in whole francs and days alone, never by what else a number can be written as', async () => {
    const merchant = await site.world.merchant();
    const set = async (typed: Record<string, string>) =>
      textOf(
        (
          await first.submit(`/office/merchants/${merchant}/settlement-terms`, {
            ...{ hold_days: '3', reserve: '50 000', note: 'agreed', ...typed },
          })
        ).body,
      );
    for (const reserve of ODD)
      expect([reserve, await set({ reserve })]).toEqual([
        reserve,
        expect.stringContaining('Write 0 to 30 days'),
      ]);
    for (const hold_days of [...ODD, '3e0', '0x3'])
      expect([hold_days, await set({ hold_days })]).toEqual([
        hold_days,
        expect.stringContaining('Write 0 to 30 days'),
      ]);
    expect(await set({})).toContain('Another person must say');
  });

  test('of its schedule is set by a merchant in whole francs alone', async () => {
    const owner = await site.member('owner');
    const set = (typed: Record<string, string>) =>
      owner.post('/dashboard/live/settlements/schedule', {
        ...{ cadence: 'weekly', weekday: '2', minimum: '5 000', ...typed },
      });
    const kept = () =>
      site.world.rows('select weekday, minimum_xaf from settlement_terms where merchant_id = $1', [
        owner.known.merchant_id,
      ]);
    for (const minimum of ODD) await set({ minimum });
    expect(await kept()).toEqual([]);
    await set({});
    expect(await kept()).toEqual([{ weekday: 2, minimum_xaf: 5000 }]);
  });
});

describe('A wording', () => {
  test('that was taught reads whatever waits at one press, behind more texts than are read at a time too', async () => {
    const wording = 'Argent arrive: {amount} de {payer}. Ref: {id}. Solde: {balance}';
    const text = 'Argent arrive: 7000 F de NOM (66123456). Ref: MP261121.1200.B10001. Solde: 67000 F';
    const taught = {
      template_id: 'airtel-arrived',
      operator: 'AIRTEL',
      kind: 'CREDIT',
      wording,
      text,
    } as const;
    await addTemplates(site.services, [{ ...taught, actor: 'Awa', note: 'new' }]);
    for (const actor of ['Awa', 'Brahim'])
      await confirmTemplates(site.services, [
        { template_id: 'airtel-arrived', template_version: 1, actor, note: 'compared' },
      ]);
    const kept = await receiveNotices(
      site.services,
      Array.from({ length: 502 }, (_, n) => ({
        environment: 'live' as const,
        merchant_id: null,
        operator: 'AIRTEL' as const,
        collection_number: NUMBER,
        source: 'GATEWAY_SMS' as const,
        sender: 'AirtelMoney',
        body:
          n === 501
            ? 'Argent arrive: 9000 F de NOM (66123456). Ref: MP261121.1200.B10777. Solde: 76000 F'
            : `Bonjour ${n}`,
        received_at: site.world.now,
      })),
    );
    const ids = kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : []));
    // A process knows the confirmed wordings for a second.
    site.world.pass(2);
    // As if no template had understood them when they came.
    await site.world.rows('delete from notice_inbox where notice_id = any ($1)', [ids]);
    await site.world.rows(
      `insert into notice_readings (notice_id, outcome, kind, reading, read_at)
      select i, 'UNPARSED', 'UNKNOWN', '{"doubts":[]}', $2 from unnest($1::uuid[]) i`,
      [ids, site.world.now],
    );
    const pressed = await first.submit('/office/wordings/replay', {});
    expect(textOf(pressed.body)).toMatch(/Texts read again, and understood now: 5[0-9]+, [1-9]/);
    const [read] = await site.world.rows<{ times: number }>(
      'select count(*)::int as times from notice_readings where notice_id = $1',
      [ids[501]],
    );
    expect(read?.times).toBe(2);
  });
});

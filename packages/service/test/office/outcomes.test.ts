import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site, textOf } from '../account/site.ts';

let site: Site;
let merchant: string;
type Staff = Awaited<ReturnType<Site['staff']>>;
let first: Staff;
let second: Staff;
beforeAll(async () => {
  site = await openSite();
  merchant = await site.world.merchant();
  await site.world.liveNumber('+23566001001');
  [first, second] = [await site.staff('administrator'), await site.staff('supervisor')];
});
afterAll(() => site.close());

let payers = 0;

/** A live session under review: another than its declared payer has paid it. */
async function review(amount_xaf = 7_000) {
  payers += 1;
  const last = String(payers).padStart(5, '0');
  const session = await site.world.session(merchant, {
    environment: 'live',
    amount_xaf: amount_xaf + payers * 137,
    customer_phone: `+235661${last}`,
  });
  await site.world.pay(session, { payer_phone: `+235662${last}` });
  return { session_id: session.id };
}

describe('What a decision on a page came to', () => {
  test.each([
    ['fr', 'Une autre personne doit dire la même chose', 'Vous l’avez proposé vous-même'],
    ['ar', 'يجب أن يقول شخص آخر الشيء نفسه', 'أنت من اقترحه'],
    ['en', 'Another person must say the same', 'You proposed this yourself'],
  ])('says in %s what came of it, and names no command', async (language, proposed, same) => {
    const found = await review(160_000);
    const path = `/office/cases/review/${found.session_id}/confirm`;
    await first.get(`/office/cases/review/${found.session_id}?lang=${language}`);
    const [once, twice] = [
      await first.submit(path, { note: 'seen' }),
      await first.submit(path, { note: 'seen' }),
    ];
    await first.get('/office?lang=en');
    expect(textOf(once.body)).toContain(proposed);
    expect(textOf(twice.body)).toContain(same);
    expect(`${textOf(once.body)}${textOf(twice.body)}`).not.toContain('npx');
  });

  test('tells the one who proposed at the same instant as another to look again', async () => {
    const { session_id } = await review(170_000);
    const other = await site.world.db.pool.connect();
    try {
      await other.query('begin');
      await other.query(
        `insert into staff_proposals (id, action, subject_id, terms, amount_xaf, proposed_by, proposed_by_account, note,
          proposed_at)
        values ($1, 'review.reject', $2, '{}', 170000, 'Somebody', $3, 'not theirs', $4)`,
        [site.services.newId(), session_id, second.known.account_id, site.world.now],
      );
      const asked = first.post(`/office/cases/review/${session_id}/confirm`, { note: 'seen' });
      await expect
        // Of this database: another test's transactions wait for their own.
        .poll(() =>
          site.world.rows(
            `select 1 as waits from pg_locks l join pg_stat_activity a using (pid)
            where not l.granted and a.datname = current_database()`,
          ),
        )
        .not.toEqual([]);
      await other.query('commit');
      const answer = await asked;
      expect([answer.statusCode, textOf(answer.body)]).toEqual([409, expect.stringContaining('look again')]);
      expect(answer.body).toContain(`href="/office/cases/review/${session_id}?`);
    } finally {
      other.release(true);
    }
  });

  test('of an alert that was raised again since its page was shown is that nothing was done', async () => {
    const id = site.services.newId();
    const raise = (last_at: Date) =>
      site.world.rows(
        `insert into staff_alerts as a (id, environment, kind, subject, detail, opened_at, last_at)
        values ($1, 'live', 'reversal', 'a payment', '{}', $2, $2)
        on conflict (id) do update set last_at = excluded.last_at, times = a.times + 1`,
        [id, last_at],
      );
    await raise(site.world.now);
    const seenOn = async () =>
      /name="seen_ms" value="(\d+)"/.exec((await first.get(`/office/cases/alert/${id}?lang=en`)).body)?.[1] ??
      '';
    const seen_ms = await seenOn();
    await raise(new Date(site.world.now.getTime() + 1000));
    const path = `/office/cases/alert/${id}/close`;
    expect(textOf((await first.submit(path, { note: 'seen', seen_ms })).body)).toContain('taken back more');
    await first.submit(path, { note: 'seen', seen_ms: await seenOn() });
    expect(await site.world.rows('select note from staff_alerts where id = $1', [id])).toEqual([
      { note: 'seen' },
    ]);
  });

  test('of an incident says when something was last found false on its number', async () => {
    const id = site.services.newId();
    const [number] = await site.world.rows<{ id: string }>(
      `select id from collection_numbers where msisdn = '+23566001001'`,
    );
    const found_at = new Date(site.world.now.getTime() - 3_600_000);
    await site.world.rows(
      `with found as (update books set suspected_at = $3 where collection_number_id = $2)
      insert into feed_incidents (id, collection_number_id, kind, opened_at, detail)
      values ($1, $2, 'short', $3::timestamptz - interval '1 day', '{"tip_xaf": 5000}')`,
      [id, number?.id, found_at],
    );
    for (const [language, when] of [
      ['fr', 'Dernière découverte de faux ou de manque'],
      ['ar', 'آخر ما كُشف من خطأ أو نقص'],
      ['en', 'Last found false or missing'],
    ])
      expect(textOf((await first.get(`/office/cases/incident/${id}?lang=${language}`)).body)).toMatch(
        new RegExp(`${when}\\s[^:]*21[^:]*11:00`),
      );
    await site.world.rows(
      `with looked as (update books set suspected_at = null where collection_number_id = $2)
      update feed_incidents set closed_at = $3, closed_by = 'test' where id = $1`,
      [id, number?.id, site.world.now],
    );
  });

  test('of an incident of which more, or the first, was found since its page was shown is that nothing was done', async () => {
    const id = site.services.newId();
    const [number] = await site.world.rows<{ id: string }>(
      `select id from collection_numbers where msisdn = '+23566001001'`,
    );
    await site.world.rows(
      `insert into feed_incidents (id, collection_number_id, kind, opened_at, detail) values ($1, $2, 'short', $3, '{}')`,
      [id, number?.id, site.world.now],
    );
    const find = (found_at: Date) =>
      site.world.rows('update books set suspected_at = $2 where collection_number_id = $1', [
        number?.id,
        found_at,
      ]);
    const path = `/office/cases/incident/${id}`;
    const seenOn = async () =>
      /name="seen_ms" value="(\d+)"/.exec((await first.get(`${path}?lang=en`)).body)?.[1] ?? '';
    const close = async (seen_ms: string) =>
      textOf((await first.submit(`${path}/close`, { note: 'seen', seen_ms })).body);
    const told = [];
    let seen_ms = await seenOn();
    for (const seconds of [-60, 60]) {
      await find(new Date(site.world.now.getTime() + seconds * 1000));
      told.push(await close(seen_ms));
      seen_ms = await seenOn();
    }
    expect(told).toEqual(told.map(() => expect.stringContaining('More has been found false')));
    expect(await close('')).toContain('does not say what was found');
    await close(seen_ms);
    expect(await site.world.rows('select note from feed_incidents where id = $1', [id])).toEqual([
      { note: 'seen' },
    ]);
  });

  test.each([
    ['fr', 'Paiement en cours de vérification', 'autre'],
    ['en', 'Payment being checked', 'It comes from another number than the one announced.'],
  ])('the case says in %s what the customer’s page shows', async (language, status, why) => {
    const found = await review();
    const shown = textOf((await first.get(`/office/cases/review/${found.session_id}?lang=${language}`)).body);
    await first.get('/office?lang=en');
    expect(shown).toContain(status);
    expect(shown).toContain(why);
  });
});

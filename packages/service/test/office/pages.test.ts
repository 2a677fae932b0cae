import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { changeStaff } from '../../src/engine/staff/people.ts';
import { SITE_PAGES } from '../../src/web/site.ts';
import { OTHER, PASSWORD } from '../account/entering.ts';
import { openSite, type Site, textOf } from '../account/site.ts';
import { chari } from '../cli/run.ts';
import { prove } from '../collection/proof.ts';
import { tokenOf } from './people.ts';

const NUMBER = '+23566001001';
const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>\u202egnp.exe {{7*7}} \${1} أهلا`;
/** What no page may hold: a tag that somebody else has written, or a turned line. */
const TAGS = [/<img src=x/, /<script>alert/, /\u202e/];

let site: Site;
let merchant: string;
let number_id: string;
type Staff = Awaited<ReturnType<Site['staff']>>;
let first: Staff;
let second: Staff;
beforeAll(async () => {
  site = await openSite();
  // The command line, which does the same beside it, has the machine's own clock.
  site.world.pass((Date.now() - site.world.now.getTime()) / 1000);
  merchant = await site.world.merchant();
  number_id = await site.world.liveNumber(NUMBER);
  await site.world.rows(`update collection_numbers set sender_allow_list = '{AirtelMoney}' where id = $1`, [
    number_id,
  ]);
  [first, second] = [await site.staff('administrator'), await site.staff('supervisor')];
});
afterAll(async () => {
  await prove(site.world);
  await site.close();
});

let payers = 0;

/** A live session under review, with its credit; nobody could take one for another. */
async function review(given_xaf?: number) {
  payers += 1;
  const amount_xaf = given_xaf ?? 3000 + payers * 137;
  const session = await site.world.session(merchant, {
    environment: 'live',
    amount_xaf,
    customer_phone: `+235661${String(payers).padStart(5, '0')}`,
  });
  const { credit_id } = await site.world.pay(session, {
    payer_phone: `+235662${String(payers).padStart(5, '0')}`,
    motif: HOSTILE,
  });
  return { session_id: session.id, credit_id: credit_id ?? '', amount_xaf };
}

async function suspended() {
  const found = await review();
  const done = await first.post(`/office/cases/review/${found.session_id}/reject`, { note: 'not theirs' });
  expect(done.statusCode).toBe(303);
  return found;
}

/** What a decision has left behind, without ids and times: what the books, the case and the record say. */
async function left({ session_id, credit_id }: { session_id: string; credit_id: string }) {
  const [row] = await site.world.rows(
    `select s.status, c.state, c.reason, c.surplus_xaf,
      (select json_agg(json_build_array(a.action, a.account_id is not null, a.note) order by a.at, a.id)
        from staff_actions a where a.subject_id in ($1::text, $2::text)) as record,
      (select json_agg(json_build_array(t.cause, t.amount_xaf = s.amount_xaf) order by t.cause) from ledger_transfers t
        where t.cause_id in ($1::uuid, $2::uuid)) as books,
      (select json_agg(e.type order by e.sequence) from events e where e.object_id = $1::uuid) as events,
      (select json_agg(json_build_array(d.rule, d.verdict, d.decision_case ->> 'account_id' is not null) order by d.rule)
        from decisions d where d.credit_id = $2::uuid and d.actor = 'STAFF') as decisions
    from payment_sessions s, credits c where s.id = $1::uuid and c.id = $2::uuid`,
    [session_id, credit_id],
  );
  return row;
}

describe('A verb through a page', () => {
  const VERBS = {
    confirm: {
      prepare: review,
      page: (c: Case) => [`/office/cases/review/${c.session_id}/confirm`, {}] as const,
      words: (c: Case) => ['review', 'confirm', c.session_id],
    },
    reject: {
      prepare: review,
      page: (c: Case) => [`/office/cases/review/${c.session_id}/reject`, {}] as const,
      words: (c: Case) => ['review', 'reject', c.session_id],
    },
    'assign to a merchant': {
      prepare: suspended,
      page: (c: Case) => [`/office/cases/suspense/${c.credit_id}/merchant`, { target_id: merchant }] as const,
      words: (c: Case) => ['suspense', 'assign', c.credit_id, '--merchant', merchant],
    },
    'mark as sent back': {
      prepare: suspended,
      page: (c: Case) =>
        [`/office/cases/suspense/${c.credit_id}/refund`, { amount: String(c.amount_xaf) }] as const,
      words: (c: Case) => ['suspense', 'refund-mark', c.credit_id, '--amount', String(c.amount_xaf)],
    },
  };
  type Case = Awaited<ReturnType<typeof review>>;

  test.each(Object.entries(VERBS))(
    '%s leaves the same rows as the command line does',
    async (_name, verb) => {
      const [by_page, by_words] = [await verb.prepare(), await verb.prepare()];
      const [path, fields] = verb.page(by_page);
      const answer = await first.submit(path, { ...fields, note: 'looked up' });
      expect(answer.statusCode).toBe(200);
      const { secret } = await tokenOf(site.services, {
        ...{ actor: 'Person', account_id: first.known.account_id, email: '', note: 'x' },
      });
      const ran = await chari([...verb.words(by_words), '--note', 'looked up'], {
        env: { DATABASE_URL: site.world.db.url, NODE_ENV: 'production', CHARI_STAFF_TOKEN: secret },
      });
      expect(ran.stderr).toBe('');
      expect(await left(by_page)).toEqual(await left(by_words));
    },
  );

  test('asks the second account for the same, and the first is told that it is one person', async () => {
    const found = await review(150_000);
    const path = `/office/cases/review/${found.session_id}/confirm`;
    expect(textOf((await first.submit(path, { note: 'seen' })).body)).toContain(
      'Another person must say the same',
    );
    expect(textOf((await first.submit(path, { note: 'seen' })).body)).toContain('somebody else must agree');
    const shown = textOf((await second.get(`/office/cases/review/${found.session_id}`)).body);
    expect(shown).toContain('Waits for a second person');
    expect(textOf((await second.submit(path, { note: 'seen too' })).body)).toContain('It is confirmed.');
  });

  test('does nothing without a note, and says so on the case', async () => {
    const found = await review();
    const answer = await first.submit(`/office/cases/review/${found.session_id}/confirm`, { note: ' ' });
    expect(textOf(answer.body)).toContain('Nothing was done');
    expect(await left(found)).toMatchObject({ status: 'UNDER_REVIEW', record: null });
    await first.submit(`/office/cases/review/${found.session_id}/reject`, { note: 'away' });
  });

  test('is refused to an agent where it takes a supervisor, and to an auditor always', async () => {
    const [agent, auditor] = [await site.staff('agent'), await site.staff('auditor')];
    const [senders, found] = [`/office/numbers/${number_id}/senders`, await review()];
    const by = { senders: 'Somebody', note: 'why' };
    expect((await agent.post(senders, by)).statusCode).toBe(403);
    expect((await auditor.post(`/office/cases/review/${found.session_id}/confirm`, by)).statusCode).toBe(403);
    const page = await auditor.get(`/office/cases/review/${found.session_id}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('formaction');
    await first.submit(`/office/cases/review/${found.session_id}/reject`, { note: 'away' });
  });
});

describe('The desk', () => {
  test('lists what waits, and after a decision opens the next case by itself, until nothing is left', async () => {
    const made = [await review(), await review(), await review()];
    const list = await first.get('/office?queue=review');
    const hrefs = [...list.body.matchAll(/data-row href="([^"]+)"/g)].map(([, href]) =>
      (href ?? '').replaceAll('&amp;', '&'),
    );
    expect(hrefs.length).toBeGreaterThanOrEqual(3);
    let path = hrefs.find((href) => href.includes(made[0]?.session_id ?? 'x')) ?? '';
    for (const [at, one] of made.entries()) {
      expect(path).toContain(one.session_id);
      const query = Object.fromEntries(new URL(path, 'http://x').searchParams);
      const answer = await first.post(`/office/cases/review/${one.session_id}/reject`, {
        ...query,
        note: 'worked through',
      });
      expect(answer.statusCode).toBe(303);
      path = String(answer.headers.location);
      if (at === made.length - 1) expect(path).toBe('/office?queue=review');
    }
  });
});

describe('A number', () => {
  test('is anchored by its balance and one word more; a look that is too old says so and does nothing', async () => {
    const asked = await first.get(`/office/numbers/${number_id}/anchor?balance_xaf=60%20000`);
    const [, looked_at = ''] = /name="looked_at" value="([0-9]+)"/.exec(asked.body) ?? [];
    const [, balance_xaf = ''] = /name="balance_xaf" value="([0-9]+)"/.exec(asked.body) ?? [];
    expect(balance_xaf).toBe('60000');
    site.world.pass(121);
    const late = await first.submit(`/office/numbers/${number_id}/anchor`, { balance_xaf, looked_at });
    expect(textOf(late.body)).toContain('too old by now');
    const now = String(site.world.now.getTime());
    const done = await first.submit(`/office/numbers/${number_id}/anchor`, { balance_xaf, looked_at: now });
    expect(textOf(done.body)).toMatch(/The balance is on record|Proposed. Another person must say the same/);
    expect(
      await site.world.rows(
        `select a.account_id from staff_actions a where a.action like 'feed.anchor%' and a.account_id is not null`,
      ),
    ).toEqual([{ account_id: first.known.account_id }]);
  });

  test.each(['-5', 'abc', '1e9', '', '99999999999999'])('takes %j for no balance', async (text) => {
    const answer = await first.get(
      `/office/numbers/${number_id}/anchor?balance_xaf=${encodeURIComponent(text)}`,
    );
    expect(answer.statusCode).toBe(303);
  });
});

describe('A wording', () => {
  test('is taught on a page: the draft, what it would read, saved, confirmed by two accounts', async () => {
    const body = 'Argent arrive: 7000 F de NOM (66123456). Ref: MP261121.1200.B10001. Solde: 67000 F';
    const [kept] = await receiveNotices(site.services, [
      {
        environment: 'live',
        merchant_id: null,
        operator: 'AIRTEL',
        collection_number: NUMBER,
        source: 'GATEWAY_SMS',
        sender: 'AirtelMoney',
        body,
        received_at: site.world.now,
      },
    ]);
    const notice = kept?.kind === 'kept' ? kept.notice_id : '';
    await settleNotices(site.services, [notice]);
    const draft = await first.get(`/office/wordings/new?notice=${notice}`);
    expect(textOf(draft.body)).toContain('Argent arrive');
    const wording = 'Argent arrive: {amount} de {payer}. Ref: {id}. Solde: {balance}';
    const said = { name: 'airtel-arrived', operator: 'AIRTEL', kind: 'CREDIT', wording, notice };
    const tried = await first.get(`/office/wordings/new?${new URLSearchParams(said).toString()}`);
    expect(textOf(tried.body)).toMatch(/It would read these texts × 1/);
    const saved = await first.submit('/office/wordings', { ...said, note: 'new since Monday' });
    expect(textOf(saved.body)).toContain('airtel-arrived@1: It is taught');
    const confirm = { template: 'airtel-arrived@1', note: 'compared with the SIM' };
    expect(textOf((await first.submit('/office/wordings/confirm', confirm)).body)).toContain('Proposed');
    expect(textOf((await second.submit('/office/wordings/confirm', confirm)).body)).toContain('is confirmed');
    const given = await first.submit('/office/wordings/give', { note: 'two have confirmed it' });
    expect(textOf(given.body)).toContain('Given: 0');
  });

  test('that takes nothing is refused with the reason, and what was typed stays', async () => {
    const said = {
      name: 'airtel-none',
      operator: 'AIRTEL',
      kind: 'CREDIT',
      wording: 'Nichts {amount} {balance} {id}',
      note: 'x',
      notice: '',
    };
    const answer = await first.submit('/office/wordings', said);
    expect(textOf(answer.body)).toMatch(/reads none|needs|word/);
    expect(answer.body).toContain('airtel-none');
  });
});

describe('Tokens and people', () => {
  test('a token is shown once to its owner, nobody else finds it, and revoked it is worth nothing', async () => {
    const made = await first.post('/office/tokens', { name: 'laptop', days: '30' });
    expect(made.statusCode).toBe(200);
    const [secret = ''] = /chari_staff_[0-9A-Za-z]{43}/.exec(made.body) ?? [];
    const listed = await first.get('/office/tokens');
    expect(listed.body).not.toContain(secret);
    expect(site.mails.at(-1)).toMatchObject({ subject: 'A staff token of yours signs from now on' });
    const [, id = ''] = /tokens\/([0-9a-f-]{36})\/revoke/.exec(listed.body) ?? [];
    expect((await second.post(`/office/tokens/${id}/revoke`, {})).statusCode).toBe(404);
    const run = () =>
      chari(['alerts', 'close', id, '--note', 'x'], {
        env: { DATABASE_URL: site.world.db.url, NODE_ENV: 'production', CHARI_STAFF_TOKEN: secret },
      });
    expect((await run()).stderr).toContain('There is no alert');
    await first.submit(`/office/tokens/${id}/revoke`, {});
    expect((await run()).stderr).toContain('was revoked');
  });

  test('a token is worth nothing once its owner has another password', async () => {
    const person = await site.staff('agent');
    await site.givePassword(person.known, PASSWORD);
    const made = await person.post('/office/tokens', { name: 'laptop', days: '30' });
    const [secret = ''] = /chari_staff_[0-9A-Za-z]{43}/.exec(made.body) ?? [];
    await person.submit('/account/password', { current: PASSWORD, password: OTHER });
    const { stderr } = await chari(['alerts', 'close', site.services.newId(), '--note', 'x'], {
      env: { DATABASE_URL: site.world.db.url, NODE_ENV: 'production', CHARI_STAFF_TOKEN: secret },
    });
    expect(stderr).toContain('was revoked');
  });

  test('who comes back to the staff signs in anew: what they opened as a member of a shop lasts longer', async () => {
    const { known } = await site.staff('agent');
    const change = (role: 'agent' | null) =>
      changeStaff(site.services, [{ of: known.account_id, role, actor: 'Awa', note: 'as agreed' }]);
    await change(null);
    await site.join(known.account_id, merchant, 'owner');
    const phone = await site.signedIn(known);
    expect((await phone.get('/account')).statusCode).toBe(200);
    await change('agent');
    expect((await phone.get('/account')).statusCode).not.toBe(200);
  });

  test('who leaves the staff is signed out of every page at once', async () => {
    const leaving = await site.staff('agent');
    expect((await leaving.get('/office')).statusCode).toBe(200);
    const { account_id } = leaving.known;
    await first.submit(`/office/staff/${account_id}/deactivate`, { note: 'moved away' });
    const after = await leaving.get('/office');
    expect([303, 404]).toContain(after.statusCode);
  });
});

describe('With hostile texts in every message', () => {
  const paths = SITE_PAGES.flatMap((page) =>
    page.path.startsWith('/office') && page.get !== undefined ? [page.path] : [],
  );
  let ids: Record<string, string>;
  let owner: Awaited<ReturnType<Site['member']>>;
  beforeAll(async () => {
    owner = await site.member('owner', merchant);
    const kept = await receiveNotices(site.services, [
      ...['AirtelMoney', HOSTILE].map((sender) => ({
        environment: 'live' as const,
        merchant_id: null,
        operator: 'AIRTEL' as const,
        collection_number: NUMBER,
        source: 'GATEWAY_SMS' as const,
        sender,
        body: `${HOSTILE} Vous avez recu 5000 FCFA. Solde 12345 FCFA ${HOSTILE}`,
        received_at: site.world.now,
      })),
    ]);
    const notices = kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : []));
    await settleNotices(site.services, notices);
    const [open, put] = [await review(), await suspended()];
    const transaction = await site.world.rows<{ id: string }>('select id from transactions limit 1');
    await site.world.rows(
      `insert into staff_alerts (id, environment, kind, subject, notice_id, detail, opened_at, last_at)
      values (gen_random_uuid(), 'live', 'wording', $1::text, $2, json_build_object('near', $1::text), now(), now())
      on conflict do nothing`,
      [HOSTILE, notices[0]],
    );
    await site.world.rows(
      `insert into feed_incidents (id, collection_number_id, kind, opened_at, detail)
      values (gen_random_uuid(), $1, 'two_steps_one_id', now(), json_build_object('said', $2::text)) on conflict do nothing`,
      [number_id, HOSTILE],
    );
    const one = async (table: string) =>
      (await site.world.rows<{ id: string }>(`select id from ${table} order by id desc limit 1`))[0]?.id ??
      '';
    ids = {
      review: open.session_id,
      suspense: put.credit_id,
      transaction: transaction[0]?.id ?? '',
      alert: await one('staff_alerts'),
      incident: await one('feed_incidents'),
      proposal: await one('staff_proposals'),
      numbers: number_id,
      notice: notices[0] ?? '',
    };
  });

  test.each(paths)('%s is drawn, in three languages, and holds no tag of somebody else', async (path) => {
    const [, kind = ''] = /\/(?:cases\/)?([a-z]+)\/:id/.exec(path) ?? [];
    const id = ids[kind] ?? '';
    if (path.includes(':id') && id === '') return;
    const query = path.endsWith('/anchor')
      ? '?balance_xaf=5'
      : path.endsWith('/new')
        ? `?notice=${ids.notice}`
        : '?check';
    const drawn = await Promise.all(
      ['fr', 'ar', 'en'].map((lang) =>
        first.get(`${path.replace(':id', id).replace(':day', '2026-11-21')}${query}&lang=${lang}`),
      ),
    );
    for (const answer of drawn) {
      expect([path, answer.statusCode]).toEqual([path, 200]);
      for (const tag of TAGS) expect(answer.body).not.toMatch(tag);
      expect(gzipSync(answer.body).length).toBeLessThan(40_000);
    }
  });

  test.each(paths)('%s is nowhere for a merchant’s people', async (path) => {
    const [, kind = ''] = /\/(?:cases\/)?([a-z]+)\/:id/.exec(path) ?? [];
    expect((await owner.get(path.replace(':id', ids[kind] || number_id))).statusCode).toBe(404);
  });
});

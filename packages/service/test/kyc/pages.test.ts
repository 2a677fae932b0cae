import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_KINDS } from '../../src/domain/kyc/document.ts';
import { createMerchants } from '../../src/engine/merchants.ts';
import type { Browser } from '../account/browser.ts';
import { type Known, openSite, type Site, textOf } from '../account/site.ts';
import { EMPTY_ARCHIVE, pdf, png } from './files.ts';
import { multipart, type SentFile, sendBody, sendForm } from './multipart.ts';
import { COMPLETE, FILES } from './world.ts';

type Person = Browser & { known: Known };

let site: Site;
let staff: Person;
beforeAll(async () => {
  site = await openSite();
  staff = await site.staff('supervisor');
});
afterAll(() => site.close());

const DOCUMENTS = '/dashboard/profile/documents';

async function newOwner(): Promise<Person & { merchant_id: string }> {
  const [made] = await createMerchants(site.services, [{ name: 'Nom provisoire', fee_basis_points: 0 }]);
  if (made?.kind !== 'created') throw new Error('no merchant');
  const owner = await site.member('owner', made.merchant.id);
  return Object.assign(owner, { merchant_id: made.merchant.id });
}

const upload = (browser: Browser, kind: string, file: Omit<SentFile, 'field'>) =>
  sendForm(browser, DOCUMENTS, { kind }, [{ ...file, field: `file-${kind}` }]);

async function complete(owner: Browser): Promise<void> {
  expect((await owner.post('/dashboard/profile', { ...COMPLETE })).statusCode).toBe(303);
  for (const kind of DOCUMENT_KINDS)
    expect((await upload(owner, kind, { name: `${kind}.pdf`, bytes: FILES[kind] })).statusCode).toBe(303);
}

/** The addresses at which staff open the documents of a merchant. */
const documentsOf = (page: string) =>
  [...page.matchAll(/action="([^"]+\/documents\/[^"]+)"/g)].map(([, to]) => to ?? '');

test('an owner writes, uploads and sends; staff look, send back, look again and approve; live is open then', async () => {
  const owner = await newOwner();
  const { merchant_id } = owner;
  const file = `/office/merchants/${merchant_id}`;
  await complete(owner);
  const sent = await owner.submit('/dashboard/profile/check');
  expect(textOf(sent.body)).toContain('It is sent. We will write to you.');
  expect(textOf((await staff.get('/office/merchants')).body)).toContain('Nom provisoire to check');

  const back = await staff.submit(`${file}/send-back`, {
    version: '1',
    nif: 'The number can’t be read.',
    'note-send-back': 'blurred',
  });
  expect(textOf(back.body)).toContain('The submission went back to the merchant.');
  const told = textOf((await owner.get('/dashboard/profile')).body);
  expect(told).toContain('What to correct NIF (tax number) The number can’t be read.');

  await owner.post('/dashboard/profile', { ...COMPLETE, nif: '600099999' });
  await owner.submit('/dashboard/profile/check');
  const unseen = await staff.submit(`${file}/approve`, { version: '2', 'note-approve': 'fine' });
  expect(textOf(unseen.body)).toContain('Nothing was done: open each document first.');
  for (const to of documentsOf(unseen.body)) expect((await staff.post(to)).statusCode).toBe(200);
  const approved = await staff.submit(`${file}/approve`, {
    version: '2',
    'note-approve': 'the register says so',
  });
  expect(textOf(approved.body)).toContain('The submission is approved.');
  expect(textOf((await owner.get('/dashboard/profile')).body)).toContain('Verified');
  expect(textOf((await owner.get('/dashboard/settings')).body)).toContain(
    'Name shown to customers Chez Alpha verified',
  );
  const done = await site.world.rows<{ action: string }>(
    `select action from member_actions where merchant_id = $1 and action like 'kyc.s%' order by id`,
    [merchant_id],
  );
  expect(done.map(({ action }) => action)).toEqual([
    'kyc.saved',
    'kyc.submitted',
    'kyc.saved',
    'kyc.submitted',
  ]);
  const mails = await site.world.rows<{ about: string }>(
    `select about from mail_notices where merchant_id = $1 order by about`,
    [merchant_id],
  );
  expect(mails.map(({ about }) => about)).toEqual(['1', '2']);
});

test('a document leaves as a file that opens nowhere, and only after the look is on record', async () => {
  const owner = await newOwner();
  await complete(owner);
  await owner.submit('/dashboard/profile/check');
  const page = await staff.get(`/office/merchants/${owner.merchant_id}`);
  const [first = ''] = documentsOf(page.body);
  const answer = await staff.post(first);
  expect(answer.rawPayload).toEqual(FILES.registration);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringMatching(/^attachment; filename="registration-[0-9a-f]{8}\.pdf"$/),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'no-store',
  });
  expect((await staff.get(first)).statusCode).toBe(405);
  const agent = await site.staff('agent');
  expect((await agent.post(first)).statusCode).toBe(403);
  expect((await owner.post(first)).statusCode).toBe(404);
  expect(textOf((await staff.get(`/office/merchants/${owner.merchant_id}`)).body)).toContain(
    staff.known.name,
  );
});

describe('what a file may be', () => {
  const text = (content: string) => Buffer.from(content, 'latin1');
  const table: [string, Omit<SentFile, 'field'>, string][] = [
    [
      'a page that calls itself PNG',
      { name: 'carte.png', type: 'image/png', bytes: text('<html><script>x</script>') },
      'neither a PDF nor a JPEG or PNG photo',
    ],
    [
      'a drawing',
      { name: 'a.svg', type: 'image/svg+xml', bytes: text('<svg onload="alert(1)"/>') },
      'neither a PDF nor a JPEG or PNG photo',
    ],
    [
      'an archive',
      { name: 'a.pdf', type: 'application/pdf', bytes: Buffer.concat([text('PK\x03\x04'), EMPTY_ARCHIVE]) },
      'neither a PDF nor a JPEG or PNG photo',
    ],
    [
      'a PDF with an archive behind it',
      { name: 'a.pdf', bytes: Buffer.concat([pdf(), EMPTY_ARCHIVE]) },
      'holds something else than a document',
    ],
    [
      'a picture that fills the memory',
      { name: 'a.png', bytes: png({ width: 60_000, height: 60_000 }) },
      'too many dots',
    ],
    [
      'a PDF with a program',
      { name: 'a.pdf', bytes: pdf('/OpenAction << /S /JavaScript /JS (x) >> ') },
      'holds a program or an attached file',
    ],
    ['a PDF with a password', { name: 'a.pdf', bytes: pdf('/Encrypt 9 0 R ') }, 'protected by a password'],
    ['a photo that was cut', { name: 'a.jpg', bytes: FILES.identity.subarray(0, -2) }, 'cut off or damaged'],
    ['nothing at all', { name: '', bytes: Buffer.alloc(0) }, 'Choose a file first'],
  ];
  test.each(table)('%s is refused with a sentence', async (_name, file, sentence) => {
    const owner = await newOwner();
    const answer = await upload(owner, 'identity', file);
    expect(answer.statusCode).toBe(422);
    expect(textOf(answer.body)).toContain(sentence);
    expect(
      await site.world.rows('select 1 from kyc_documents where merchant_id = $1', [owner.merchant_id]),
    ).toEqual([]);
  });

  test('names are shown as names, whatever they hold', async () => {
    const owner = await newOwner();
    for (const name of ['../../../etc/passwd', 'x<script>alert(1)</script>.pdf', 'C:\\\\temp\\\\carte.pdf'])
      await upload(owner, 'tax', { name, bytes: pdf(name.replaceAll(/[^a-z]/g, '')) });
    const { body } = await owner.get(DOCUMENTS);
    expect(body).not.toContain('<script>alert');
    const rows = await site.world.rows<{ name: string }>(
      'select name from kyc_documents where merchant_id = $1 order by id',
      [owner.merchant_id],
    );
    expect(rows.map(({ name }) => name)).toEqual(['passwd', 'script>.pdf', 'carte.pdf']);
  });
});

describe('a body that is no form', () => {
  const file = { field: 'file-tax', name: 'a.pdf', bytes: pdf() };
  test('with ten thousand parts, another boundary, a cut, a NUL in a name or five megabytes is refused, and nothing is kept', async () => {
    const owner = await newOwner();
    await owner.get(DOCUMENTS);
    const csrf = owner.csrf ?? '';
    const good = multipart({ csrf, kind: 'tax' }, [file]);
    const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, 'x']));
    const bodies: [string, Buffer, string?][] = [
      ['many parts', multipart({ csrf, kind: 'tax', ...fields }, [file])],
      [
        'many files',
        multipart(
          { csrf, kind: 'tax' },
          Array.from({ length: 500 }, () => file),
        ),
      ],
      ['another boundary', good, 'somewhere-else'],
      ['no boundary', good, ''],
      ['a boundary longer than any may be', good, 'x'.repeat(300)],
      ['a cut body', good.subarray(0, good.length - 60)],
      ['a cut in the head', good.subarray(0, 40)],
      [
        'a large file',
        multipart({ csrf, kind: 'tax' }, [
          { ...file, bytes: Buffer.concat([pdf(), Buffer.alloc(5_000_000, 32)]) },
        ]),
      ],
      ['a large field', multipart({ csrf, kind: 'tax', x: 'x'.repeat(200_000) }, [])],
      ['an inherited name', multipart({ csrf, kind: 'tax', __proto__x: 'x', constructor: 'x' }, [])],
    ];
    for (const [name, body, boundary] of bodies) {
      const answer = await sendBody(owner, DOCUMENTS, body, ...(boundary === undefined ? [] : [boundary]));
      expect([name, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([name, true]);

      expect(textOf(answer.body).length).toBeGreaterThan(50);
    }
    expect(
      await site.world.rows('select 1 from kyc_documents where merchant_id = $1', [owner.merchant_id]),
    ).toEqual([]);
    expect((await sendBody(owner, DOCUMENTS, good)).statusCode).toBe(303);
  });

  test('is not read at all from somebody who may not send it', async () => {
    const cashier = await site.member('cashier');
    const answer = await sendForm(cashier, DOCUMENTS, { kind: 'tax' }, [file]);
    expect(answer.statusCode).toBe(403);
    const nobody = site.browser();
    expect((await sendBody(nobody, DOCUMENTS, multipart({ kind: 'tax' }, [file]))).statusCode).toBe(303);
  });
});

test('another merchant’s documents and profile are nobody’s: 404, and nothing of them is changed', async () => {
  const [mine, theirs] = [await newOwner(), await newOwner()];
  await complete(theirs);
  const rows = await site.world.rows<{ id: string }>('select id from kyc_documents where merchant_id = $1', [
    theirs.merchant_id,
  ]);
  for (const { id } of rows) expect((await mine.post(`${DOCUMENTS}/${id}/remove`)).statusCode).toBe(404);
  expect((await mine.post(`${DOCUMENTS}/x/remove`)).statusCode).toBe(404);
  expect((await theirs.post(`${DOCUMENTS}/${rows[0]?.id}/remove`)).statusCode).toBe(303);
  expect((await mine.get(`/office/merchants/${theirs.merchant_id}`)).statusCode).toBe(404);
  const lost = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';
  for (const path of [
    'approve',
    'send-back',
    'freeze',
    'unfreeze',
    'allowance',
    `keys/${lost}/revoke`,
    `documents/${lost}`,
  ]) {
    const fields = {
      version: '1',
      environment: 'live',
      operator: 'AIRTEL',
      general: 'x',
      'note-approve': 'x',
      'note-send-back': 'x',
      'note-freeze-live': 'x',
      'note-unfreeze-live': 'x',
      'note-allowance-AIRTEL': 'x',
      [`note-${lost}`]: 'x',
    };
    for (const id of [lost, 'x', "'%20or%201=1"])
      expect([path, (await staff.post(`/office/merchants/${id}/${path}`, fields)).statusCode]).toEqual([
        path,
        404,
      ]);
  }
});

test('staff freeze, let go on, set allowances and revoke, each with a reason that the record shows', async () => {
  const owner = await newOwner();
  const file = `/office/merchants/${owner.merchant_id}`;
  const missing = await staff.post(`${file}/freeze`, { environment: 'live' });
  expect(missing.statusCode).toBe(422);
  expect(textOf(missing.body)).toContain('Say why');
  const frozen = await staff.submit(`${file}/freeze`, {
    environment: 'live',
    'note-freeze-live': 'a stolen phone',
  });
  expect(textOf(frozen.body)).toContain('frozen in live');
  expect(textOf(frozen.body)).toContain('a stolen phone');
  const again = await staff.submit(`${file}/freeze`, { environment: 'live', 'note-freeze-live': 'again' });
  expect(textOf(again.body)).toContain('Nothing has changed');
  const thawed = await staff.submit(`${file}/unfreeze`, {
    environment: 'live',
    'note-unfreeze-live': 'found',
  });
  expect(textOf(thawed.body)).toContain('Live is not frozen.');
  const wrong = await staff.post(`${file}/allowance`, {
    operator: 'AIRTEL',
    'sessions-AIRTEL': '1e9',
    'note-allowance-AIRTEL': 'x',
  });
  expect(wrong.statusCode).toBe(422);
  const set = await staff.submit(`${file}/allowance`, {
    operator: 'AIRTEL',
    'sessions-AIRTEL': '7',
    'note-allowance-AIRTEL': 'a market',
  });
  expect(textOf(set.body)).toContain('Airtel Money 7');
});

test('settings: the owner says where payers go back to, everybody chooses their mails, and nobody more than their role has', async () => {
  const owner = await newOwner();
  const cashier = await site.member('cashier', owner.merchant_id);
  const set = { language: 'ar', return_url: 'https://boutique.example.com/merci' };
  expect(textOf((await owner.submit('/dashboard/settings/checkout', set)).body)).toContain(
    'The settings are saved.',
  );
  const bad = await owner.post('/dashboard/settings/checkout', { ...set, return_url: 'javascript:alert(1)' });
  expect(bad.statusCode).toBe(422);
  expect(textOf(bad.body)).toContain('Write the whole address');
  expect((await cashier.post('/dashboard/settings/checkout', set)).statusCode).toBe(403);
  const [row] = await site.world.rows<{ language: string; return_url: string }>(
    'select language, return_url from merchants where id = $1',
    [owner.merchant_id],
  );
  expect(row).toEqual({ language: 'ar', return_url: 'https://boutique.example.com/merci' });
  await cashier.post('/dashboard/settings/notices', { kind: ['review_opened', 'kyc_decided'] });
  const chosen = await site.world.rows<{ kind: string; is_wanted: boolean }>(
    `select c.kind, c.is_wanted from notice_choices c join members k on k.id = c.member_id where k.merchant_id = $1`,
    [owner.merchant_id],
  );
  expect(chosen).toEqual([{ kind: 'review_opened', is_wanted: true }]);
  expect((await owner.get('/dashboard/settings')).body).toMatch(/value="kyc_decided" checked/);
});

test('an owner for whose document there is no room reads so, and staff find an alert on their desk', async () => {
  const owner = await newOwner();
  await owner.get(DOCUMENTS);
  const { policy } = site.services;
  const { undecided_documents_mib } = policy;
  policy.undecided_documents_mib = 0;
  const answer = await upload(owner, 'tax', { name: 'tax.pdf', bytes: pdf() });
  policy.undecided_documents_mib = undecided_documents_mib;
  expect(answer.statusCode).toBe(422);
  expect(textOf(answer.body)).toContain('so many files to check that we can keep no more at present');
  const [alert] = await site.world.rows<{ id: string }>(
    `select id from staff_alerts where kind = 'documents_full'`,
  );
  const page = textOf((await staff.get(`/office/cases/alert/${alert?.id}`)).body);
  expect(page).toContain('Documents of merchants that were never approved fill their room');
  expect(page).toMatch(/Used, MiB.*At most, MiB/s);
});

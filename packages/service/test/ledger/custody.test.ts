import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import { type SetCustodian, setCustodians } from '../../src/engine/desk/transfers/set-custodian.ts';
import { custodyHistory, showCustody } from '../../src/engine/ledger/custody.ts';
import { showDay } from '../../src/engine/proof/show.ts';
import { openSite, textOf } from '../account/site.ts';
import { chari, chariJson } from '../cli/run.ts';
import { hire } from '../office/people.ts';

const NOTE = 'the contract of January';
const ECOBANK = { institution: 'Banque du Sahel', licence: 'COBAC 12/2019', held_since: '2020-11-01' };

describe('Who holds the money of a wallet or bank account for us', () => {
  let site: Awaited<ReturnType<typeof openSite>>;
  let folder: string;
  beforeAll(async () => {
    site = await openSite();
    folder = await mkdtemp(join(tmpdir(), 'chari-custody-'));
    const bank = { name: 'main', bank_name: 'Banque', iban: 'TD8960002000010271091600153' };
    await addBankAccounts(site.world.services, [
      { ...bank, holder_name: 'Chari SA', actor: 'Awa', note: NOTE },
    ]);
  });
  afterAll(async () => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  const name = async (actor: string, changed: Partial<SetCustodian> = {}) =>
    (
      await setCustodians(site.world.services, [
        { account: 'main', ...ECOBANK, actor, note: NOTE, ...changed },
      ])
    )[0];
  const onDay = async (day: string) =>
    (await showDay(site.world.services, day)).accounts.find(({ kind }) => kind === 'BANK')?.custodian;

  test('is nobody until two people say the same, and that is shown as plainly', async () => {
    const kept = await showCustody(site.world.services);
    expect(kept.map((one) => [one.name, one.institution])).toEqual([
      ['SWEPT', null],
      ['WALLET_AIRTEL', null],
      ['WALLET_MOOV', null],
      ['main', null],
    ]);
    const agent = await site.staff('agent');
    expect(textOf((await agent.get('/office/proof/2026-11-21')).body)).toContain('no custodian named');
    expect(await name('Awa')).toEqual({ kind: 'proposed' });
    expect((await name('Brahim', { licence: 'COBAC 13/2019' }))?.kind).toBe('other_proposal');
    expect((await name('Awa'))?.kind).toBe('same_person');
    expect(await onDay('2026-11-21')).toBeNull();
    expect(await name('Brahim')).toEqual({ kind: 'custodian_set' });
    expect(await onDay('2026-11-21')).toMatchObject(ECOBANK);
    expect(textOf((await agent.get('/office/proof/2026-11-21')).body)).toContain(
      'Held by Banque du Sahel (licence COBAC 12/2019) since 2020-11-01',
    );
  });

  test('holds from its day on, and what was said before stays on record', async () => {
    const other = { institution: 'Autre Banque', licence: 'COBAC 7', held_since: '2020-11-20' };
    await name('Awa', other);
    await name('Brahim', other);
    expect(await onDay('2020-11-19')).toMatchObject(ECOBANK);
    expect(await onDay('2020-11-20')).toMatchObject(other);
    expect(await onDay('2020-10-31')).toBeNull();
    const said = await custodyHistory(site.world.services, 10);
    expect(said.map(({ institution, set_by, proposed_by }) => [institution, proposed_by, set_by])).toEqual([
      ['Autre Banque', 'Awa', 'Brahim'],
      ['Banque du Sahel', 'Awa', 'Brahim'],
    ]);
    for (const change of ["update custodians set licence = 'x'", 'delete from custodians'])
      await expect(site.world.rows(change)).rejects.toThrow(/append|change|never/i);
  });

  test('is refused of what nobody holds for us, of no day yet, and without a name', async () => {
    const refused = [
      { account: 'PAYABLE' },
      { account: 'nonsense' },
      { held_since: '2027-01-01' },
      { held_since: 'soon' },
      { institution: ' ' },
      { licence: 'x'.repeat(201) },
    ];
    const kinds = await Promise.all(refused.map(async (one) => (await name('Awa', one))?.kind));
    expect(kinds).toEqual([
      'account_not_found',
      'account_not_found',
      'day_unusable',
      'day_unusable',
      'text_unusable',
      'text_unusable',
    ]);
    const [float] = await site.world.rows<{ id: number }>(
      "select id from ledger_accounts where kind = 'REVENUE' and environment = 'live'",
    );
    const forged = site.world.rows(
      `insert into custodians (account_id, institution, licence, held_since, proposed_by, set_by, note, set_at)
      values ($1, 'x', 'x', '2026-01-01', 'a', 'b', 'c', now())`,
      [float?.id],
    );
    await expect(forged).rejects.toThrow('neither a wallet nor a bank account');
  });

  test('is set and listed by the command line, and the doctor names who is missing', async () => {
    const options = { env: { DATABASE_URL: site.world.db.url, CHARI_DATA_DIR: folder } };
    const set = ['custodians', 'set', 'WALLET_AIRTEL', '--institution', 'Airtel Money Tchad'];
    const rest = ['--licence', 'BEAC 5', '--since', '2020-01-05', '--note', NOTE];
    const proposed = await chari([...set, ...rest, '--as', 'Awa'], options);
    expect(proposed.stdout).toContain(
      "npx chari custodians set WALLET_AIRTEL --institution 'Airtel Money Tchad'",
    );
    expect((await chari([...set, ...rest, '--as', 'Brahim'], options)).stdout).toContain(
      'The money of WALLET_AIRTEL lies with Airtel Money Tchad (BEAC 5) since 2020-01-05.',
    );
    expect(await chariJson(['custodians', 'history', '--limit', '1'], options)).toMatchObject({
      custodians: [{ name: 'WALLET_AIRTEL', held_since: '2020-01-05', proposed_by: 'Awa' }],
    });
    const listed = await chari(['custodians', 'list'], options);
    expect(listed.stdout).toMatch(/WALLET_MOOV +NONE NAMED/);
    const proof = await chari(['proof', 'show', '--day', '2026-11-21'], options);
    expect(proof.stdout).toContain('Airtel Money Tchad (BEAC 5), since 2020-01-05');
    expect(proof.stdout).toMatch(/WALLET_MOOV.*NONE NAMED/);
    const doctor = await chari(['doctor'], options);
    expect(doctor.stdout).toContain('Nobody is named who holds the money of SWEPT, WALLET_MOOV: npx chari');
  });

  test('is said by two people of one name, who are two accounts', async () => {
    const { services } = site.world;
    const one = await hire(services, 'Mahamat', 'supervisor');
    const other = await hire(services, 'Mahamat', 'supervisor');
    const kinds: (string | undefined)[] = [];
    for (const { actor, account_id } of [one, one, other]) {
      const said = { account: 'WALLET_MOOV', ...ECOBANK, actor, account_id, note: NOTE };
      const [outcome] = await setCustodians(services, [said]);
      kinds.push(outcome?.kind);
    }
    expect(kinds).toEqual(['proposed', 'same_person', 'custodian_set']);
    expect(await custodyHistory(services, 1)).toMatchObject([{ proposed_by: 'Mahamat', set_by: 'Mahamat' }]);
  });
});

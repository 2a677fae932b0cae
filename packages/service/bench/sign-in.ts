import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { createHashing } from '../src/engine/account/hashing.ts';
import { insertAccounts, putPasswords } from '../src/store/accounts/accounts.ts';
import { insertMembers } from '../src/store/accounts/members.ts';
import { atomically } from '../src/store/connect/atomically.ts';
import { type Helper, runHelper } from './children.ts';
import { payLive, type Told, withReceiver } from './live-run.ts';
import { type LiveService, withLiveService } from './live-service.ts';
import type { SignInsLoad, SignInsResult } from './load/sign-ins.ts';
import { median, quantile } from './measure.ts';
import { type Effort, MEDIUM_NAMES, milliseconds, type Row, ratioRow } from './row.ts';

const P99_GOAL_MS = 50;
const PAYMENTS_PER_SECOND = 300;
const SIGN_INS_PER_SECOND = 20;
const NUMBERS = 10;
const PEOPLE = 200;
const PASSWORD = 'a password that is nobody else’s';

/** One round: the payments alone, then beside those who sign in. */
type Round = { alone: Told; beside: Told; signed: SignInsResult };

/** The live path at 300 payments a second, without anybody who signs in and with 20 sign-ins a second, in turns. */
export async function measureSignIn(effort: Effort): Promise<Row[]> {
  const seconds = effort.quick ? 5 : 15;
  const rounds_count = effort.quick ? 2 : 3;
  const medium = 'disk';
  const rounds = await withLiveService(medium, { merchants: 20, numbers: NUMBERS }, async (live) => {
    const people = await openPeople(live);
    return withReceiver(live, async (receiver) => {
      effort.say('sign-in: warm-up');
      await round(live, receiver, { ...people, seconds: 2, per_second: SIGN_INS_PER_SECOND });
      const rounds: Round[] = [];
      while (rounds.length < rounds_count) {
        effort.say(`sign-in: round ${rounds.length + 1} of ${rounds_count}`);
        rounds.push(await round(live, receiver, { ...people, seconds, per_second: SIGN_INS_PER_SECOND }));
      }
      return rounds;
    });
  });
  return rounds === null ? [] : rowsOf(rounds, MEDIUM_NAMES[medium]);
}

/** Owners of the merchants, who share one password and so one hash; and the form that they fill in. */
async function openPeople({ services, country, service }: LiveService) {
  const hash = await createHashing((bytes) => new Uint8Array(randomBytes(bytes))).hash(PASSWORD);
  const created_at = services.now();
  const accounts = Array.from({ length: PEOPLE }, (_, n) => ({
    id: services.newId(),
    email: `bench-${n}@example.com`,
    name: `Bench ${n}`,
    language: 'fr' as const,
    created_at,
  }));
  await atomically(services.pool, async (client) => {
    await insertAccounts(client, accounts);
    await putPasswords(
      client,
      accounts.map(({ id }) => ({ account_id: id, hash, set_at: created_at })),
    );
    await insertMembers(
      client,
      accounts.map(({ id: account_id }, n) => ({
        id: services.newId(),
        account_id,
        merchant_id: country.merchant_ids[n % country.merchant_ids.length] ?? '',
        role: 'owner' as const,
        created_at,
      })),
    );
  });
  const page = await fetch(`${service.url}/account/sign-in`);
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const cookies = page.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  const form = { port: service.port, cookie: cookies.join('; '), csrf };
  return { ...form, emails: accounts.map(({ email }) => email), password: PASSWORD };
}

async function round(live: LiveService, receiver: Helper, load: SignInsLoad): Promise<Round> {
  const asked = { seconds: load.seconds, per_second: PAYMENTS_PER_SECOND };
  const alone = await payLive(live, receiver, asked);
  let signed: SignInsResult = { times_ms: [], statuses: {} };
  const beside = await payLive(live, receiver, asked, async () => {
    signed = await runHelper<SignInsResult>('sign-ins.ts', load);
  });
  return { alone, beside, signed };
}

const p99 = ({ waits_ms }: Told): number => quantile(waits_ms, 0.99);
const list = (values: number[]): string => values.map(milliseconds).join(', ');

function rowsOf(rounds: Round[], medium: string): Row[] {
  const beside = rounds.map((one) => p99(one.beside));
  const alone = rounds.map((one) => p99(one.alone));
  const times_ms = rounds.flatMap(({ signed }) => signed.times_ms);
  const refused = rounds
    .flatMap(({ signed }) => Object.entries(signed.statuses))
    .reduce((sum, [status, count]) => (status === '303' ? sum : sum + count), 0);
  const is_whole = refused === 0 && rounds.every((one) => one.alone.is_whole && one.beside.is_whole);
  const what = `SMS due → webhook received at ${PAYMENTS_PER_SECOND} payments/s, ${medium}, p99`;
  const p99_ms = median(beside);
  const load = `load of the machine ${loadavg()[0]?.toFixed(1)} at the end`;
  const measurement = 'sign-in';
  return [
    {
      measurement,
      what: `${what} beside ${SIGN_INS_PER_SECOND} sign-ins/s`,
      value: `${is_whole ? '' : 'VOID '}${milliseconds(p99_ms)}`,
      goal: `≤ ${P99_GOAL_MS} ms`,
      met: is_whole && p99_ms <= P99_GOAL_MS,
      from: `${list(beside)} in ${rounds.length} rounds; ${load}`,
    },
    ratioRow(
      measurement,
      `${what}: beside ${SIGN_INS_PER_SECOND} sign-ins/s : alone`,
      median(rounds.map((_, n) => (beside[n] ?? 0) / (alone[n] ?? 1))),
      null,
      `${list(beside)} : ${list(alone)}`,
    ),
    {
      measurement,
      what: 'a sign-in beside those payments, from the moment it was due',
      value: `p50 ${milliseconds(median(times_ms))}, p99 ${milliseconds(quantile(times_ms, 0.99))}`,
      goal: null,
      met: null,
      from: `${times_ms.length} sign-ins, ${refused} not let in`,
    },
  ];
}

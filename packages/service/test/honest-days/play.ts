import { act, type Stage, wordsOf } from '../evidence/play.ts';
import { confirmPortals } from '../statements/play.ts';
import { Days } from './days.ts';
import { forge } from './forge.ts';
import { judge as judgeHonestDays } from './judge.ts';
import { agree, bring, importList } from './lists.ts';
import { copy, deliver, LEFT_OUT, moves, type Play, sweep, transfer } from './movements.ts';
import { ofSession, session, transaction } from './orders.ts';
import { assign, decide, disown, explain, refund, repay } from './people.ts';
import { phone } from './phone.ts';
import { fail, give } from './returns.ts';
import { named } from './waiting.ts';
import { replay, teach, trust } from './wordings.ts';

/** What is wrong, by what only the days themselves know. */
export type Judge = (days: Days, words: readonly string[]) => Promise<string[]>;

/** No two things happen at once, however many lines between them are left out. */
const LINE_SECONDS = 20;

/**
 * Plays honest days line by line until the judge finds something wrong. What can't be done, since a line that it needs is
 * missing, is left out itself, so that any line may be dropped.
 *
 * The lines are those of `play` in `../evidence/play.ts`, where `# s1` behind a movement says for which session it was paid, and
 * `moov`: on such a SIM; `sweep m 1000 announced late`, `sweep m all`; `transfer m 1000 from two late alone`: between SIMs of ours;
 * `copy n of m "words with ID and BALANCE" late`: a second message of what m told; `forge x of m hidden`, `agent`, `bare`, `ticket s1`,
 * `payer 66000001`: a forged one under its id; `import f 0-1 unprinted`: one person brings the list of
 * these days, and `agree f`; `bring 0-1 gap`: both at once; `anchor`: the SIM is read, or `read` when all is at rest;
 * `morning`; `clock -90`: that of the operator is so many seconds off, and by `phone 60` that of the phone; `phone off`, `phone offline`
 * until `phone back`; `misread -1000`: so much is typed in beside what was read; `confirm any 3`, `assign any 3 to its`,
 * `assign any 3 to any 5`: whatever waits for people by then; `repay r any 3 late`: they send it back, and its debit is r;
 * `give r any 3 late`, `give r s1 unsent`: a merchant gives a payment back; `fail r`: that has not gone;
 * `explain credit`, `explain sweep`: two people of all that nobody has explained;
 * `moved 1000 "WORD …"`: in words of these days' own, which people may `teach`, `trust as Awa` and `replay`;
 * `look short differs last`: the judge does.
 * @returns what went wrong, and each line with what came of it
 */
export async function playDays(
  stage: Stage,
  lines: readonly string[],
  judge: Judge = judgeHonestDays,
): Promise<{ wrong: string[]; told: string[] }> {
  await confirmPortals(stage);
  const moov = lines.includes('moov');
  if (moov) await stage.world.sim('moov', { operator: 'MOOV' });
  const days = new Days(stage, moov ? 'moov' : 'one');
  const look: Play = async (_days, words) => {
    await read(days, words);
    days.wrong.push(...(await judge(days, words)));
    return days.wrong.join('; ');
  };
  const told: string[] = [];
  for (const line of lines) {
    const [said = '', session] = line.split('#').map((part) => part.trim());
    const words = await named(days, wordsOf(said));
    const verb = words?.[0] === 'look' ? look : (VERBS[words?.[0] ?? ''] ?? asEver);
    const came = words === null ? LEFT_OUT : await verb(days, words, session).catch(threw(days));
    told.push(`${line} -> ${came}`);
    if (days.wrong.length > 0) break;
    stage.world.service.clock.pass(LINE_SECONDS);
  }
  return { wrong: days.wrong, told };
}

const threw = (days: Days) => (error: Error) => {
  days.wrong.push(`thrown: ${error.message}`);
  return 'thrown';
};

const asEver: Play = (days, words) => act(days.stage, words);
const rest = (days: Days) => days.stage.world.pass(180);

const anchor: Play = async (days) => {
  const said = await days.stage.world.anchor(days.on);
  if (said === 'anchored') days.readings.push({ at_ms: days.now_ms, movements: days.sim.movements.length });
  return said;
};

const read: Play = async (days, words) => {
  await rest(days);
  const said = await anchor(days, words);
  await rest(days);
  return said;
};

const VERBS: Record<string, Play> = {
  moov: async () => '',
  session,
  transaction,
  sms: moves,
  late: moves,
  deliver,
  cancel: ofSession,
  paid: ofSession,
  sweep,
  transfer,
  copy,
  forge,
  confirm: decide,
  reject: decide,
  assign,
  refund,
  repay,
  explain,
  give,
  fail,
  disown,
  teach,
  trust,
  replay,
  import: (days, [, name = '', of = '', ...how]) => importList(days, name, of, how),
  agree: (days, [, name = '']) => agree(days, name),
  bring: (days, [, of = '', ...how]) => bring(days, of, how),
  anchor,
  read,
  async clock(days, [, seconds]) {
    days.sim.clock_off_s = Number(seconds);
    return '';
  },
  phone,
  /** Somebody mistypes what he has read. */
  misread(days, [, off]) {
    days.mistyped.push({ at_ms: days.now_ms, off_xaf: Number(off) });
    return days.stage.world.anchorAt(days.on, days.sim.balance_xaf + Number(off));
  },
  /** To nine in the morning of N'Djamena. */
  async morning(days) {
    const day_seconds = 86_400;
    const left = (day_seconds + 8 * 3600 - ((days.now_ms / 1000) % day_seconds)) % day_seconds;
    await days.stage.world.pass(Math.max(1, Math.round(left)));
    return '';
  },
};

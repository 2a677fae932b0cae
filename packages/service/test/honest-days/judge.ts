import { showBooks } from '../../src/engine/book/look.ts';
import { servicesOf } from '../statements/play.ts';
import type { Days } from './days.ts';
import { judgeSessions } from './judge-sessions.ts';

/**
 * What an honest merchant and the service's people would complain of, once the SIM has been read. `short`: money is still
 * missing that a later look finds; `differs`: people were asked to look at a list that came before that of an earlier day;
 * `last`: nothing may wait any longer.
 */
export async function judge(days: Days, words: readonly string[]): Promise<string[]> {
  return [
    ...(await balances(days)),
    ...movements(days, await bookedOf(days)),
    ...(days.knows_all ? await leftOpen(days, words) : []),
    ...(await days.stage.world.ledgerProblems()),
    ...(await judgeSessions(days)),
  ];
}

/** The book stands where the SIM does, and what was taken in is what the SIM holds more than at first. */
export async function balances({ stage: { world }, sim, sim_id, on }: Days): Promise<string[]> {
  const [book] = await world.service.rows<{ tip_xaf: number }>(
    'select tip_xaf::int from books where collection_number_id = $1',
    [sim_id],
  );
  const float_xaf = await world.floatOf(on);
  return [
    ...(book?.tip_xaf === sim.balance_xaf
      ? []
      : [`the book ends at ${book?.tip_xaf}, the SIM at ${sim.balance_xaf}`]),
    ...(float_xaf === sim.balance_xaf - sim.opening_xaf ? [] : [`the float is ${float_xaf}`]),
  ];
}

/** The sums that the book says have moved: its steps without those that only say that something is missing. */
async function bookedOf({ stage: { world }, sim_id }: Days): Promise<number[]> {
  const steps = await world.service.rows<{ moved_xaf: number }>(
    `select (s.after_xaf - s.before_xaf)::int as moved_xaf from book_steps s
    left join book_explanations e on e.step_id = s.id
    where s.collection_number_id = $1 and s.kind <> 'OPENING' and (s.kind <> 'UNEXPLAINED'
      or (e.meaning <> 'messages' and not exists (select from book_steps t where t.explains_id = s.id)))`,
    [sim_id],
  );
  return steps.map(({ moved_xaf }) => moved_xaf);
}

/**
 * Each movement that a list names, or whose message goes on from what is known, is booked once, with its fee or beside
 * it. The message of another may wait, and a reading may have met a sweep by its announcement; nothing else is booked.
 */
function movements(days: Days, booked: number[]): string[] {
  const missing: number[] = [];
  for (const [place, { delta_xaf }] of days.sim.movements.entries()) {
    if (!days.knows(place) && !days.announced.has(place)) continue;
    const fee = days.fees.get(place) ?? 0;
    const apart = fee > 0 ? [delta_xaf + fee, -fee] : [delta_xaf];
    const is_booked = take(booked, [delta_xaf]) || take(booked, apart);
    if (!is_booked && (days.listed.has(place) || days.isReached(place))) missing.push(delta_xaf);
  }
  return [
    ...(missing.length === 0 ? [] : [`missing in the book: ${missing}`]),
    ...(booked.length === 0 ? [] : [`booked though it never moved: ${booked}`]),
  ];
}

/** Takes these sums out, if all are there. */
function take(from: number[], sums: readonly number[]): boolean {
  if (!sums.every((sum) => from.includes(sum))) return false;
  for (const sum of sums) from.splice(from.indexOf(sum), 1);
  return true;
}

/** Where all that moved is known, nothing waits for people. */
async function leftOpen({ stage, sim_id }: Days, words: readonly string[]): Promise<string[]> {
  const { unexplained, claims } = await showBooks(servicesOf(stage), [sim_id]);
  const sums = (kinds: readonly string[]) =>
    unexplained.filter(({ kind }) => kinds.includes(kind)).map((one) => one.after_xaf - one.before_xaf);
  const [lost, unproven] = [sums(['UNEXPLAINED']), sums(['CREDIT', 'CASH_IN'])];
  // The list that came first began where the book did not stand: what lies between stands beside its counterpart.
  const comes_to_nothing = words.includes('differs') && lost.reduce((sum, one) => sum + one, 0) === 0;
  const last = words.includes('last');
  return [
    ...(lost.length === 0 || comes_to_nothing ? [] : [`unexplained: ${lost}`]),
    ...(unproven.length === 0 ? [] : [`unproven: ${unproven}`]),
    ...(last && claims.length > 0 ? [`messages without a place: ${claims.length}`] : []),
    ...(await incidents(stage, sim_id, [
      ...['outflow', 'lagging', 'silent'],
      ...(last ? [] : ['claim', 'anchor_due']),
      ...(words.includes('short') ? ['short'] : []),
      ...(words.includes('differs') ? ['statement_differs'] : []),
    ])),
  ];
}

/** Whether the SIM is suspected, and what else is open on it that an honest day does not open. */
async function incidents(
  { world }: Days['stage'],
  sim_id: string,
  usual: readonly string[],
): Promise<string[]> {
  const rows = await world.service.rows<{ said: string }>(
    `select 'open: ' || kind || ' ' || left(detail::text, 200) as said from feed_incidents
    where closed_at is null and collection_number_id = $1 and kind <> all ($2)
    union all select 'suspected' from books where collection_number_id = $1 and suspected_at is not null order by 1`,
    [sim_id, usual],
  );
  return rows.map(({ said }) => said);
}

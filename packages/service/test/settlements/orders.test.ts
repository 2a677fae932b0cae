import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmProfiles } from '../../src/engine/desk/statements/confirm-profile.ts';
import { pauseNumbers } from '../collection/pause.ts';
import { openWorld, type World } from '../collection/world.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import { expectToldAsItIs } from '../evidence/told.ts';
import { openScene, type Scene, SUM_XAF } from './orders.ts';

/** Drawn from some fifty thousand orders of events; each takes about half a second. */
const DRAWN = process.env.CHARI_SOAK === '1' ? 1500 : 90;

/** What may happen, one of each row after the other. */
const ROWS: readonly (readonly string[])[] = [
  ['order', 'order', 'refund'],
  ['says one', 'says one', 'says two', 'says wallet', 'late'],
  ['one', 'two'].flatMap((on) =>
    ['known', 'unknown', 'nameless', 'fee', 'hidden', 'masked'].flatMap((words) => [
      `leaves ${on} ${words}`,
      `leaves ${on} ${words} late`,
      `leaves ${on} ${words} late`,
    ]),
  ),
  ['fail', 'fail', 'cancel', 'absent', 'read one'],
  ['fail', 'book', 'cancel', 'order'],
  ['late', 'list one', 'list two', 'read one', 'read two', 'order'],
  ['late', 'list one', 'order', 'refund'],
];
/** What may be known then is known; whatever the desk lets go once more, goes. */
const AFTER = ['late', 'read one', 'read two', 'says one', 'order', 'says one', 'refund', 'says one'];

/** A message that names nobody, of another SIM than was said, doesn't show whom it paid: docs/decisions/book-open.md. */
function isKnownNotToShow(events: readonly string[]): boolean {
  const said = events.find((event) => event.startsWith('says'))?.split(' ')[1] ?? '';
  // A refund goes from the SIM that was paid.
  const from = events[0] === 'refund' ? 'one' : said;
  const [, on, words] = events.find((event) => event.startsWith('leaves'))?.split(' ') ?? [];
  return on !== from && words === 'nameless';
}

function drawn(seed: number): string[] {
  let state = seed * 2_654_435_761;
  const draw = (below: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  draw(2);
  return ROWS.map((row) => row[draw(row.length)] as string);
}

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.rows(
    `insert into template_confirmations (template_id, template_version, confirmed_at, confirmed_by)
    values ('airtel-credit', 2, $1, 'test')`,
    [world.now],
  );
  for (const actor of ['Awa', 'Brahim'])
    await confirmProfiles(world.services, [{ profile: 'airtel-portal@1', actor, note: 'compared' }]);
});
afterAll(() => world.close());

/** What is paid, by the books, is no more than what has left; and what has left and may leave no more than the payment. */
async function judge(scene: Scene): Promise<string | null> {
  const sum = (some: readonly { amount_xaf: number }[]) => some.reduce((all, one) => all + one.amount_xaf, 0);
  const left_xaf = [...scene.left_xaf.values()].reduce((all, one) => all + one, 0);
  const ended = await scene.owed('PAID', 'SUCCEEDED');
  if (sum(ended) > left_xaf) return `called paid: ${sum(ended)}, left: ${left_xaf}`;
  const going = (await scene.owed('SENDING', 'UNKNOWN')).filter(({ id }) => !scene.left_xaf.has(id));
  return left_xaf + sum(going) > SUM_XAF ? `left: ${left_xaf}, goes once more: ${sum(going)}` : null;
}

test('In whatever order staff, SIMs and lists tell of a payout or a refund, no money leaves twice and none is called paid that is there', async () => {
  const wrong: string[] = [];
  for (let seed = 1; seed <= DRAWN; seed += 1) {
    const events = drawn(seed);
    const scene = await openScene(world);
    for (const event of events) await scene.play(event);
    for (const event of AFTER) await scene.play(event);
    const found = await judge(scene);
    if (found !== null && !isKnownNotToShow(events)) wrong.push(`${found}\n${scene.log.join('\n')}`);
    await pauseNumbers(
      world.services,
      Object.values(scene.sims).map(({ number_id }) => number_id),
    );
    world.pass(2);
  }
  expect(wrong).toEqual([]);
  await expectBooksWhole(world.db.pool);
  await expectToldAsItIs(world.db.pool);
}, 600_000);

import { expect, test } from 'vitest';
import { type ToldTrouble, type Trouble, troubleNews } from './trouble.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const at = (hours_ago: number) => new Date(NOW.getTime() - hours_ago * 3_600_000);
const failing = (nth: number, more: Partial<Trouble> = {}): Trouble => ({
  merchant_id: 'm',
  endpoint_id: `e${nth}`,
  url: 'https://x.example.com/',
  environment: 'live',
  status: 'degraded',
  failing_since: at(1),
  disabled_at: null,
  ...more,
});
const toldOf = (about: string, hours_ago: number): ToldTrouble => ({
  ...{ merchant_id: 'm', environment: 'live', about, created_at: at(hours_ago) },
});
const abouts = (trouble: Trouble[], told: ToldTrouble[] = []) =>
  troubleNews(trouble, told, NOW).map(({ about }) => about);

test('a failure is one matter for the day on which it began, by the clock of N’Djamena', () => {
  expect(abouts([failing(1), failing(2, { failing_since: new Date('2026-11-20T23:30:00.000Z') })])).toEqual([
    'e1 degraded 2026-11-21',
    'e2 degraded 2026-11-21',
  ]);
  expect(abouts([failing(1, { failing_since: new Date('2026-11-20T22:30:00.000Z') })])).toEqual([
    'e1 degraded 2026-11-20',
  ]);
});

test('a disabling is a matter of its own day, and told whatever else is', () => {
  const disabled = failing(9, { status: 'disabled', failing_since: at(200), disabled_at: at(1) });
  const told = [1, 2, 3].map((nth) => toldOf(`e${nth} degraded 2026-11-21`, 1));
  expect(abouts([disabled], told)).toEqual(['e9 disabled 2026-11-21']);
});

test('from the fourth of a day on there is one mail for all, for each merchant and environment by itself', () => {
  const five = [1, 2, 3, 4, 5].map((nth) => failing(nth));
  expect(abouts(five)).toEqual([
    'e1 degraded 2026-11-21',
    'e2 degraded 2026-11-21',
    'e3 degraded 2026-11-21',
    'more live 2026-11-21',
  ]);
  expect(
    abouts([...five, failing(6, { environment: 'test' }), failing(7, { merchant_id: 'n' })]),
  ).toHaveLength(6);
});

test('what was told on days before takes no place of this one', () => {
  const old = failing(1, { failing_since: at(48) });
  const told = [toldOf('e1 degraded 2026-11-19', 47), toldOf('e7 degraded 2026-11-20', 30)];
  expect(abouts([old, failing(2), failing(3), failing(4)], told)).not.toContain('more live 2026-11-21');
});

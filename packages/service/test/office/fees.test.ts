import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDay } from '../../src/domain/time.ts';
import { openSite, type Site, textOf } from '../account/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const fees = () => {
  const from = localDay(new Date(site.services.now().getTime() + 5 * 86_400_000));
  return { merchant: '', flow: 'session', terms: '1.5%+50 tax=18%', from, note: 'as agreed' };
};
const rows = () =>
  site.world.rows(
    'select basis_points, fixed_xaf, set_by is null as by_nobody from fee_terms where merchant_id is null',
  );

test('fees are set by two accounts, the second on the page of the proposal, and then they are listed', async () => {
  const [first, second] = [await site.staff('supervisor'), await site.staff('supervisor')];
  expect(textOf((await first.submit('/office/fees/set', fees())).body)).toContain('Another person must say');
  expect(textOf((await first.submit('/office/fees/set', fees())).body)).toContain(
    'You proposed this yourself',
  );
  expect(await rows()).toEqual([]);
  const [proposal] = await site.world.rows<{ id: string }>('select id from staff_proposals');
  const path = `/office/cases/proposal/${proposal?.id}`;
  const asked = textOf((await second.get(path)).body);
  expect(asked).toContain('1.5%+50 tax=18%');
  // A name may be taken by somebody else: whoever agrees reads whose account proposed it.
  expect(asked).toContain(`${first.known.name} ${first.known.email}`);
  const agreed = await second.submit(`${path}/agree`, { note: 'as agreed' });
  expect(textOf(agreed.body)).toContain('The terms are set');
  expect(await rows()).toEqual([{ basis_points: 150, fixed_xaf: 50, by_nobody: false }]);
  const page = textOf((await second.get('/office/fees')).body);
  expect(page).toContain('Everybody else');
  expect(page).toContain('1.5%+50 tax=18%');
  expect(page).toContain('to come');
});

test('what makes no sense, or begins in the past, is refused, and what was typed stays', async () => {
  const first = await site.staff('supervisor');
  const senseless = await first.submit('/office/fees/set', { ...fees(), terms: '1.5' });
  expect(textOf(senseless.body)).toContain('Those are no terms');
  expect(senseless.body).toContain('value="1.5"');
  for (const from of ['2020-01-01', '', 'soon'])
    expect(textOf((await first.submit('/office/fees/set', { ...fees(), from })).body)).toContain(
      'Terms never touch the past',
    );
  const unknown = await first.submit('/office/fees/set', { ...fees(), merchant: 'the shop' });
  expect(textOf(unknown.body)).toContain('does not exist');
});

test('an agent looks at fees and sets none', async () => {
  const agent = await site.staff('agent');
  expect((await agent.get('/office/fees')).body).not.toContain('action="/office/fees/set"');
  expect((await agent.post('/office/fees/set', fees())).statusCode).toBe(403);
});

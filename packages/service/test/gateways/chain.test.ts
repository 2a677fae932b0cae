import { afterAll, beforeAll, expect, it } from 'vitest';
import { airtelText, confirmTemplate, liveNumber } from '../spec/live.ts';
import { openService, type Service } from '../spec/service.ts';
import { Phone } from './phone.ts';

const OPENING_XAF = 410;
const MESSAGES = 300;
const ROUNDS = 4;

let service: Service;
beforeAll(async () => {
  service = await openService({ connections: 40, works: false });
  await confirmTemplate(service, 'airtel-credit');
});
afterAll(() => service.close());

it('messages of two SIMs, each going on from the one before, posted at once, are proven without a claim', async () => {
  const phone = await Phone.open(service);
  const numbers = [await liveNumber(service, 'AIRTEL'), await liveNumber(service, 'AIRTEL')];
  await phone.insert(numbers[0] as string, 1);
  await phone.insert(numbers[1] as string, 2);
  // Opens the connections, so that the posts come in in the order in which they are sent.
  await Promise.all(Array.from({ length: 64 }, () => phone.ping()));
  const tips = [OPENING_XAF, OPENING_XAF];
  const next = (_: unknown, n: number): string => {
    const [sim, amount] = [n % 2, 100 + (n % 7)];
    tips[sim] = (tips[sim] as number) + amount;
    const text = airtelText(service.clock.now(), amount).replace('BALANCE', String(tips[sim]));
    return phone.received(text, { sim: sim + 1 });
  };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const bodies = Array.from({ length: MESSAGES }, next);
    const answers = await Promise.all(bodies.map((body) => phone.post(body)));
    expect(answers.every(({ body }) => body.kept === 1)).toBe(true);
    await service.until(
      round * MESSAGES,
      `select count(*)::int as n from notice_readings where outcome = 'CREDIT'`,
    );
  }
  const books = await service.rows<{ tip_xaf: number }>(
    `select b.tip_xaf from books b join collection_numbers c on c.id = b.collection_number_id
     where c.msisdn = any ($1::text[]) order by c.msisdn`,
    [numbers],
  );
  expect(books.map((book) => book.tip_xaf)).toEqual(tips);
  expect(await service.rows('select notice_id, state from book_claims')).toEqual([]);
});

import { expect, test } from 'vitest';
import { anchorTold } from './sentences.ts';

const read = { number: '66000002', balance_xaf: 1 };
const anchored = {
  kind: 'anchored' as const,
  collection_number_id: '0196b2a0-0000-7000-8000-000000000000',
  msisdn: '+23566000002',
  before_xaf: 69_410,
  balance_xaf: 1,
  proven: 0,
  unexplained_xaf: -69_409,
};

test('Who says a balance below the book is told that the number is suspected now, and how that ends', () => {
  const said = anchorTold(read, { ...anchored, is_short: true, is_suspected: true }).sentences.join(' ');
  expect(said).toContain('+23566000002 is suspected');
  expect(said).toContain(
    'three minutes from now, and say what it shows then: npx chari feeds anchor +23566000002 AMOUNT',
  );
  expect(said).toContain('npx chari feeds explain STEP write_off');
  expect(said).toContain('npx chari feeds close INCIDENT');
});

test('Who says the balance of the book is told of no suspicion', () => {
  const right = { ...anchored, unexplained_xaf: 0, is_short: false, is_suspected: false };
  expect(anchorTold(read, right).sentences.join(' ')).not.toContain('suspected');
});

test('Who says the right balance after a slip is told that the number is suspected still, and how that ends', () => {
  const right = { ...anchored, unexplained_xaf: 69_409, is_short: false, is_suspected: true };
  const said = anchorTold(read, right).sentences.join(' ');
  expect(said).toContain('+23566000002 is suspected still');
  expect(said).toContain('MEANING: write_off');
  expect(said).toContain('npx chari feeds close INCIDENT');
});

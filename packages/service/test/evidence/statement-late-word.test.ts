import { test } from 'vitest';
import { statementPlaysOfFile } from '../statements/play.ts';
import { withoutIdOf } from './play.ts';

const playStatements = statementPlaysOfFile();

// The row has booked m; the SIM comes back to the balance at which it began, and m begins at the tip.
test('A message without an id that comes after the row of its payment, and after a sweep, pays no other session', () =>
  playStatements(`
    session a 1000 payer 66000003 ttl 30
    late m moved 1000 ${withoutIdOf(1000, '66000003')}
    wait 2min
    statement s -> new 1
    a -> SUCCESS
    wait 40min
    announce 1000 -> announced
    sms x debit 1000
    wait 10min
    session b 1000 ttl 30
    deliver m
    unpaid b -> yes
    float -> 0
  `));

test('A message without an id that comes after the row of its payment, and after a sweep, makes no SIM suspected', () =>
  playStatements(`
    late m moved 450 "Encaisse 450 FCFA par ID. Solde BALANCE FCFA."
    wait 2min
    statement s -> new 1
    sms x debit 450
    wait 1min
    deliver m
    wait 10min
    anchor
    wait 5min
    book -> opening anchored 62410, credit witnessed 62860, debit chained 62410
    incidents -> none
  `));

// The second file says nothing of where it begins; b lies between the two and in neither.
test('A payment of the evening, between two statements without balances that are not known to go on from each other, is not said to have no row', () =>
  playStatements(`
    sms a credit 1000
    wait 20min
    statement s until a unprinted -> new 0
    wait 20min
    sms b credit 3505
    wait 24h
    sms c credit 700
    wait 20min
    statement t from c unprinted -> new 0
    wait 24h
    wait 1min
    incidents -> none
  `));

// a and b come and go; c begins where both do. The list shows all three.
test('What a reading found contested is no longer where the statement lists it and what contested it', () =>
  playStatements(`
    late a credit 500
    wait 10min
    sms b reversal a 500
    wait 7min
    sms c credit 1805
    wait 1min
    deliver a
    wait 3min
    anchor
    wait 5min
    statement s -> new 2
    wait 5min
    anchor
    wait 5min
    unexplained -> -500
    incidents -> none
  `));

// The list of the noon was taken before p. Where the later one begins, the balance is what it was at noon, though it isn't known to go on from there.
test('Days that are said to be missing between two lists are not taken for days on which nothing moved', () =>
  playStatements(`
    sms a credit 2500
    wait 20min
    statement noon -> new 0
    wait 20min
    sms p credit 1000 from 66000002
    wait 10min
    sms r reversal p 1000
    wait 40h
    sms y debit 300
    wait 20min
    statement later from y gap -> new 0
    wait 24h
    wait 1min
    incidents -> none
  `));

// A payment, a message that is late, and the reversal of the payment, or of a part of it, which the list doesn't link to it.
const takenBack = (paid: string, back_xaf: number) => `sms p ${paid}
    wait 5min
    late x credit 100 from 66000009
    wait 1min
    late r reversal p ${back_xaf}`;
const TAKEN_BACK = takenBack('credit 5000 from 66777001', 5000);
// q brings the SIM back to the balance at which r began, and waits for x, as r does then.
const BROUGHT_BACK = `wait 1min
    sms q credit 5000 from 66777002
    wait 1min
    deliver r
    wait 5min`;
const LISTED_BEFORE_THE_NEXT = `wait 5min
    statement s -> new 2
    wait 2min
    sms q credit 5000 from 66777002`;
const BOOKED = 'opening anchored 62410, credit chained 67410, credit witnessed 67510, debit witnessed 62510';
const NOTHING_IS_MISSING = `anchor
    wait 5min
    incidents -> none`;

// r comes after q, which has brought the SIM back to the balance at which r began, and waits for x. Its row undoes p.
test('A reversal that names only what it undoes, and that waited when its row came, takes nothing back again', () =>
  playStatements(`
    ${TAKEN_BACK}
    ${BROUGHT_BACK}
    statement s -> new 3
    wait 2min
    book -> ${BOOKED}, credit witnessed 67510
    ${NOTHING_IS_MISSING}
  `));

test('A reversal takes nothing back again whose message comes a while after its row, and so does the payment that brought the SIM back', () =>
  playStatements(`
    ${TAKEN_BACK}
    ${LISTED_BEFORE_THE_NEXT}
    wait 1min
    deliver r
    wait 10min
    book -> ${BOOKED}, credit chained 67510
    ${NOTHING_IS_MISSING}
  `));

// t undoes q, which came after the row: it is the second reversal of that sum, and has no row.
test('The reversal of a payment that came after the row takes back', () =>
  playStatements(`
    ${TAKEN_BACK}
    ${LISTED_BEFORE_THE_NEXT}
    wait 2min
    sms t reversal q 5000
    wait 1min
    book -> ${BOOKED}, credit chained 67510, reversal chained 62510
    ${NOTHING_IS_MISSING}
  `));

// p waits behind y as well: when the list brings it, its id is no step yet.
test('A reversal takes nothing back again where the payment that it undoes is brought by the same list', () =>
  playStatements(`
    late y credit 300 from 66000009
    wait 1min
    ${TAKEN_BACK}
    ${BROUGHT_BACK}
    statement s -> new 5
    wait 2min
    float -> 5400
    ${NOTHING_IS_MISSING}
  `));

// The list names p, and finds its step the same.
test('A reversal takes nothing back again where the payment that it undoes was told without an id', () =>
  playStatements(`
    ${takenBack(`moved 5000 ${withoutIdOf(5000, '66777001')}`, 5000)}
    wait 5min
    statement s -> new 2
    findings s -> new 2, same 1
    wait 2min
    sms q credit 5000 from 66777002
    wait 1min
    deliver r
    wait 10min
    float -> 5100
    ${NOTHING_IS_MISSING}
  `));

// In the batch that brings them the rows have no balances.
test('A reversal takes nothing back again where the list that brings it prints no balances', () =>
  playStatements(`
    ${TAKEN_BACK}
    ${BROUGHT_BACK}
    statement s unprinted -> new 3
    wait 2min
    float -> 5100
    ${NOTHING_IS_MISSING}
  `));

test('A reversal of a part of a payment takes nothing back again', () =>
  playStatements(`
    ${takenBack('credit 5000 from 66777001', 4000)}
    wait 5min
    statement s -> new 2
    wait 2min
    sms q credit 4000 from 66777002
    wait 1min
    deliver r
    wait 10min
    float -> 5100
    ${NOTHING_IS_MISSING}
  `));

// x is lost, so m and the sweep behind it wait. The list brings all three, and m begins at the tip once more.
test('A payment without an id that waited when a list without balances brought its row, and a sweep of its sum, is one payment', () =>
  playStatements(`
    late x credit 300 from 66000001
    wait 2min
    sms m moved 5000 ${withoutIdOf(5000, '66000003')}
    wait 5min
    sms d debit 5000
    wait 5min
    session b 5000 ttl 60 by rival
    wait 1min
    statement s unprinted -> new 3 by two
    wait 2min
    unpaid b -> yes
    float -> 300
  `));

// Both are of one sum: z is lost and m, without an id, waits behind it. The list ends with z.
test('Another payment of the sum of a row, behind it, settles when a list without balances brings that row', () =>
  playStatements(`
    session a 5000 payer 66000003 ttl 60
    session c 5000 payer 66000001 ttl 60 by rival
    late z credit 5000 from 66000001
    wait 2min
    sms m moved 5000 ${withoutIdOf(5000, '66000003')}
    wait 5min
    statement s until z unprinted -> new 1 by two
    wait 1min
    a -> SUCCESS
    c -> SUCCESS
  `));

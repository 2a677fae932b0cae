import { test } from 'vitest';
import { confirmPortals, statementPlaysOfFile } from '../statements/play.ts';
import { bare, bringListed } from './desk.ts';
import { perform, stagesOfFile } from './play.ts';

const scene = stagesOfFile();
const playStatements = statementPlaysOfFile(scene);

const NAMELESS = '5000 "Encaisse 5000 FCFA par ID. Solde BALANCE FCFA."';

// z was lost and found by a reading; m, of the same sum, is a step by words without an id. The list prints no balances: its first row of
// 5,000 (z) was taken for m, and m's own row was booked as a third payment.
const FOUND_AND_TOLD = `late z credit 5000 from 66000001
    wait 2min
    anchor
    wait 5min
    session v 5000 payer 66999001 by rival ttl 60
    wait 1min
    sms m moved ${NAMELESS}
    wait 1min
    float -> 10000`;

test('A step without an id is not taken for an earlier row of its sum, whose money a reading has found', () =>
  playStatements(`
    ${FOUND_AND_TOLD}
    statement s unprinted -> new 1 by two
    wait 1min
    float -> 10000
    unexplained -> nothing
  `));

test('The row that is left beside a step without an id pays no session of which nobody has paid a franc', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, FOUND_AND_TOLD);
    await bringListed(stage, bare);
    await perform(stage, 'wait 1min\nunpaid v -> yes\nfloat -> 10000');
  }));

test('A step without an id is not taken for an earlier row of its sum once people have said what the reading had found', () =>
  playStatements(`
    ${FOUND_AND_TOLD}
    explain credit -> explained
    statement s unprinted -> new 0
    wait 1min
    float -> 10000
  `));

// The row of m lies in the time of what the reading missed. It is told of, so the row of z alone comes to that sum.
test('What people have explained is not booked again by the row of its sum, where a step without an id moved as much before it', () =>
  playStatements(`
    sms m moved ${NAMELESS}
    wait 2min
    late z credit 5000 from 66000001
    wait 2min
    anchor
    wait 5min
    explain credit -> explained
    float -> 10000
    statement s unprinted -> new 0
    findings s -> same 2
    wait 1min
    float -> 10000
  `));

test('Of three rows of one sum, of which two are told of without an id, the one in between that a reading has found is new', () =>
  playStatements(`
    sms m moved ${NAMELESS}
    wait 10min
    late z credit 5000 from 66000001
    wait 2min
    anchor
    wait 10min
    sms o moved ${NAMELESS}
    wait 1min
    float -> 15000
    statement s unprinted -> new 1 by two
    findings s -> new 1, same 2
    wait 1min
    float -> 15000
    unexplained -> nothing
  `));

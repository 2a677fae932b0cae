import { expect, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bringListed, explainAll } from './desk.ts';
import { perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** Two payments of which no message came, of two days. */
const LOST = `session a 5000 payer 66777001 ttl 60
  wait 1min
  late p credit 5000 from 66777001
  wait 24h
  session b 7000 payer 66777002 ttl 60
  wait 1min
  late q credit 7000 from 66777002
  wait 5min`;

const bring = (stage: Stage, from: number, to: number) =>
  bringListed(stage, (moved) => moved.slice(from, to).map((row) => ({ ...row, party: '' })));

// It begins where the earlier one ends, above the book.
test('A statement that begins above its book brings that to where it ends, and the earlier one tells what came between', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, LOST);
    await bring(stage, 1, 2);
    await perform(stage, 'wait 1min\nb -> SUCCESS\nincidents -> none');
    await perform(
      stage,
      'session c 1000 payer 66777003 ttl 60\npaid c from 66777003\nwait 31s\nc -> SUCCESS',
    );
    await bring(stage, 0, 1);
    await perform(stage, 'wait 1min\nincidents -> none\nanchor\nincidents -> none');
    expect(await explainAll(stage, ['UNEXPLAINED'], 'write_off')).toBe(0);
  }));

test('What came before a statement’s first row, and whose message comes late after all, fills what was missing', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, LOST);
    await bring(stage, 1, 2);
    await perform(stage, 'deliver p\nwait 1min\nanchor\nincidents -> none\na -> EXPIRED');
    expect(await explainAll(stage, ['UNEXPLAINED'], 'write_off')).toBe(0);
  }));

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ReviewCase, showReviewCase } from '../../src/engine/desk/case.ts';
import { chari } from '../cli/run.ts';
import { explainAll, instructionsOf, servicesOf, sessionOf } from './desk.ts';
import { perform, playsOfFile, stagesOfFile } from './play.ts';

const scene = stagesOfFile();
const play = playsOfFile();

const IN_NEW_WORDS = '"Encaisse 5000 FCFA de NOM 66123456. Ref: ID. Solde disponible BALANCE FCFA."';

describe('A payment in words that nobody knows, of just the sum of a session that waits,', () => {
  const CAME = `session a 5000
    sms m moved 5000 ${IN_NEW_WORDS}
    wait 2h
    a -> AWAITING_PAYMENT`;

  test('keeps it from expiring, and a day later people look at it', () =>
    play(`${CAME}
anchor
wait 23h
a -> UNDER_REVIEW unproven
float -> 5000`));

  test('keeps its payer from being asked to pay again', () =>
    scene(async (stage) => {
      await perform(stage, CAME);
      expect(await instructionsOf(stage, 'a')).toContain('en cours de vérification');
    }));

  test('stands in the case that people look at, as does a message that is not proven', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `${CAME}
        session b 7000
        late lost credit 100
        sms n credit 7000`,
      );
      const caseOf = async (name: string) => {
        const { id } = sessionOf(stage, name);
        const { review, messages } = (await showReviewCase(servicesOf(stage), id)) as ReviewCase;
        expect(messages.map(({ body }) => body)).toEqual(review.possible.map(({ body }) => body));
        return review.possible.map(({ state, credit_id }) => [state, credit_id !== null]);
      };
      expect(await caseOf('a')).toEqual([['SUSPENSE', true]]);
      expect(await caseOf('b')).toEqual([['CLAIMED', false]]);
    }));

  test('is shown with that session, and how to say that it is its payment', () =>
    scene(async (stage) => {
      await perform(stage, `${CAME}\nanchor\nwait 23h`);
      const { id } = sessionOf(stage, 'a');
      const folder = await mkdtemp(join(tmpdir(), 'chari-review-'));
      const env = { DATABASE_URL: stage.world.service.db.url, CHARI_DATA_DIR: folder };
      const { stdout } = await chari(['review', 'show', id], { env });
      await rm(folder, { recursive: true });
      expect(stdout).toContain('may be its payment; in words that nobody knows: SUSPENSE');
      expect(stdout).toMatch(/If it is: npx chari suspense assign \S+ --session \S+ --note WHY/);
    }));

  test('pays it by the hand of staff, in its day and after it', () =>
    play(`
      ${CAME}
      session b 7000
      sms n moved 7000 "Encaisse 7000 FCFA de NOM 66123457. Ref: ID. Solde disponible BALANCE FCFA."
      anchor
      assign m to a as Awa -> assigned
      a -> SUCCESS
      wait 25h
      b -> UNDER_REVIEW unproven
      assign n to b as Awa -> assigned
      b -> SUCCESS
    `));

  test('keeps no session once staff have sent it back', () =>
    play(`${CAME}
anchor
refund m as Awa -> refunded
wait 1min
a -> EXPIRED`));

  test('keeps no session once two people have said that it was never paid', () =>
    scene(async (stage) => {
      await perform(stage, CAME);
      expect(await explainAll(stage, ['UNREAD'], 'write_off')).toBe(1);
      await perform(stage, 'wait 1min\na -> EXPIRED');
    }));

  test('keeps each session of that sum on its number, until it is the payment of one', () =>
    play(`
      session a 5000 payer 66000001
      session b 5000 payer 66000002 by rival
      sms m moved 5000 ${IN_NEW_WORDS}
      wait 2h
      a -> AWAITING_PAYMENT
      b -> AWAITING_PAYMENT
      anchor
      assign m to a as Awa -> assigned
      wait 1min
      a -> SUCCESS
      b -> EXPIRED
    `));

  test('is not the payment of a session of another sum, of another number, or that was made later', () =>
    play(`
      sim two
      session other 5000 on two
      session more 9000 on one
      sms m moved 5000 ${IN_NEW_WORDS}
      session later 5000 by rival on one
      wait 45min
      other -> EXPIRED
      more -> EXPIRED
      later -> EXPIRED
    `));
});

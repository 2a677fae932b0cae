import { describe, test } from 'vitest';
import { agreed, confirmPortals } from '../statements/play.ts';
import { bringListed, importListed, type Listing, unprinted } from './desk.ts';
import { perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** What an older list and a newer one have of one payment, both without balances. */
const STATUSES = { completed: 'TS', failed: 'TF' } as const;

const until =
  (stage: Stage, last: string, z: keyof typeof STATUSES): Listing =>
  (moved) => {
    const at = (name: string) => moved.findIndex(({ id }) => id === stage.messages.get(name)?.sms.id);
    return unprinted(
      moved
        .slice(0, at(last) + 1)
        .map((row) => (row.id === moved[at('z')]?.id ? { ...row, status: STATUSES[z] } : row)),
    );
  };

/** The message of a payment of 5,000 for session a is lost, and a later one comes. */
async function lost(stage: Stage): Promise<void> {
  await confirmPortals(stage);
  await perform(
    stage,
    `sms p credit 700 from 66000001
    wait 30min
    session a 5000 payer 66000001 ttl 60
    late z credit 5000 from 66000001
    wait 5min
    sms q credit 900 from 66000002
    wait 30min
    sms r credit 900 from 66000002
    wait 5min`,
  );
}

describe('Where a newer list has a payment as failed', () => {
  test('an older one that has it as completed, and is brought after it, pays nobody, and people are told', () =>
    scene(async (stage) => {
      await lost(stage);
      await bringListed(stage, until(stage, 'r', 'failed'));
      await perform(stage, 'a -> AWAITING_PAYMENT');
      await bringListed(stage, until(stage, 'q', 'completed'));
      await perform(stage, 'a -> AWAITING_PAYMENT\nincidents -> claim statement_differs');
    }));

  test('an older one pays where nobody has agreed to the newer one', () =>
    scene(async (stage) => {
      await lost(stage);
      await importListed(stage, until(stage, 'r', 'failed'));
      await bringListed(stage, until(stage, 'q', 'completed'));
      await perform(stage, 'a -> SUCCESS');
    }));

  test('an older one pays where the newer one has it as completed in another row', () =>
    scene(async (stage) => {
      await lost(stage);
      await bringListed(stage, until(stage, 'q', 'failed'));
      await bringListed(stage, until(stage, 'r', 'completed'));
      await perform(stage, 'a -> SUCCESS');
    }));

  test('an older one that people agree to only after the newer one counts brings nothing more', () =>
    scene(async (stage) => {
      await lost(stage);
      const older = await importListed(stage, until(stage, 'q', 'completed'));
      await bringListed(stage, until(stage, 'r', 'failed'));
      await agreed(stage, older);
      await perform(stage, 'a -> AWAITING_PAYMENT\nincidents -> claim statement_differs');
    }));
});

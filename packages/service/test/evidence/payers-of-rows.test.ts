import { describe, expect, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bringListed } from './desk.ts';
import { perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** Cells that name 66123456, as a portal or a spreadsheet may write it. */
const CLEAR = [
  '66123456',
  '66123456 - ABAKAR MAHAMAT',
  'ABAKAR MAHAMAT 66123456',
  '66123456 (ABAKAR)',
  '66123456/ABAKAR',
  '235-66123456/ABAKAR',
  '66-12-34-56 ABAKAR S.A.R.L.',
  "'66123456",
  '66123456.0',
  '6.6123456E7',
];
const MASKED = ['66••••56', '66****56'];
const UNCLEAR = ['66123456 66777001', 'ABAKAR66123456', '6.6E+07'];

/** Each of them, with why people look at the session that it does not pay. */
const each = (parties: readonly string[], reason: string): [string, string][] =>
  parties.map((party) => [party, reason]);

/** The list of all that moved on a SIM, with this cell in each row. */
async function listed(stage: Stage, party: string, on: string): Promise<void> {
  expect(await bringListed(stage, (moved) => moved.map((row) => ({ ...row, party })), { on })).toMatch(
    /^new 1\b/,
  );
  await perform(stage, 'wait 1min');
}

describe('A payment whose message is lost, by a row of the statement', () => {
  test.each([...each([...CLEAR, ...MASKED], 'ambiguous'), ...each(UNCLEAR, 'unproven')])(
    'that names %s: on the wrong SIM it confirms no stranger, whose session people look at',
    (party, reason) =>
      scene(async (stage) => {
        await confirmPortals(stage);
        await perform(
          stage,
          `sim two
        session v 5000 by rival on two ttl 60
        session h 5000 payer 66123456 on one ttl 60
        late lost credit 5000 on two
        wait 1min`,
        );
        await listed(stage, party, 'two');
        await perform(stage, `v -> UNDER_REVIEW ${reason}`);
      }),
  );

  test.each([...each([...CLEAR, ...MASKED], 'payer_mismatch'), ...each(UNCLEAR, 'unproven')])(
    'that names %s: pays no session that declared another, which people look at',
    (party, reason) =>
      scene(async (stage) => {
        await confirmPortals(stage);
        await perform(stage, 'session v 5000 payer 66999999 ttl 60\nlate lost credit 5000\nwait 1min');
        await listed(stage, party, 'one');
        await perform(stage, `v -> UNDER_REVIEW ${reason}`);
      }),
  );

  test.each([...CLEAR, ...MASKED])('that names %s: pays him who has declared himself', (party) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `session a 5000 payer 66123456 ttl 60
        session b 5000 payer 66777001 by rival ttl 60
        late lost credit 5000
        wait 1min`,
      );
      await listed(stage, party, 'one');
      await perform(stage, 'a -> SUCCESS\nb -> AWAITING_PAYMENT');
    }),
  );

  test.each(UNCLEAR)('that names %s: waits for people, who may confirm it', (party) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, 'session a 5000 ttl 60\nlate lost credit 5000\nwait 1min');
      await listed(stage, party, 'one');
      await perform(stage, 'a -> UNDER_REVIEW unproven\nconfirm a -> confirmed\na -> SUCCESS');
    }),
  );

  test.each(['', 'ABAKAR MAHAMAT', 'CHARI 40123'])('that holds “%s” alone names nobody, as before', (party) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, 'session a 5000 payer 66123456 ttl 60\nlate lost credit 5000\nwait 1min');
      await listed(stage, party, 'one');
      await perform(stage, 'a -> SUCCESS');
    }),
  );

  test('of a portal that writes a name behind the number: from a SIM of ours it is nobody’s', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sim m moov
        sim n moov
        sms other credit 100 on m
        wait 1min
        session v 5000 by rival on m ttl 60
        late lost credit 5000 on m
        wait 1min`,
      );
      const own = `${stage.world.at('n').sim.number.slice(1)} - CHARI SARL`;
      await bringListed(
        stage,
        (moved) => moved.map((row) => (row.delta_xaf === 5000 ? { ...row, party: own } : row)),
        { on: 'm' },
      );
      await perform(stage, 'wait 1min\nv -> AWAITING_PAYMENT');
    }));
});

test.each(['deliver m\nwait 1min\nROW', 'ROW\ndeliver m\nwait 1min'])(
  'A message and a row of one payment that name other payers are no two payments: %s',
  (order) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        'session a 5000 payer 66123456 ttl 60\nlate m credit 5000 from 66123456\nwait 1min',
      );
      const [before = '', after = ''] = order.split('ROW');
      if (before !== '') await perform(stage, before);
      await bringListed(stage, (moved) => moved.map((row) => ({ ...row, party: '66777001 - AUTRE' })), {});
      if (after !== '') await perform(stage, after);
      const [sum] = await stage.world.service.rows<{ xaf: number }>(
        'select coalesce(sum(amount_xaf), 0)::int as xaf from credits where collection_number_id = $1',
        [stage.world.at('one').id],
      );
      expect(sum?.xaf).toBe(5000);
    }),
);

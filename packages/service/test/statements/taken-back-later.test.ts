import { test } from 'vitest';
import { bringRows } from '../../src/engine/statements/bring.ts';
import { loadStatements, noteAgreed } from '../../src/store/statements/statements.ts';
import { perform, type Stage, stagesOfFile } from '../evidence/play.ts';
import { confirmPortals, importFile, servicesOf } from './play.ts';
import { csvOf, type Listed, statementCells } from './portal.ts';

const scene = stagesOfFile();

/** What a list says of a payment that was taken back: the first part of it, and the rest in a row of its own. */
function inParts(back: Listed, first_xaf: number): Listed[] {
  const left_xaf = back.delta_xaf + first_xaf;
  if (left_xaf === 0) return [back];
  return [
    { ...back, delta_xaf: -first_xaf, balance_xaf: back.balance_xaf - left_xaf },
    { ...back, id: 'AB12CD34E9', delta_xaf: left_xaf },
  ];
}

/** Two people agree to the list of a SIM whose payment was taken back in parts, and each of its rows comes to the book by itself. */
async function bringOneByOne(stage: Stage, first_xaf: number): Promise<void> {
  const services = servicesOf(stage);
  const { sim } = stage.world.at('two');
  const linked = sim.movements[0]?.id ?? '';
  const rows = sim.movements.flatMap((row) =>
    row.delta_xaf < 0 ? inParts({ ...row, linked }, first_xaf) : row,
  );
  const { id } = await importFile(stage, csvOf(statementCells(sim.operator, sim.number, rows)), {
    sim: 'two',
  });
  await noteAgreed(services.pool, [{ id: id ?? '', agreed_at: services.now() }]);
  const [statement] = await loadStatements(services.pool, [id ?? '']);
  if (statement === undefined) throw new Error('bug: nothing was imported');
  let until_row: number | undefined = 0;
  while (until_row !== undefined) {
    until_row = (await bringRows(services, statement, until_row, { limit: 1 }))?.until_row;
    await perform(stage, 'wait 1s\nunpaid v -> yes');
  }
  sim.anchored();
}

// A large payment is booked by what goes on from it, and settles by a reading or its row.
const TAKEN_BACK: [string, number, number, string][] = [
  ['A payment', 5000, 5000, 'late p credit 5000 from 66777001 on two'],
  ['A payment, in two parts,', 5000, 2000, 'late p credit 5000 from 66777001 on two'],
  [
    'A payment that waits for a reading',
    250_000,
    250_000,
    'sms p credit 250000 from 66777001 on two\nsms q credit 100 from 66777002 on two',
  ],
];

// A busy SIM's week has thousands of rows, and they come to the book in portions.
test.each(TAKEN_BACK)(
  '%s that its own list says was taken back settles nobody, in however small portions its rows come to the book (%i, %i)',
  (_which, amount_xaf, first_xaf, told) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sim two moov
        session v ${amount_xaf} payer 66777001 on two ttl 60
        wait 1min
        ${told}
        wait 1min
        late r reversal p ${amount_xaf} on two
        wait 1min
        v -> AWAITING_PAYMENT`,
      );
      await bringOneByOne(stage, first_xaf);
    }),
);

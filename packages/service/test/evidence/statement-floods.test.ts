import { expect, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bare, bringListed } from './desk.ts';
import { perform, scene } from './play.ts';

const MESSAGES = 500;

// Each may be the word of p's row by its sum, and names a payer. What is said of the row goes into its notice, which holds 64 KiB.
test('A flood of messages of one sum keeps no list from being brought, nor makes its rows longer', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session a 5000 payer 66777002 ttl 60
      wait 1min
      late p credit 5000 from 66777002
      wait 1min`,
    );
    const sim = stage.world.at('one').sim;
    const told = (n: number) =>
      `Vous avez recu 5000 FCFA du ${66_000_000 + n}. Votre solde disponible est ${900_000 + n} FCFA.`;
    await stage.world.deliver(
      ...Array.from({ length: MESSAGES }, (_, n) => ({ sim: 'one', sms: sim.invented(told(n)) })),
    );
    expect(await bringListed(stage, bare)).toBe('new 1 by two');
    const { rows } = await stage.world.service.db.pool.query<{ bytes: number }>(
      `select octet_length(body) as bytes from notices where source = 'WITNESS'`,
    );
    expect(rows.map(({ bytes }) => bytes < 1000)).toEqual([true]);
  }));

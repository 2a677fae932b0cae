import { expect, test } from 'vitest';
import { explainAll } from './desk.ts';
import { perform, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

// The credit is beyond the bound, and in the book since ten francs go on from it. Two people write off what is missing, and have yet to find
// the false step; the number is short still.
test('A forged credit of millions settles at no reading while its number is short, though people have written off what is missing', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 4000000 by rival ttl 60
      sms f forged 4000000 off +0
      sms g forged 10 off +4000000
      wait 5min
      anchor
      wait 31s
      unpaid v -> yes`,
    );
    expect(await explainAll(stage, ['UNEXPLAINED'], 'write_off')).toBe(1);
    await perform(stage, 'wait 5min\nincidents -> short\nanchor\nwait 31s\nunpaid v -> yes');
  }));

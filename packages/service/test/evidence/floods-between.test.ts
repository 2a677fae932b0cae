import { expect, test } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { numberOf, servicesOf } from './desk.ts';
import { perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();
let serial = 0;

type Text = { sender: string; word: (n: number) => string };
const WAYS: [string, Text][] = [
  [
    'has any phone send a thousand texts, by a sender who is on no list,',
    {
      sender: '66999001',
      word: (n) =>
        `Vous avez recu ${1000 + n} FCFA du 66999001. Votre solde disponible est ${9_000_000 + 3 * n} FCFA.`,
    },
  ],
  [
    'forges a thousand messages that print no balance',
    {
      sender: 'AirtelMoney',
      word: (n) => `Trans.ID : MP261121.1215.C${10_000 + n}. Vous avez recu ${1000 + n} FCFA du 66999001.`,
    },
  ],
];

async function flood(stage: Stage, { sender, word }: Text): Promise<void> {
  for (let from = 0; from < 1000; from += 250) {
    const received = await receiveNotices(
      servicesOf(stage),
      Array.from({ length: 250 }, () => {
        serial += 1;
        return {
          ...({ environment: 'live', merchant_id: null, operator: 'AIRTEL', source: 'GATEWAY_SMS' } as const),
          ...{ sender, body: word(serial), collection_number: numberOf(stage), received_at: stage.world.now },
        };
      }),
    );
    await settleNotices(
      servicesOf(stage),
      received.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : [])),
    );
  }
}

// What lies between two lost messages touches the way nowhere, so a reading looks at the newest thousand messages without a place; where it can't look at all, everything
// counts. These touch no balance at all: they fill the thousand, are left out as no message that may be true, and then there are fewer than a thousand.
test.each(WAYS)(
  'Who reads every message, waits until two are lost, and %s before the SIM is read, takes no more than the bound',
  { timeout: 120_000 },
  (_what, text) =>
    scene(async (stage) => {
      for (let n = 0; n < 6; n += 1) {
        await perform(
          stage,
          `session v${n} ${195_020 - n} by rival${n}
          session h${n} ${195_000 - n} by shop${n}
          late a${n} credit 10
          paid h${n}
          late b${n} credit 10
          sms f${n} forged ${195_020 - n} off -${195_020 - n}
          wait 4min
          sms t${n} credit 300
          wait 4min`,
        );
        await flood(stage, text);
        await perform(stage, 'wait 1min\nanchor');
      }
      // Five of six.
      expect(await taken(stage)).toBe(975_090);
    }),
);

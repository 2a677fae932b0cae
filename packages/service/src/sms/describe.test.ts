import { expect, it } from 'vitest';
import { describeSms } from './describe.ts';
import { readSms } from './read.ts';

it('a person is told what a credit notice says and why it is in doubt', () => {
  const reading = readSms({
    operator: 'AIRTEL',
    sender: 'AirtelMoney',
    text: 'Trans.ID: PP260627.1644.A19378. Vous avez recu 25000 FCFA du 66123456. Motif: K7Q2-9FJM. Votre solde disponible est 2410 FCFA.',
  });
  expect(describeSms(reading)).toEqual([
    'kind        CREDIT (money received)',
    'template    airtel-credit@2 (unconfirmed)',
    'sender      on the list',
    'amount      25\u202f000\u202fFCFA',
    'transaction PP260627.1644.A19378',
    'payer       66123456',
    'time        2026-06-27T15:44:00.000Z (to the minute)',
    'balance     2\u202f410\u202fFCFA',
    'motif       K7Q2-9FJM',
    'doubt       unconfirmed_template: no real message has confirmed this template yet',
  ]);
});

it('a person is told when a text is close to a known one but not understood', () => {
  const reading = readSms({
    operator: 'MOOV',
    sender: 'Stranger',
    text: 'Un client vous a vire 25 000 FCFA. Ref: 123456789012. Solde: 60 000 FCFA.',
  });
  expect(describeSms(reading)).toEqual([
    'kind        UNKNOWN (no template takes it: kept and listed)',
    'near        wording close to template moov-credit: somebody should look',
    'sender      not on the list: the text is no evidence',
    'sums        25\u202f000\u202fFCFA',
    'balances    60\u202f000\u202fFCFA',
  ]);
});

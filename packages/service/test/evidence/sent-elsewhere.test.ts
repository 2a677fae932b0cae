import { describe, test } from 'vitest';
import { perform, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

const REFUND = `wait 5min
  sms m credit 30000 from 66777001
  wait 5min
  anchor
  wait 1min
  refund m as Awa -> refunded
  wait 1min`;
const sent = (to: string, more = '') =>
  `sms r moved -30000 "Trans. id: ID. Vous avez envoye 30000 FCFA au ${to}. Votre solde disponible est BALANCE FCFA.${more}"
  wait 31s`;

describe('A refund that went to another phone is shown as that, also in words that no template takes', () => {
  test.each([
    ['a name before the number', 'ABAKAR 66999999'],
    ['a name with points', 'MAHAMAT A. ABAKAR 66999999'],
    ['a name with the number in brackets', 'ABAKAR MAHAMAT (66999999)'],
    ['the number twice', '66999999 (23566999999)'],
  ])('%s', (_how, to) =>
    scene((stage) => perform(stage, `${REFUND}\n${sent(to)}\nincidents -> misdirected`)),
  );
});

test('A refund in words that no template takes is not called misdirected where it names the right phone, or two phones', () =>
  scene((stage) =>
    perform(
      stage,
      `${REFUND}
      ${sent('ABAKAR 66777001')}
      incidents -> none
      wait 5min
      sms n credit 30000 from 66777002
      wait 5min
      anchor
      wait 1min
      refund n as Awa -> refunded
      wait 1min
      ${sent('ABAKAR 66777002', ' Aide: 66000000.')}
      incidents -> none`,
    ),
  ));

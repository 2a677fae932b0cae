import { expect, test } from 'vitest';
import { movesOf } from '../domain/movement/move.ts';
import type { Operator } from '../domain/operator.ts';
import { readSms } from './read.ts';

const SENDERS = { AIRTEL: 'AirtelMoney', MOOV: 'MoovMoney' } as const satisfies Record<Operator, string>;

/** What texts may tell of a SIM that holds nothing, or as little as its airtime: operator | text | movements. */
const TEXTS = `
# Airtime from a phone, in words that a payer's name could make as well
AIRTEL | Vous avez recu 5000 FCFA de credit du 66999999. Solde: 5000 FCFA. | CREDIT nowhere
AIRTEL | Ref: 123456789012. Vous avez recu un transfert de 5000 FCFA de bonus de 66999999. Solde: 5000 FCFA. | CREDIT nowhere
AIRTEL | Vous avez recu 5000 FCFA de credit d’appel de la part du 66999999. Solde: 5000 FCFA. | CREDIT nowhere
AIRTEL | Vous avez recu 5000 FCFA de credit offert par le (66****99). Solde: 5000 FCFA. | CREDIT nowhere
AIRTEL | Vous avez recu 5000 FCFA de recharge du numero 66999999. Solde: 5000 FCFA. | CREDIT nowhere
MOOV | Vous avez recu 5000 FCFA de credit de 92000000 le 12/06/24 a 14:05. Nouveau solde: 5000 FCFA. Ref: 123456789012. | CREDIT nowhere
# With ordinary words between the airtime and whose phone it came from, or before it
AIRTEL | Vous avez recu 5000 FCFA de credit Airtel du 66999999. Solde: 5000 FCFA. | CREDIT nowhere
AIRTEL | Vous avez recu 5000 FCFA de temps d’antenne Airtel Tchad du 66999999. Solde: 5000 FCFA. | CREDIT nowhere
AIRTEL | Vous avez recu 5000 FCFA de credit provenant du 66999999. Solde: 5000 FCFA. | CREDIT nowhere
AIRTEL | Vous avez recu 5000 FCFA de credit via le 66999999. Solde: 5000 FCFA. | CREDIT nowhere
AIRTEL | Vous avez recu 5000 FCFA de recharge electronique du numero Airtel 66999999. Solde: 5000 FCFA. | CREDIT nowhere
AIRTEL | Vous avez recu 5000 FCFA de credit de l’abonne 66999999. Solde: 5000 FCFA. | CREDIT nowhere
AIRTEL | Vous avez recu 5000 FCFA de credit partage par votre correspondant 66999999. Solde: 5000 FCFA. | CREDIT nowhere
MOOV | Vous avez recu 5000 FCFA de credit Moov de 92000000 le 12/06/24 a 14:05. Nouveau solde: 5000 FCFA. Ref: 123456789012. | CREDIT nowhere
# Behind the phone
AIRTEL | Ref: 123456789012. Vous avez recu 5000 FCFA du 66999999 en credit. Solde: 5000 FCFA. | CREDIT nowhere
AIRTEL | Ref: 123456789012. Vous avez recu 5000 FCFA du 66999999 credit d’appel. Solde: 5000 FCFA. | CREDIT nowhere
# A SIM that holds much has no such balance of airtime, and a payer may be called so
AIRTEL | Vous avez recu 5000 FCFA de CREDIT DU 66123456. Solde: 55000 FCFA. | CREDIT 50000>55000
AIRTEL | Vous avez recu 5000 FCFA de ETS RECHARGE PAR TEL 66123456. Solde: 55000 FCFA. | CREDIT 50000>55000
AIRTEL | Vous avez recu 5000 FCFA de ETS RECHARGE PAR TEL 66123456. Solde: 54999 FCFA. | CREDIT nowhere
# In words of airtime alone
AIRTEL | 207 : Vous avez recu un credit de 2500 FCFA du 68612345. Votre solde est de 2500 FCFA. Trans.ID : R1707051582330 | nothing
MOOV | Vous avez recu 5000 FCFA de credit du 92000000. Nouveau solde: 5000 FCFA. Ref: 123456789012. | nothing
# Without a phone it may have been bought from what the SIM holds
AIRTEL | Vous avez recu 500 FCFA de credit d’appel. Ref: RC260627.1644.B72794. Solde: 500 FCFA. | AIRTIME 1000>500
AIRTEL | Recharge de 500 FCFA reussie. Solde: 500 FCFA. | AIRTIME 1000>500
# In words that nobody knows
AIRTEL | Vous avez achete 500 FCFA de credit. Solde: 500 FCFA. | UNREAD 1000>500
AIRTEL | Recu un credit de 2500 FCFA du 66999999. Solde: 2500 FCFA. | UNREAD nowhere
AIRTEL | Recu 2500 FCFA de credit du 66999999. Solde: 2500 FCFA. | UNREAD nowhere
AIRTEL | Vous avez recu un transfert de credit de 5000 FCFA du 66999999. Solde: 5000 FCFA. | UNREAD nowhere
AIRTEL | Transfert de credit recu: 5000 FCFA du 66999999. Solde: 5000 FCFA. | UNREAD nowhere
AIRTEL | Vous avez recu du credit: 5000 FCFA du 66999999. Solde: 5000 FCFA. | UNREAD nowhere
AIRTEL | Votre credit a ete recharge de 5000 FCFA par le 66999999. Solde: 5000 FCFA. | UNREAD 10000>5000
AIRTEL | Vous avez recu 5000 FCFA du 66999999 en credit. Solde: 5000 FCFA. | UNREAD nowhere
AIRTEL | Vous avez recu 5000 FCFA de ALI (66999999) credit d’appel. Solde: 5000 FCFA. | UNREAD nowhere
AIRTEL | Encaisse 5000 FCFA de ALI 66999999. Credit d’appel: composez *100#. Solde: 5000 FCFA. | UNREAD 0>5000; UNREAD 10000>5000
AIRTEL | Paiement de CREDIT MUTUEL: 5000 FCFA recus du 66999999. Solde: 5000 FCFA. | UNREAD 0>5000; UNREAD 10000>5000
AIRTEL | Votre compte a ete recharge de 5000 FCFA par 66999999. Solde: 5000 FCFA. | UNREAD 0>5000; UNREAD 10000>5000
AIRTEL | Encaisse 5000 FCFA de ALI 66999999. Solde: 5000 FCFA. | UNREAD 0>5000; UNREAD 10000>5000
AIRTEL | Recu 5000 FCFA de ALI 66999999. Note 1 F de credit. Solde: 5000 FCFA. | UNREAD 0>5000; UNREAD 10000>5000; UNREAD 4999>5000; UNREAD 5001>5000
AIRTEL | Vous avez bien recu 5000 FCFA de credit du 66123456. Votre solde est 5000 FCFA. | UNREAD nowhere
AIRTEL | Le 66999999 vous a transfere 5000 FCFA de credit. Solde: 5000 FCFA. | UNREAD nowhere
AIRTEL | ALI (66999999) vous a envoye 5000 FCFA de credit. Solde: 5000 FCFA. | UNREAD nowhere
# Neither a code to dial nor the hotline's number makes it bought that somebody has sent
AIRTEL | Vous avez bien recu 5000 FCFA de credit du 66123456. Votre solde est 5000 FCFA. Appelez le 111. | UNREAD nowhere
AIRTEL | Vous avez bien recu 5000 FCFA de credit du 66123456. Votre solde est 5000 FCFA. Composez *222#. | UNREAD nowhere
AIRTEL | Vous avez bien recu 5000 FCFA de credit du 66123456. Votre solde est 5000 FCFA. Menu *211*1#. | UNREAD nowhere
AIRTEL | Vous avez bien recu 5000 FCFA de credit du 66123456. Votre solde est 5000 FCFA. Service client: 66000111. | UNREAD nowhere
# What it is sent by is called in other words, or has a name that a hotline has too
AIRTEL | Vous avez recu 5000 FCFA de credit. Envoyeur: 66999999. Solde: 10000 FCFA. | UNREAD 5000>10000
AIRTEL | Vous avez recu 5000 FCFA de credit. Emetteur: ALI 66999999. Solde: 10000 FCFA. | UNREAD 5000>10000
AIRTEL | Vous avez recu 5000 FCFA de credit. Payer: 66999999. Solde: 10000 FCFA. | UNREAD 5000>10000
AIRTEL | Vous avez bien recu 5000 FCFA de credit du 66999999 SERVICE INFO. Votre solde est 10000 FCFA. | UNREAD 5000>10000
AIRTEL | Vous avez bien recu 5000 FCFA de credit du SERVICE INFO 66999999. Votre solde est 10000 FCFA. | UNREAD 5000>10000
AIRTEL | Vous avez bien recu 5000 FCFA de credit de CALL BOX (66999999). Votre solde est 10000 FCFA. | UNREAD 5000>10000
AIRTEL | Vous avez bien recu 5000 FCFA de credit. Envoyeur: APPELEZ AIDE 66999999. Votre solde est 10000 FCFA. | UNREAD 5000>10000
AIRTEL | Service Airtel: du 66999999 vous avez recu 5000 FCFA de credit. Votre solde est 10000 FCFA. | UNREAD 5000>10000
AIRTEL | Vous avez bien recu 5000 FCFA de credit du 66999999. Motif: service info aide. Votre solde est 10000 FCFA. | UNREAD 5000>10000
# Nor do they, or our own number, make it sent that our people have bought
AIRTEL | Achat reussi. Vous avez recu 1000 FCFA de credit. Votre solde Airtel Money: 26410 FCFA. | UNREAD 25410>26410; UNREAD 27410>26410
AIRTEL | Achat reussi. Vous avez recu 1000 FCFA de credit. Votre solde Airtel Money: 26410 FCFA. Infos *211# | UNREAD 25410>26410; UNREAD 27410>26410
AIRTEL | Vous avez bien recu 1000 FCFA de credit. Votre solde Airtel Money est 26410 FCFA. Service client: 66000111. | UNREAD 25410>26410; UNREAD 27410>26410
AIRTEL | Vous avez bien recu 1000 FCFA de credit. Votre solde Airtel Money est 26410 FCFA. Merci de contacter le 66000111. | UNREAD 25410>26410; UNREAD 27410>26410
AIRTEL | Vous avez bien recu 1000 FCFA de credit. Votre solde Airtel Money est 26410 FCFA. Numero du service client: 66000111. | UNREAD 25410>26410; UNREAD 27410>26410
AIRTEL | Vous avez bien recu 1000 FCFA de credit. Votre solde Airtel Money est 26410 FCFA. Service client de Airtel: 66000111. | UNREAD 25410>26410; UNREAD 27410>26410
AIRTEL | Vous avez bien recu 1000 FCFA de credit. Votre solde Airtel Money est 26410 FCFA. Service client au 66000111. | UNREAD 25410>26410; UNREAD 27410>26410
AIRTEL | Vous avez bien recu 1000 FCFA de credit. Votre solde Airtel Money est 26410 FCFA. Numero du service 66000111. | UNREAD 25410>26410; UNREAD 27410>26410
AIRTEL | Vous avez bien recu 1000 FCFA de credit. Votre solde Airtel Money est 26410 FCFA. Numero de l’assistance: 66000111. | UNREAD 25410>26410; UNREAD 27410>26410
AIRTEL | Vous avez bien recu 1000 FCFA de credit. Votre solde Airtel Money est 26410 FCFA. Support par WhatsApp: 66000111. | UNREAD 25410>26410; UNREAD 27410>26410
AIRTEL | Vous avez bien recu 1000 FCFA de credit. Votre solde Airtel Money est 26410 FCFA. Composez le numero de telephone 66000111. | UNREAD 25410>26410; UNREAD 27410>26410
AIRTEL | Vous avez bien recu 1000 FCFA de credit. Votre solde Airtel Money est 26410 FCFA. Infos au 66000111. | UNREAD 25410>26410; UNREAD 27410>26410
AIRTEL | Vous avez bien recu 1000 FCFA de credit sur le 66000001. Votre solde Airtel Money est 26410 FCFA. | UNREAD 25410>26410; UNREAD 27410>26410
# A payer of such a name
AIRTEL | Vous avez recu 5000 FCFA de CREDIT MUTUEL 66123456. Solde: 5000 FCFA. | CREDIT 0>5000
AIRTEL | Vous avez recu 5000 FCFA de CREDIT DU SAHEL 66123456. Solde: 5000 FCFA. | CREDIT 0>5000
AIRTEL | Vous avez recu 5000 FCFA de BOUTIQUE CREDIT 66123456. Solde: 5000 FCFA. | CREDIT 0>5000
AIRTEL | Vous avez recu 5000 FCFA de FORFAIT 66123456. Solde: 5000 FCFA. | CREDIT 0>5000
AIRTEL | Vous avez recu 5000 FCFA de BONUS BRICE DE SARH 66123456. Solde: 5000 FCFA. | CREDIT 0>5000
AIRTEL | Ref: 123456789012. Vous avez recu 5000 FCFA de 66123456 CREDIT. Solde: 5000 FCFA. | CREDIT 0>5000
MOOV | Vous avez recu 5000 FCFA de 92000000 - CREDIT, le 12/06/24 a 14:05. Nouveau solde: 5000 FCFA. Ref: 123456789012. | CREDIT 0>5000
`;

const cases = TEXTS.split('\n')
  .filter((line) => line.includes('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()) as [Operator, string, string]);

test.each(cases)('%s: %s', (operator, text, movements) => {
  const { readings, figures } = readSms({ operator, sender: SENDERS[operator], text });
  const told = movesOf(readings, figures).map(
    ({ kind, before_xaf, after_xaf }) =>
      `${kind} ${after_xaf === null ? 'nowhere' : `${before_xaf}>${after_xaf}`}`,
  );
  expect(told.join('; ') || 'nothing').toBe(movements);
});

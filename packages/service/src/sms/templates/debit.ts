import { AD, BALANCE, defineTemplate, HELLO, ID } from './template.ts';

/** Money that leaves: transfers, merchant payments, withdrawals, purchases. Its balance is still a witness. */
export const debit = defineTemplate({
  id: 'debit',
  operator: 'ANY',
  kind: 'DEBIT',
  version: 2,
  wordings: [
    // A name may hold what looks like a fee; a number can't.
    `${HELLO} [${ID}: {id}.] vous avez <envoye|transfere|depose|verse> {amount} <au|a|vers> {phone}. [Frais: {fee}.] ${BALANCE}. [${ID}: {id}.] ${AD}`,
    `${HELLO} vous avez <envoye|transfere|verse> {amount} a {name}, le {time}. ${ID}: {id}. ${BALANCE}. ${AD}`,
    `${HELLO} [${ID}: {id}.] vous avez <paye|regle|achete> {amount} <a|au|chez> {name}. ${BALANCE}. ${AD}`,
    // What stands behind the name as a fee may belong to the name: both readings come out, and the balance decides.
    `${HELLO} [${ID}: {id}.] vous avez <paye|regle|achete> {amount} <a|au|chez> {name}. Frais [de <transaction|paiement|service>]: {fee}. ${BALANCE}. ${AD}`,
    `${HELLO} [${ID}: {id}.] <retrait de|vous avez retire> {amount} [effectue|reussi]. [${ID}: {id}.] ${BALANCE}. [${ID}: {id}.] ${AD}`,
    `retrait <d argent|dargent> reussi aupres de: {name} Code agent: {code} Montant: {amount} TID: {id} ${BALANCE} ${AD}`,
    `<depot|transfert> <d argent|dargent> effectue <vers|au> {phone}. Montant: {amount}. ${ID}: {id}. [Code agent: {code}.] [${BALANCE}.]`,
    `transfert <effectue|envoye> <vers|a> {name}. Montant: {amount}. ${ID}: {id}. ${BALANCE}. ${AD}`,
  ],
  samples: [
    {
      about: 'an outgoing transfer',
      text: 'Trans.ID: PP260627.1644.B72794. Vous avez envoye 25000 FCFA au 66123456. Frais: 100 FCFA. Votre solde disponible est 2410 FCFA.',
      reading: {
        kind: 'DEBIT',
        amount_xaf: 25000,
        fee_xaf: 100,
        operator_transaction_id: 'PP260627.1644.B72794',
        occurred_at: '2026-06-27T15:44:00.000Z',
        balance_xaf: 2410,
        recipient: '66123456',
      },
    },
    {
      about: 'an outgoing transfer to a name with its number',
      text: 'Transfert effectue vers NOM PRENOM (94123456). Montant: 10 000 FCFA. Ref: 123456789012. Solde: 60 000 FCFA.',
      reading: {
        kind: 'DEBIT',
        amount_xaf: 10000,
        operator_transaction_id: '123456789012',
        balance_xaf: 60000,
        recipient: '94123456',
      },
    },
    {
      about: 'a merchant payment',
      text: 'Vous avez payé 5 000 FCFA à BOUTIQUE. Solde: 2 410 FCFA.',
      reading: { kind: 'DEBIT', amount_xaf: 5000, balance_xaf: 2410 },
    },
    {
      about: 'a withdrawal',
      text: 'RETRAIT de 10 000 FCFA. Solde: 2 410 FCFA. Ref: CO260627.1644.B72794',
      reading: {
        kind: 'DEBIT',
        amount_xaf: 10000,
        balance_xaf: 2410,
        operator_transaction_id: 'CO260627.1644.B72794',
        occurred_at: '2026-06-27T15:44:00.000Z',
      },
    },
  ],
});

const UNDONE =
  '[a ete|est] <annule|annulee|inverse|inversee|renverse|renversee|extourne|extournee|rembourse|remboursee>';

/** A credit or a debit undone. It names the transaction undone, and may have an id of its own. */
export const reversal = defineTemplate({
  id: 'reversal',
  operator: 'ANY',
  kind: 'REVERSAL',
  version: 2,
  wordings: [
    `${HELLO} [${ID}: {id}.] [le|la|votre] <transfert|transaction|paiement|depot> {reversed} [de {amount}] ${UNDONE} [le {date}]. [${BALANCE}.] ${AD}`,
    `[le|votre] <transfert|transaction|paiement|depot> {reversed} de {amount} [recu] <de|du> {payer} ${UNDONE} [le {date}]. [${BALANCE}.] ${AD}`,
    `[le|votre] <transfert|paiement|depot> de {amount} ${UNDONE} [le {date}]. ${ID}: {reversed}. [${BALANCE}.] ${AD}`,
    `annulation de <transfert|transaction|paiement|depot>. Montant: {amount}. ${ID}: {reversed}. [${BALANCE}.] ${AD}`,
    // With a balance behind them these could not be told from a payer whose name ends in the word.
    `<transfert|depot|paiement> recu <de|du> {payer} <annule|annulee>. Montant: {amount}. ${ID}: {reversed}.`,
    `depot de {amount} effectue par l agent {payer} ${UNDONE}. ${ID}: {reversed}.`,
  ],
  samples: [
    {
      about: 'a credit undone',
      text: 'Le transfert MP260627.1644.B72794 de 25 000 FCFA recu de 66123456 a été annulé. Solde: 2 410 FCFA.',
      reading: {
        kind: 'REVERSAL',
        amount_xaf: 25000,
        reversed_transaction_id: 'MP260627.1644.B72794',
        payer: '66123456',
        balance_xaf: 2410,
      },
    },
    {
      about: 'with an id of its own',
      text: 'Ref: RV260628.0900.B00001. La transaction MP260627.1644.B72794 de 25000 FCFA a ete annulee. Solde: 2410 FCFA.',
      reading: {
        kind: 'REVERSAL',
        amount_xaf: 25000,
        operator_transaction_id: 'RV260628.0900.B00001',
        reversed_transaction_id: 'MP260627.1644.B72794',
        occurred_at: '2026-06-28T08:00:00.000Z',
        balance_xaf: 2410,
      },
    },
    {
      about: 'announced by a noun',
      text: 'ANNULATION DE TRANSFERT. Montant: 25 000 FCFA. Trans.ID: PP260627.1644.B72794.',
      reading: { kind: 'REVERSAL', amount_xaf: 25000, reversed_transaction_id: 'PP260627.1644.B72794' },
    },
  ],
});

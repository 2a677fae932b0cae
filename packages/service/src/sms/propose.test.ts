import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proposeWording } from './propose.ts';
import { readSms, takes } from './read.ts';
import { TEMPLATES } from './templates/all.ts';
import { defineTemplate } from './templates/template.ts';

/** Text, its kind and the wording that is proposed. */
const PROPOSALS = `
Argent arrive: 25 000 FCFA de NOM PRENOM (92000000). Ref: 123456789012. Solde: 60 000 FCFA
CREDIT  Argent arrive: {amount} de {payer}. Ref: {id}. Solde: {balance}

You have received 25,000 FCFA from 23592000000 - JOHN DOE. Ref: 123456789012. Fee: 10 FCFA. New balance: 60,000 FCFA
CREDIT  You have received {amount} from {payer}. Ref: {id}. Fee: {fee}. New balance: {balance}

Le 12/06/24 a 14:05 un client vous a vire 500 F. Motif: K7Q2-9FJM loyer. Votre solde est de 60 000 F CFA
CREDIT  Le {time} un client vous a vire {amount}. Motif: {motif}. Votre solde est de {balance}

Operation MP260627.1644.B72794 annulee [urgent] par agent 1101381
REVERSAL  Operation {reversed} annulee urgent par agent {code}

You have received from 66123456 XAF 5000. Balance XAF 60000. ID PP261130.1405.A19378
CREDIT  You have received from {phone} {amount}. Balance {balance}. ID {id}

Recu de ALI 66 12 34 56 5 000 FCFA. Nouveau solde 60 000 FCFA. Ref: 123456789012
CREDIT  Recu de {name} {phone} {amount}. Nouveau solde {balance}. Ref: {id}

Somme 500 F retiree, retrait chez 99112233. TID: DH58HF9XG8
DEBIT  Somme {amount} retiree, retrait chez {name}. TID: {id}

Envoye 5000 FCFA au 66123456. Reference: 123456789012. Nouveau solde: 67410 FCFA
DEBIT  Envoye {amount} au {name}. Reference: {id}. Nouveau solde: {balance}

Reference: 123456789012. Recu 5000 FCFA de 66123456. Solde: 67410 FCFA. Recu no 1234567890
CREDIT  Reference: {id}. Recu {amount} de {payer}. Solde: {balance}. Recu no {ref}

Recu 5000 FCFA de 66123456. Motif: solde de la facture. TID: MP261121.1205.B00001
CREDIT  Recu {amount} de {payer}. Motif: {motif}. TID: {id}

Versement de 5000 FCFA par 66123456. Nouveau solde: 67410 FCFA. TID: MP261121.1205.B00001
CREDIT  Versement de {amount} par {payer}. Nouveau solde: {balance}. TID: {id}

Encaissement de 5000 FCFA par 66123456. Nouveau solde: 67410 FCFA. TID: MP261121.1205.B00001
CREDIT  Encaissement de {amount} par {payer}. Nouveau solde: {balance}. TID: {id}

Payment of 5000 FCFA from 66123456. New balance: 67410 FCFA. TID: MP261121.1205.B00001
CREDIT  Payment of {amount} from {payer}. New balance: {balance}. TID: {id}

Argent: 5000 FCFA de 66123456. Nouveau solde: 67410 FCFA. TID: MP261121.1205.B00001
CREDIT  Argent: {amount} de {payer}. Nouveau solde: {balance}. TID: {id}

Recu 5000 FCFA de 66123456. Nouveau solde: 67410 FCFA. Trouvez un agent Airtel pres de chez vous. TID: MP261121.1205.B00001
CREDIT  Recu {amount} de {payer}. Nouveau solde: {balance}. Trouvez un agent Airtel pres de chez vous. TID: {id}

Recu 5000 FCFA de 66123456. Nouveau solde: 67410 FCFA. TID: MP261121.1205.B00001. Retrait chez nos agents.
CREDIT  Recu {amount} de {payer}. Nouveau solde: {balance}. TID: {id}. Retrait chez nos agents.

Recu 5000 FCFA de 66123456. Nouveau solde: 67410 FCFA. Service paye par Airtel. TID: MP261121.1205.B00001
CREDIT  Recu {amount} de {payer}. Nouveau solde: {balance}. Service paye par Airtel. TID: {id}

Cher agent, recu 5000 FCFA de 66123456. Nouveau solde: 67410 FCFA
CREDIT  Cher agent, recu {amount} de {payer}. Nouveau solde: {balance}

66777001 ALI vous a envoye 3000 FCFA. Nouveau solde: 67410 FCFA. TID: MP261121.1205.B00001
CREDIT  {payer} ALI vous a envoye {amount}. Nouveau solde: {balance}. TID: {id}

66777001 ALI sent you 3000 FCFA. New balance: 67410 FCFA. TID: MP261121.1205.B00001
CREDIT  {payer} ALI sent you {amount}. New balance: {balance}. TID: {id}

Recu 5000 FCFA de 66123456. Motif: loyer annule. Nouveau solde: 67410 FCFA
CREDIT  Recu {amount} de {payer}. Motif: {motif}. Nouveau solde: {balance}

Motif: retrait. Le 66123456 vous a envoye 5000 FCFA. Nouveau solde: 67410 FCFA
CREDIT  Motif: {motif}. Le {payer} vous a envoye {amount}. Nouveau solde: {balance}

Ancien solde: 62410 FCFA. Recu 5000 FCFA de 66123456. Nouveau solde: 67410 FCFA
CREDIT  Ancien solde: {sum}. Recu {amount} de {payer}. Nouveau solde: {balance}

Recu 5000 FCFA de 66123456. Solde: 67410 FCFA. Solde precedent: 62410 FCFA. Solde bonus: 0 FCFA
CREDIT  Recu {amount} de {payer}. Solde: {balance}. Solde precedent: {sum}. Solde bonus: {sum}

Solde avant: 67410 FCFA. Envoye 5000 FCFA au 66123456. Solde apres: 62410 FCFA
DEBIT  Solde avant: {sum}. Envoye {amount} au {name}. Solde apres: {balance}

Depot de 5000 FCFA par l'agent 66112233. Solde: 67410 FCFA. TID: MP261121.1205.B00001
CASH_IN  Depot de {amount} par {agent}. Solde: {balance}. TID: {id}

Vous avez recu 5000 FCFA de l'agent SAO (66112233). Solde: 67410 FCFA. TID: MP261121.1205.B00001
CASH_IN  Vous avez recu {amount} de {agent}. Solde: {balance}. TID: {id}

Paiement de 5000 FCFA a BOUTIQUE SAO. Nouveau solde: 67410 FCFA. TID: MP261121.1205.B00001
DEBIT  Paiement de {amount} a BOUTIQUE SAO. Nouveau solde: {balance}. TID: {id}

Depot d'argent vers 99112233. Montant: 5000 FCFA. TID: MP261121.1205.B00001. Solde: 67410 FCFA
DEBIT  Depot d'argent vers {name}. Montant: {amount}. TID: {id}. Solde: {balance}

Votre solde est de 67410 FCFA. Retrait chez nos agents
BALANCE  Votre solde est de {balance}. Retrait chez nos agents

Recu 5000 FCFA de 66123456. Solde: 67410 FCFA. Frais de retrait: 100 FCFA
CREDIT  Recu {amount} de {payer}. Solde: {balance}. Frais de retrait: {fee}

Frais de 100 FCFA preleves. Solde: 67410 FCFA
FEE  Frais de {fee} preleves. Solde: {balance}

Votre compte a ete debite de 5000 FCFA. Solde: 22410 FCFA. Composez *211#.
DEBIT  Votre compte a ete debite de {amount}. Solde: {balance}. Composez *{code}#.

Transfert de 5000 FCFA vers la banque ECOBANK effectue. Solde: 22410 FCFA. Trans.ID: PP260627.1644.A19378. Composez *211#.
DEBIT  Transfert de {amount} vers la banque ECOBANK effectue. Solde: {balance}. Trans.ID: {id}. Composez *{code}#.

Retrait reussi de 5000 FCFA. Frais 100 FCFA. Solde: 22410 FCFA. Menu: *211#. Merci.
DEBIT  Retrait reussi de {amount}. Frais {fee}. Solde: {balance}. Menu: *{code}#. Merci.

Vous avez ete credite de 5000 FCFA. Solde: 22410 FCFA. Service client: 66000111.
CREDIT  Vous avez ete credite de {amount}. Solde: {balance}. Service client: {code}.

Trans.ID PP260627.1644.A19378. Vous avez bien recu 25000 FCFA du 66123456. Solde: 27410 FCFA. Composez *211#
CREDIT  Trans.ID {id}. Vous avez bien recu {amount} du {payer}. Solde: {balance}. Composez *{code}#

Votre compte a ete debite de 5000 FCFA. Solde: 22410 FCFA. Pour toute assistance appelez le 66000111 ou tapez *211*1#
DEBIT  Votre compte a ete debite de {amount}. Solde: {balance}. Pour toute assistance appelez le {code} ou tapez *{code}*{code}#

Debit de 5000 FCFA. Solde: 22410 FCFA. Beneficiaire: ALI 66123456. Contactez-nous au 66 00 01 11
DEBIT  Debit de {amount}. Solde: {balance}. Beneficiaire: ALI {name}. Contactez-nous au {code} {code} {code} {code}

Recu 5000 FCFA. Solde: 67410 FCFA. Client: 66****56. Service client: 66000111
CREDIT  Recu {amount}. Solde: {balance}. Client: {payer}. Service client: {code}

Le paiement MP261121.1205.B00001 de 5000 FCFA recu de 66123456 est annule. Solde: 62410 FCFA
REVERSAL  Le paiement {reversed} de {amount} recu de {name} est annule. Solde: {balance}
`;

/** What a payer wrote behind a label, and how the text goes on, whose wording is proposed with {motif} for it. */
const WRITTEN = [
  ['du 66123456. Reference: ', 'COMMANDE12', '. '],
  ['du 66123456. Reference: ', '1234567890', '. '],
  ['du 66123456. Reference: ', 'COMMANDE12', ' '],
  ['du 66123456. Motif: ', 'MP261121.1200.B72794', '. '],
  ['du 66123456. Motif: ', 'Trans.ID: MP261121.1200.B72794 vu', '. '],
  ['du 66123456. Motif: ', 'facture 12.500 du 21.11.2026', '. '],
  ['du 66123456. Motif: ', '21/11/2026 12:00 rdv', '. '],
  ['du 66123456. Note: ', '235661234567', '. '],
  ['du 66123456. Message: ', 'Solde: 1 F', '. '],
  ['en caisse. Motif: ', '66777001', '. '],
  ['en caisse. Motif du paiement: ', '66777001', '. '],
  ['du 66123456. Motif du transfert: ', 'MP261121.1200.B72794', '. '],
  ['du 66123456. Message de l expediteur: ', 'MP261121.1200.B72794', '. '],
  ['du 66123456. Message de l’expediteur: ', 'MP261121.1200.B72794', '. '],
  ['du 66123456. Message client: ', '66777001', '. '],
  ['du 66123456. Reference client: ', '123456789012', '. '],
  ['du 66123456. Raison: ', 'MP261121.1200.B72794', '. '],
  ['du 66123456. Description: ', 'MP261121.1200.B72794', '. '],
] as const;

function takesText(wording: string, text: string): boolean {
  const { wordings } = defineTemplate({ id: 'x', operator: 'ANY', kind: 'PROMO', wordings: [wording] });
  return takes({ ...(TEMPLATES[0] as (typeof TEMPLATES)[0]), wordings }, text);
}

describe('the wording proposed for a text that no template takes', () => {
  for (const block of PROPOSALS.trim().split('\n\n')) {
    const [text = '', second = ''] = block.split('\n');
    const [kind = '', wording = ''] = second.split(/ {2}/);
    it(`of "${text}" is ${wording}`, () => {
      expect(proposeWording(text)).toMatchObject({ kind, wording, problem: null });
      expect(takesText(wording, text)).toBe(true);
    });
  }

  it.each([
    ['DEBIT', 'Montant 5000 FCFA\nRetrait fait\nSolde: 67410 FCFA'],
    ['CREDIT', '5000 FCFA de 66123456\nPaiement confirme\nSolde: 67410 FCFA'],
  ])('has the kind %s of the words that a line of their own has: %j', (kind, text) => {
    expect(proposeWording(text)).toMatchObject({ kind, problem: null });
  });

  it('reads its own text as it proposes to', () => {
    const text = 'Argent arrive: 25 000 FCFA de NOM (92000000). Ref: 123456789012. Solde: 60 000 FCFA';
    const { kind, wording } = proposeWording(text);
    const template = defineTemplate({ id: 'x', operator: 'MOOV', kind, wordings: [wording] });
    const { readings } = readSms({ operator: 'MOOV', sender: 'Moov', text, templates: [template] });
    expect(readings).toMatchObject([
      {
        kind: 'CREDIT',
        amount_xaf: 25_000,
        payer: '92000000',
        operator_transaction_id: '123456789012',
        balance_xaf: 60_000,
      },
    ]);
  });

  it.each(WRITTEN)('takes nothing that the payer wrote for evidence: %s%s%s', (before, motif, behind) => {
    const text = `Bien recu 5000 FCFA ${before}${motif}${behind}Nouveau solde: 67410 FCFA. TID: MP261121.1205.B00001`;
    const who = before.replace('66123456', '{payer}');
    expect(proposeWording(text)).toMatchObject({
      kind: 'CREDIT',
      wording: `Bien recu {amount} ${who}{motif}${behind}Nouveau solde: {balance}. TID: {id}`,
      problem: null,
    });
  });

  it('has the id behind its label for the operator’s, before one behind words that nobody knows', () => {
    const text =
      'Bien recu 5000 FCFA du 66123456. Intitule: MP261121.1200.B72794. Solde: 67410 FCFA. TID: DH58HF9XG8';
    const wording = 'Bien recu {amount} du {payer}. Intitule: {ref}. Solde: {balance}. TID: {id}';
    expect(proposeWording(text)).toMatchObject({ kind: 'CREDIT', wording, problem: null });
  });

  it('has the id of a debit behind its own label, not behind one where whoever sends may write', () => {
    const text =
      'Vous avez envoye 5000 FCFA a ALI 66123456. Reference: 123456789012. Solde: 9 F. TID: DH58HF9XG8';
    const wording = 'Vous avez envoye {amount} a {name}. Reference: {ref}. Solde: {balance}. TID: {id}';
    expect(proposeWording(text)).toMatchObject({ kind: 'DEBIT', wording, problem: null });
  });

  it('takes the text itself, for each text that is known', () => {
    for (const { text } of TEMPLATES.flatMap(({ samples, rejects }) => [...samples, ...rejects])) {
      const { wording, problem } = proposeWording(text);
      // A sum of nothing, or less, is none.
      if (problem !== null || / (?:0|-25000) FCFA/.test(text)) continue;
      expect(takesText(wording, text), `${text}\n${wording}`).toBe(true);
    }
  });

  it('comes for any text, or says what is wrong with it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(typeof proposeWording(text).wording).toBe('string');
      }),
    );
  });
});

/** Behind the last figure of a text: what calls a number its payer's or payee's. */
const PAYERS = 'Payeur Envoyeur Emetteur Depositaire Debiteur Payer Expediteur Sender'.split(' ');
const PAYEES =
  'Receveur Destination Recipient Receiver Crediteur Client Nom Tel Numero Mobile Titulaire MSISDN'.split(
    ' ',
  );
/** Names that firms and hotlines have. */
const NAMES = ['', 'ALI MOUSSA ', 'SERVICE INFO ', 'CALL BOX ', 'AIDE '];
/** What customers may call. */
const HOTLINES = [
  'Numero du service client: ',
  'Numero du service ',
  'Numero de telephone du service client: ',
  'Service client de Airtel: ',
  'Service client au ',
  'Service clientele: ',
  'Appelez le service client au ',
  'Infos au ',
  'Pour aide ',
  'Pour plus d’informations: ',
  'Pour toute reclamation appelez le ',
  'En cas de probleme appelez le ',
  'Besoin d’aide au ',
  'Besoin de renseignements au ',
  'Numero de l’assistance: ',
  'Support par WhatsApp: ',
  'WhatsApp ',
  'Composez le numero de telephone ',
];

describe('a number behind all that a text tells', () => {
  const credited = 'Paiement recu de 5000 FCFA. Solde: 67410 FCFA. Ref: 123456789012.';
  const debited = 'Debit de 5000 FCFA. Solde: 22410 FCFA.';

  it.each(PAYERS.flatMap((label) => NAMES.map((name) => `${label}: ${name}`)))(
    'is the payer’s behind "%s"',
    (label) => {
      const { kind, wording } = proposeWording(`${credited} ${label}66123456.`);
      expect(`${kind} ${wording}`).toMatch(/^CREDIT .*\{payer\}\.$/);
    },
  );

  it.each([...PAYERS, ...PAYEES].flatMap((label) => NAMES.map((name) => `${label}: ${name}`)))(
    'is the payee’s behind "%s"',
    (label) => {
      const { kind, wording } = proposeWording(`${debited} ${label}66123456.`);
      expect(`${kind} ${wording}`).toMatch(/^DEBIT .*\{name\}\.$/);
    },
  );

  it.each(HOTLINES)('is nobody’s behind "%s"', (label) => {
    for (const told of [credited, debited]) {
      const { wording, problem } = proposeWording(`${told} ${label}66000111.`);
      expect(wording).toMatch(/\{code\}\.$/);
      expect(wording).not.toMatch(/\{(?:payer|name|phone)\}/);
      expect(problem).toBeNull();
    }
  });

  it('names who got money that no label tells of, if it left', () => {
    expect(proposeWording(`${debited} 66123456.`).wording).toBe(
      'Debit de {amount}. Solde: {balance}. {name}.',
    );
  });
});

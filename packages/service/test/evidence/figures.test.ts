import { describe, expect, test } from 'vitest';
import { inOneSet } from './batch.ts';
import { lines, perform, playsOfFile, type Stage, stagesOfFile, statusOf } from './play.ts';
import { confirmWords, teachWords } from './taught.ts';

const play = playsOfFile();
const scene = stagesOfFile();

/** What an operator that changes its words may write of 5000 francs that came; each prints the balance, however it is called. */
const WORDS: [string, string][] = [
  [
    'behind words that are known without a balance',
    'Trans. id : ID. Vous avez recu 5000 FCFA du 66123456. Disponible BALANCE.',
  ],
  [
    'behind the id of known words',
    'Vous avez recu 5000 FCFA du 66123456. Trans. id: ID. Nouvel avoir: BALANCE.',
  ],
  [
    'behind known words, by a name of its own',
    'Trans. id : ID. Vous avez recu 5000 FCFA du 66123456. Compte: BALANCE.',
  ],
  ['without a currency', 'Recu 5000 de 66123456. Disponible BALANCE. ID'],
  ['in English, without a currency', 'You received 5000 from 66123456. Available BALANCE. ID'],
  ['alone with a currency', 'Encaissement 5000. ID. Il vous reste BALANCE FCFA.'],
  ['alone with a currency, by a name of its own', 'Encaissement 5000. ID. Sur le compte BALANCE FCFA.'],
  ['as the one figure without a currency', 'Encaissement 5000 FCFA. ID. Il vous reste BALANCE.'],
  [
    'as the one figure without a currency, by a name of its own',
    'Encaissement 5000 FCFA. ID. Sur le compte BALANCE.',
  ],
  ['beside a fee that alone is named', 'Recu 5000 de 66123456. Frais 50. Il reste BALANCE. ID'],
  ['in Arabic', 'استلمت مبلغ 5000 فرنك من الرقم 66123456. رصيدك الجديد BALANCE فرنك.'],
  ['in Arabic, without a currency', 'استلمت مبلغ 5000 من الرقم 66123456. رصيدك الجديد BALANCE.'],
];

describe('A payment in unknown words that print the balance', () => {
  test.each(WORDS)('%s keeps its session from expiring, and who pays next is confirmed', (_how, words) =>
    play(`
      session a 5000 ttl 5
      session b 6000 ttl 60
      wait 1min
      sms m moved 5000 "${words}"
      float -> 5000
      wait 30min
      a -> AWAITING_PAYMENT
      paid b
      b -> SUCCESS
      float -> 11000
    `),
  );
});

test.each([
  'Motif: 500000 F Solde 562410 F motif 1 F. Solde BALANCE FCFA',
  'Commentaire: 500000 F Solde 562410 F motif 1 F. Solde BALANCE FCFA',
  'Solde BALANCE FCFA. Commentaire: 500000 F Solde 562410 F motif 1 F',
])('A payer who knows the balance does not choose what his payment moved: %s', (words) =>
  play(`
    sms m moved 5000 "Encaissement 5000 FCFA de 66123456. Piece ID. ${words}"
    wait 2min
    float -> 0
    session a 700
    paid a
    wait 5min
    anchor
    wait 5min
    a -> SUCCESS
    incidents -> none
  `),
);

test('A payment in francs by another short name is confirmed', () =>
  play(`
    session a 5000
    sms m moved 5000 "Trans. id : ID. Vous avez recu 5000 Frs du 66123456. Votre solde disponible est BALANCE Fr."
    a -> SUCCESS
  `));

test.each(['Motif: facture INV2026001', 'Profitez d Internet4G', 'ID requis en agence'])(
  'A payment behind whose balance stands what looks like an id is confirmed: %s',
  (last) =>
    play(`
      session a 5000
      sms m moved 5000 "Ref: ID Vous avez recu 5000 FCFA du 66123456. Solde: BALANCE FCFA. ${last}"
      a -> SUCCESS
    `),
);

test('A payment with a number in the advertising behind its balance is confirmed', () =>
  play(`
    session a 5000
    sms m moved 5000 "Trans. id : ID. Vous avez recu 5000 FCFA du 66123456. Votre solde disponible est BALANCE FCFA. Gagnez 10000 points avant le 31/12/2026 au 1234!"
    a -> SUCCESS
  `));

test.each([
  ['without separators', ''],
  ['and their separators those of sums', '٬'],
])('Arabic digits are digits %s', (_how, thousands) =>
  scene(async (stage) => {
    await perform(stage, 'session a 5000 ttl 5\nsession b 6000 ttl 60\nwait 1min');
    const { sim } = stage.world.at('one');
    const arabic = (sum: number, mark = thousands) =>
      String(sum)
        .replace(/\B(?=(\d{3})+$)/g, mark)
        .replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
    const sms = sim.movement(5000, '');
    const text = `استلمت ${arabic(5000)} فرنك من ${arabic(66_123_456, '')}. رصيدك ${arabic(sim.balance_xaf)} فرنك.`;
    await stage.world.deliver({ sim: 'one', sms: { ...sms, text } });
    await perform(stage, 'float -> 5000\nwait 30min\na -> AWAITING_PAYMENT\npaid b\nb -> SUCCESS');
  }),
);

describe('A payment that is told without a balance', () => {
  test.each([
    ['and without a currency', 'Recu 5000 de 66123456. ID'],
    ['among many sums', 'Recu 5000 F de 66123456. ID. Cadeau 10 F, points 20 F, bonus 30 F, total 40 F'],
    ['with three figures that could be one', 'Recu 5000 de 66123456. ID. Lot 1200, caisse 7300'],
  ])('%s is not called expired', (_how, words) =>
    play(`
      session a 5000 ttl 5
      wait 1min
      sms m moved 5000 "${words}"
      wait 30min
      a -> AWAITING_PAYMENT
      anchor
    `),
  );

  test('is not called expired where the phone brings another one of the same moment', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000 ttl 5
        session b 3000 ttl 5
        wait 1min
        late m moved 5000 "Bien recu 5000 FCFA de 66123456 ALI. Piece ID"
        late n moved 3000 "Bien recu 3000 FCFA de 66999999 ZARA. Piece ID"`,
      );
      await inOneSet(stage, textsOf(stage, 'm', 'n'));
      await perform(stage, 'wait 30min\na -> AWAITING_PAYMENT\nb -> AWAITING_PAYMENT\nanchor');
    }));

  // Its receipt was seen, and the balance known: somebody has told of its id before our phone did, with a sum of his own.
  test('is not called expired where a step of another sum has its id', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000 ttl 5
        wait 1min
        late p moved 5000 "Trans. id : ID. Vous avez recu 5000 FCFA du 66123456."`,
      );
      const id = stage.messages.get('p')?.sms.id;
      await perform(
        stage,
        `sms f told "Trans. id : ${id}. Vous avez recu 777 FCFA du 66123456. Votre solde disponible est 63187 FCFA."
        float -> 777
        wait 31s
        deliver p
        wait 30min
        a -> AWAITING_PAYMENT`,
      );
    }));
});

/** The texts of messages that are kept back. */
const textsOf = ({ messages }: Stage, ...names: string[]): string[] =>
  names.flatMap((name) => messages.get(name)?.sms.text ?? []);

describe('A text that tells of no money', () => {
  test.each([
    ['an offer', 'Gagnez 5000 points avec 1000 unites de recharge, valable 30 jours'],
    ['an offer with a date', 'Promo 5000 du 01/12/2026 au 31/12/2026. Composez *2110#'],
    ['what is left of a bundle', 'Il vous reste 5000 Mo et 100 SMS pour 30 jours.'],
    ['a code', 'Utilisez 5000 comme code de connexion, valable 10 minutes'],
  ])('holds no session of that number and asks for no reading: %s', (_what, words) =>
    play(`
      session a 5000 ttl 5
      wait 1min
      sms m told "${words}"
      wait 31min
      a -> EXPIRED
      incidents -> none
    `),
  );
});

// Behind a payer's number stands no sentence of the operator's: no wording takes them with the sum that never came.
test('Words that print a smaller sum behind the payer keep nobody waiting, and can be taught', () =>
  scene(async (stage) => {
    const net =
      '"Trans. id : ID. Vous avez recu 5000 FCFA du 66123456. Montant net 4900 FCFA. Votre solde disponible est BALANCE FCFA."';
    await perform(
      stage,
      `session a 5000
       session b 6000 ttl 60
       sms m moved 4900 ${net}
       wait 1min
       paid b
       b -> SUCCESS
       float -> 10900
       wait 5min
       anchor`,
    );
    const template_id = 'taught-net';
    const wording =
      'Trans. id: {id}. Vous avez recu {sum} du {phone}. Montant net {amount}. Votre solde disponible est {balance}.';
    await teachWords(stage, { template_id, wording });
    expect(await confirmWords(stage, template_id)).toEqual(['proposed', 'confirmed']);
    await perform(
      stage,
      `session c 7000
       sms n moved 4900 ${net}
       paid c
       c -> SUCCESS
       float -> 22800`,
    );
  }));

test('One forged text of eight sums keeps sessions of two prices from expiring, and of no more', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `${lines(8, (n) => lines(4, (k) => `session a${n}x${k} ${501 + n} payer 6690${n}${k}00 by m${k} ttl 5`))}
      wait 1min
      sms f told "Recu 501 F 502 F 503 F 504 F 505 F 506 F 507 F 508 F de 66123456. PP261121.1130.B00001"
      wait 26h`,
    );
    const ended = await Promise.all([...stage.sessions.keys()].map((name) => statusOf(stage, name)));
    expect(ended).toEqual([...Array(8).fill('UNDER_REVIEW unproven'), ...Array(24).fill('EXPIRED')]);
  }));

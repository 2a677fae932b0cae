import { type Deed, forgeCredit, forgeDebit, type Scene, type Sim } from './adversary.ts';

/** One forged message, when its moment is known. */
export type Told = (at_ms: number) => Deed;

export type Attack = {
  scene: Scene;
  to: Sim;
  /** Of which the SIM has one; in ascending order, `step_xaf` apart. */
  candidates: readonly number[];
  step_xaf: number;
  /** Payments of his own sessions that go on from one another, and the first from this balance. */
  paidFrom: (from_xaf: number) => Told[];
};

/** His messages in their order: what tries the candidates, what hides that most were wrong, and what pays him. */
export type Way = (attack: Attack) => Told[];

const SMALL_XAF = 100;
const OTHER_NAME = 'M-Money';

const credit =
  ({ scene, to }: Attack, amount_xaf: number, balance_xaf: number): Told =>
  (at_ms) =>
    forgeCredit(scene, to, at_ms, { amount_xaf, balance_xaf });

const debit =
  ({ scene, to }: Attack, amount_xaf: number, balance_xaf: number): Told =>
  (at_ms) =>
    forgeDebit(scene, to, at_ms, { amount_xaf, balance_xaf });

/** In words that no template takes. */
const inWords =
  ({ scene, to }: Attack, textOf: (id: string) => string): Told =>
  (at_ms) => {
    const tells_of = scene.newId(to.operator, at_ms);
    return { kind: 'forges', at_ms, to, text: textOf(tells_of), tells_of, credit_xaf: 0 };
  };

const signed =
  (sender: string, told: Told): Told =>
  (at_ms) => ({ ...(told(at_ms) as Extract<Deed, { kind: 'forges' }>), sender });

/** A balance to which money leads from each candidate. */
const below = ({ candidates, step_xaf }: Attack): number => Math.max(0, (candidates[0] ?? 0) - step_xaf);
const above = ({ candidates, step_xaf }: Attack): number => (candidates.at(-1) ?? 0) + step_xaf;

/** All meet at one balance, from which money leads back to each, as if it had been missing there. */
const meet: Way = (attack) => [
  ...attack.candidates.map((one) => debit(attack, one - below(attack), below(attack))),
  ...attack.candidates.map((one) => credit(attack, one - below(attack), one)),
  ...attack.paidFrom(below(attack)),
];

const tries = (attack: Attack): Told[] =>
  attack.candidates.map((one) => credit(attack, SMALL_XAF, one + SMALL_XAF));
const rungs = (attack: Attack): Told[] => {
  const { candidates, step_xaf } = attack;
  return candidates.map((one) => credit(attack, step_xaf - SMALL_XAF, one + step_xaf));
};

/** Small money leads from each to the next, and a debit from the last to the first. */
const ladder: Way = (attack) => {
  const bottom_xaf = attack.candidates[0] ?? 0;
  const down = debit(attack, above(attack) - bottom_xaf, bottom_xaf);
  return [...tries(attack), ...rungs(attack), down, ...attack.paidFrom(above(attack))];
};

/** His large payments wait already when small money leads from each candidate to them. */
const behind: Way = (attack) => [...attack.paidFrom(above(attack)), ...tries(attack), ...rungs(attack)];

/** Texts of two sums and two balances each, of which nobody can say what they tell. */
const manyInOne: Way = (attack) => {
  const ends_xaf = attack.candidates.map((one) => one + 500);
  const half = ends_xaf.length / 2;
  const texts = ends_xaf.slice(0, half).map((one_xaf, n) => {
    const other_xaf = ends_xaf[n + half];
    return inWords(
      attack,
      (id) => `Trans.ID: ${id}. Operation 500 F et 1500 F. Solde ${one_xaf} F. Solde ${other_xaf} F.`,
    );
  });
  const hoped_xaf = Array.from({ length: 4 }, () => attack.scene.chance.pick(ends_xaf));
  return [...texts, ...hoped_xaf.flatMap(attack.paidFrom)];
};

/** Reversals that print no sum; each gets one by money that is told later under the id that it undoes. */
const unsummed: Way = (attack) => {
  const { scene, to, candidates } = attack;
  const undone = candidates.map((balance_xaf) => ({
    amount_xaf: balance_xaf - below(attack),
    balance_xaf,
    operator_transaction_id: scene.newId(to.operator, scene.now_ms),
  }));
  const reversals = undone.map(({ operator_transaction_id: id }) =>
    inWords(attack, () => `La transaction ${id} a ete annulee. Solde: ${below(attack)} FCFA.`),
  );
  const money = undone.map(
    (says): Told =>
      (at_ms) =>
        forgeCredit(scene, to, at_ms, says),
  );
  return [...reversals, ...money, ...attack.paidFrom(below(attack))];
};

/** The candidates are tried by a name that is on no list. */
const unlisted: Way = (attack) => [
  ...attack.candidates.map((one) => signed(OTHER_NAME, debit(attack, one - below(attack), below(attack)))),
  ...attack.paidFrom(below(attack)),
];

export const WAYS: readonly Way[] = [meet, ladder, behind, manyInOne, unsummed, unlisted];

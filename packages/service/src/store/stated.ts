import { NOBODY, OF_STATED } from '../domain/credit.ts';

/** The ordinal of a step; of a step that fills a gap, the gap's. */
export const ordinalOf = (step: string): string =>
  `coalesce(${step}.ordinal, (select g.ordinal from book_steps g where g.id = ${step}.explains_id))`;

// A payment has no id where its payer may have written the one that its text prints. All that may be it is kept among the ids as what its
// step states, in a scope of the step's own: it is no id, several payments may state the same, and no message is known by it. It says
// one thing alone: what the operator takes back by that name is this payment, as long as no other step has it for its id.

/**
 * Whether no other step than that of the row `k` of the ids has the id of `named`. A reversal that prints the id
 * of what it undoes as its own has it too, and means the payment.
 */
const isNobodys = (named: string): string => `(select true from transaction_identities o
        where o.operator_transaction_id = ${named}.operator_transaction_id and o.operator = ${named}.operator and o.environment = 'live'
          and o.scope_id = '${NOBODY}' and o.step_id <> k.step_id
          and (select true from book_steps own join notice_reversals undoing on undoing.notice_id = own.notice_id
            where own.id = o.step_id and undoing.operator_transaction_id = o.operator_transaction_id) is null) is null`;

/** The live steps `p` that state the id of `named`; what else they have to fulfil goes on with `and`. */
export const stepsStating = (
  named: string,
): string => `transaction_identities k join book_steps p on p.id = k.step_id
          where k.operator_transaction_id = '${OF_STATED}' || ${named}.operator_transaction_id and k.operator = ${named}.operator
            and k.environment = 'live' and ${isNobodys(named)}`;

/** What the step of the row `k` states by it. */
const STATED = `(select substr(k.operator_transaction_id, ${OF_STATED.length + 1}) as operator_transaction_id, k.operator)`;

/**
 * Whether no live payment before it on its SIM states what the step of the row `k` does. What many customers
 * write (`COMMANDE12`), or the operator prints in all his texts, would else let one message in words that
 * nobody knows hold all of them: so it holds the first. What is stated once more behind it takes the id from
 * nobody, since a payer can do that. Airtel's own form, with a point behind its day, is no such word.
 */
const IS_ITS_ALONE = `(substr(k.operator_transaction_id, ${OF_STATED.length + 9}, 1) = '.' or (select true
          from transaction_identities m join book_steps q on q.id = m.step_id
          where m.operator_transaction_id = k.operator_transaction_id and m.operator = k.operator
            and m.environment = 'live' and m.scope_id = m.step_id and m.step_id <> k.step_id
            and (select h.collection_number_id = q.collection_number_id and ${ordinalOf('q')} < ${ordinalOf('h')}
              from book_steps h where h.id = k.step_id)
          limit 1) is null)`;

/**
 * Whether words that nobody knows mean its step where they print the id of the row `k`: that is its id, or
 * what it alone states and no other has.
 */
export const MEANS_ITS_STEP = `(k.scope_id = '${NOBODY}' or k.scope_id = k.step_id
          and (select ${isNobodys('z')} from ${STATED} z) and ${IS_ITS_ALONE})`;

/** By what the operator means the credit `c`: its id, or what it states. */
export const IDS_OF_CREDIT = namesThat('true');

/** By what of that words which nobody knows may mean it. */
export const IDS_OF_CREDIT_ALONE = namesThat(IS_ITS_ALONE);

function namesThat(which: string): string {
  return `(case when c.operator_transaction_id is not null then array[c.operator_transaction_id] else array(
          select z.operator_transaction_id from transaction_identities k cross join lateral ${STATED} z
          where k.step_id = c.id and k.scope_id = c.id and ${isNobodys('z')} and ${which}) end)`;
}

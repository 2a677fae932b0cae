import { NOBODY, OF_STATED } from '../domain/credit.ts';

/** The ordinal of a step; of a step that fills a gap, the gap's. */
export const placeOf = (step: string): string =>
  `coalesce(${step}.ordinal, (select g.ordinal from book_steps g where g.id = ${step}.explains_id))`;

// A payment has no id where its payer may have written the one that its text prints. All that may be it is kept among the ids as what its
// step states, in a scope of the step's own: it is no id, several payments may state the same, and no message is known by it. It says
// one thing alone: what the operator takes back by that name is this payment, as long as no other step has it for its id.

/** Whether no other step than that of the row `k` of the ids has the id of `named`. */
const isNobodys = (named: string): string => `(select true from transaction_identities o
        where o.operator_transaction_id = ${named}.operator_transaction_id and o.operator = ${named}.operator and o.environment = 'live'
          and o.scope_id = '${NOBODY}' and o.step_id <> k.step_id) is null`;

/** The live steps `p` that state the id of `named`; what else they have to fulfil goes on with `and`. */
export const stepsStating = (
  named: string,
): string => `transaction_identities k join book_steps p on p.id = k.step_id
          where k.operator_transaction_id = '${OF_STATED}' || ${named}.operator_transaction_id and k.operator = ${named}.operator
            and k.environment = 'live' and ${isNobodys(named)}`;

/** What the step of the row `k` states by it. */
const STATED = `(select substr(k.operator_transaction_id, ${OF_STATED.length + 1}) as operator_transaction_id, k.operator)`;

/** Whether the operator means its step by the row `k` of the ids: that is its id, or what it states and no other has. */
export const MEANS_ITS_STEP = `(k.scope_id = '${NOBODY}' or k.scope_id = k.step_id
          and (select ${isNobodys('z')} from ${STATED} z))`;

/** By what the operator means the credit `c`: its id, or what it states. */
export const NAMES = `(case when c.operator_transaction_id is not null then array[c.operator_transaction_id] else array(
          select z.operator_transaction_id from transaction_identities k cross join lateral ${STATED} z
          where k.step_id = c.id and k.scope_id = c.id and ${isNobodys('z')}) end)`;

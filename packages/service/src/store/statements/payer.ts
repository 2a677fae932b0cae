import { payerTold } from '../book/known-steps.ts';

/** With whom the message of a step says that money was moved; the step is given by its id, of whatever is not called `told`. */
export const payerOf = (
  step_id: string,
): string => `(select coalesce(c.payer, told.recipient, ${payerTold('q')}) from book_steps told
    left join credits c on c.id = told.id left join book_claims q on q.notice_id = told.notice_id and q.state = 'PENDING'
    where told.id = ${step_id})`;

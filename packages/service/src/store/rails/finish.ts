import { setStatement } from '../statement.ts';

type Named = { transaction_id: string; attempt: number };

/** Removes work that is over. One that another process took over meanwhile is left to it. */
export const removeRailWork = setStatement<Named, { transaction_id: string }>(
  'remove_rail_work',
  `with given as materialized (
    select * from json_to_recordset($1::json) as i (transaction_id uuid, attempt int)
  )
  delete from rail_work w using given i
  where w.transaction_id = any (array(select transaction_id from given)) and w.transaction_id = i.transaction_id
    and w.attempt = i.attempt
  returning w.transaction_id`,
);

export type NextRailStep = Named & {
  step: 'initiate' | 'enquire' | 'refund';
  due_at: Date;
  /** False: the operator certainly heard nothing, so it is written as never sent. */
  begun: boolean;
  enquired: boolean;
  now: Date;
};

/** Sets when work goes on, and with what: at once when a callback came since it was claimed. */
export const scheduleRailWork = setStatement<NextRailStep, { transaction_id: string }>(
  'schedule_rail_work',
  `with given as materialized (
    select * from json_to_recordset($1::json) as i (transaction_id uuid, attempt int, step text, due_at timestamptz,
      begun boolean, enquired boolean, now timestamptz)
  )
  update rail_work w
  set step = i.step, leased_until = null,
    due_at = case when w.called_back_at is null then i.due_at else least(i.due_at, i.now) end,
    begun_at = case when i.begun then w.begun_at end,
    enquiries = w.enquiries + case when i.enquired then 1 else 0 end
  from given i
  where w.transaction_id = any (array(select transaction_id from given)) and w.transaction_id = i.transaction_id
    and w.attempt = i.attempt
  returning w.transaction_id`,
);

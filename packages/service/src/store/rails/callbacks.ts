import { setStatement } from '../statement.ts';

export type NewCallback = {
  id: string;
  rail: string;
  /** SHA-256 of what its hash signs, hex. */
  digest: string;
  transaction_id: string | null;
  body: string;
  received_at: Date;
};

/** What is done for a transaction already is due now, and what is being done at this moment is only marked. */
const DUE_AT_ONCE = `on conflict (transaction_id) do update
      set called_back_at = excluded.called_back_at,
        due_at = case when w.leased_until > excluded.called_back_at or w.step <> 'enquire' and w.begun_at is null
          then w.due_at else least(w.due_at, excluded.due_at) end`;

/**
 * Keeps callbacks and lets the rail be asked at once about what they speak of; a repeated one does nothing.
 * Work that is being done at this moment is only marked. A transaction that ended without a payment gets its
 * work back, since the callback may tell of one.
 */
export const keepCallbacks = setStatement<NewCallback, { id: string }>(
  'keep_rail_callbacks',
  `with given as materialized (
    select * from json_to_recordset($1::json) as i (id uuid, rail text, digest text, transaction_id uuid, body text,
      received_at timestamptz)
  ), kept as (
    insert into rail_callbacks (id, rail, digest, transaction_id, body, received_at)
    select id, rail, decode(digest, 'hex'), transaction_id, body, received_at from given order by digest
    on conflict (rail, digest) do nothing
    returning id, rail, transaction_id, received_at
  ), woken as (
    insert into rail_work as w (transaction_id, rail, environment, step, due_at, begun_at, called_back_at)
    select distinct on (t.id) t.id, t.rail, t.environment, 'enquire', k.received_at, t.created_at, k.received_at
    from kept k cross join lateral (
      select x.id, x.rail, x.environment, x.status, x.created_at from transactions x
      where x.id = k.transaction_id and x.rail = k.rail limit 1) t
    where t.status not in ('SUCCESS', 'REFUNDED')
    order by t.id
    ${DUE_AT_ONCE}
  )
  select id from kept`,
);

/** Lets rails be asked at once about transactions, and for a day, as if a callback had come of each. The caller has locked them. */
export const askRailsAbout = setStatement<{ transaction_id: string; asked_at: Date }>(
  'ask_rails_about',
  `insert into rail_work as w (transaction_id, rail, environment, step, due_at, begun_at, called_back_at)
  select t.id, t.rail, t.environment, 'enquire', i.asked_at, t.created_at, i.asked_at
  from json_to_recordset($1::json) as i (transaction_id uuid, asked_at timestamptz)
  cross join lateral (
    select x.id, x.rail, x.environment, x.created_at from transactions x where x.id = i.transaction_id limit 1) t
  order by t.id
  ${DUE_AT_ONCE}`,
);

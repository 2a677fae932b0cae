import { leftElsewhere, leftNameless, leftUnexplained, lookedAtSince, toldElsewhere } from '../book/left.ts';
import type { RailRefundRow } from '../rows.generated.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

const COLUMNS = 'transaction_id, rail, state, asked_by, note, asked_at, detail, changed_at';

export const loadRefunds = idStatement<RailRefundRow>(
  'load_refunds',
  `select ${COLUMNS} from rail_refunds where transaction_id = any ($1::uuid[])`,
);

/** Writes that a refund is asked for, again where the operator refused the last one, and gives it to the loop. */
export const askRefunds = setStatement<RailRefundRow>(
  'ask_refunds',
  `with given as materialized (
    select * from json_to_recordset($1::json) as i (transaction_id uuid, rail text, state text, asked_by text,
      note text, asked_at timestamptz, detail text, changed_at timestamptz)
  ), asked as (
    insert into rail_refunds (${COLUMNS}) select ${COLUMNS} from given order by transaction_id
    on conflict (transaction_id) do update set state = excluded.state, asked_by = excluded.asked_by,
      note = excluded.note, asked_at = excluded.asked_at, detail = excluded.detail, changed_at = excluded.changed_at
    returning transaction_id, rail, state, asked_at
  )
  insert into rail_work (transaction_id, rail, environment, step, due_at)
  select a.transaction_id, a.rail, t.environment, 'refund', a.asked_at
  from asked a cross join lateral (
    select x.environment from transactions x where x.id = a.transaction_id limit 1) t
  where a.state = 'ASKED'
  on conflict (transaction_id) do update set step = 'refund', begun_at = null, due_at = excluded.due_at,
    leased_until = null, attempt = rail_work.attempt + 1`,
);

/**
 * Writes what the rail says of refunds; one that is DONE stays so. What it answers late to one that was found refused meanwhile says
 * nothing of the next, which was asked for since. That one was not sent says nothing of it where another process has found it meanwhile
 * and called it UNKNOWN: nobody would send it any more, and it would be under way for ever.
 */
export const settleRefunds = setStatement<{
  transaction_id: string;
  /** Which asking it answers; null: whichever. */
  asked_at: Date | null;
  state: 'ASKED' | 'UNKNOWN' | 'REFUSED' | 'DONE';
  detail: string | null;
  changed_at: Date;
}>(
  'settle_refunds',
  `with given as materialized (
    select * from json_to_recordset($1::json) as i (transaction_id uuid, asked_at timestamptz, state text, detail text,
      changed_at timestamptz)
  )
  update rail_refunds r set state = i.state, detail = i.detail, changed_at = i.changed_at from given i
  where r.transaction_id = any (array(select transaction_id from given)) and r.transaction_id = i.transaction_id
    and r.state <> 'DONE' and (i.state = 'DONE' or i.asked_at is null or r.asked_at = i.asked_at)
    and (i.state <> 'ASKED' or r.state = 'ASKED')`,
);

/** Those of these refunds that are called under way while nothing is left to do for them: nothing will be sent. */
export const findWorklessRefunds = idStatement<{ transaction_id: string }>(
  'find_workless_rail_refunds',
  `select r.transaction_id from rail_refunds r
  where r.transaction_id = any ($1::uuid[]) and r.state = 'ASKED'
    and not exists (select from rail_work w where w.transaction_id = r.transaction_id and w.step = 'refund')`,
);

/** Refunds that are under way or unknown, oldest first. */
export const listOpenRailRefunds = statement<{ limit: number }, RailRefundRow>(
  'list_open_rail_refunds',
  `select ${COLUMNS} from rail_refunds where state in ('ASKED', 'UNKNOWN') order by changed_at limit $limit`,
);

/** A refund `f` that a person was to send. It counts from when the money came: people send it back before they say so. */
const BY_HAND = {
  since: 'f.came_at',
  until: "'infinity'",
  amount_xaf: 'f.amount_xaf',
  phone: 'f.to_phone',
} as const;

/**
 * Whether these refunds, which people were to send back from the SIM that was paid, may have left: nobody has looked at that SIM since they
 * were asked for, or something there, on another SIM or in a message that waits may be it, and nobody has said what that was. It asks what
 * `loadMarks` asks of a credit. The caller holds the lock of the SIM's book.
 */
export const loadSentByHand = setStatement<
  { transaction_id: string; collection_number_id: string; to_phone: string | null; came_at: Date },
  {
    transaction_id: string;
    may_have_left: boolean;
    /** When its SIM was last said to hold what; null: never. */
    read_at: Date | null;
  }
>(
  'load_refunds_sent_by_hand',
  `select f.transaction_id, b.anchored_at as read_at,
    not coalesce(${lookedAtSince('f.asked_at')}, false) or b.suspected_at is not null or ${leftUnexplained(BY_HAND)}
      or ${leftElsewhere(BY_HAND)} or ${toldElsewhere(BY_HAND)}
      or ${leftNameless(BY_HAND, 'f.came_by, f.asked_by')} as may_have_left
  from (select i.*, r.asked_at, p.amount_xaf, p.operator as asked_by, o.operator as came_by
    from json_to_recordset($1::json) as i (transaction_id uuid, collection_number_id uuid, to_phone text, came_at timestamptz)
    join rail_refunds r on r.transaction_id = i.transaction_id
    join transactions p on p.id = i.transaction_id
    join collection_numbers o on o.id = i.collection_number_id) f
  left join books b on b.collection_number_id = f.collection_number_id`,
);

-- The state of a refund and its money go together, as those of a settlement do: until now only the service's own code said so. Of
-- what was asked for before, this holds whatever changes from now on; `chari ledger check` looks at all of it.
create function prove_refund() returns trigger language plpgsql as $$
declare
  r refunds;
  stands_xaf bigint;
begin
  select * into r from refunds where id = new.id;
  select account_balance(a.id) into stands_xaf from ledger_accounts a
    where a.owner_id = r.id and a.kind = 'REFUND_IN_FLIGHT' and a.environment = r.environment;
  -- What is being sent has left before its word ends it: the SIM's own message, or the operator's API, books it first.
  if r.state = 'PENDING' and stands_xaf <> r.amount_xaf
    or r.state in ('SUCCEEDED', 'FAILED') and stands_xaf <> 0
    or stands_xaf not in (0, r.amount_xaf) then
    raise exception 'refund % is % and % XAF of it are in flight', r.id, r.state, stands_xaf
      using errcode = 'check_violation', constraint = 'refund_in_flight', table = 'refunds';
  end if;
  if (r.state = 'FAILED') <> exists (
      select from ledger_transfers l where l.cause_id = r.id and l.cause = 'REFUND_RETURNED') then
    raise exception 'refund % is %, and its merchant % its sum again', r.id, r.state,
      case r.state when 'FAILED' then 'does not have' else 'has' end
      using errcode = 'check_violation', constraint = 'refund_returned', table = 'refunds';
  end if;
  return null;
end
$$;
create constraint trigger refunds_are_their_transfers after insert or update on refunds
  deferrable initially deferred for each row execute function prove_refund();

-- What of a payment was given back is counted by its refunds, and by nobody's hand.
create function refuse_counting_by_hand() returns trigger language plpgsql as $$
begin
  raise exception 'what was given back of a payment is counted by its refunds, not by hand' using errcode = 'restrict_violation';
end
$$;
create trigger refunded_payments_by_refunds before update on refunded_payments
  for each row when (pg_trigger_depth() = 0) execute function refuse_counting_by_hand();

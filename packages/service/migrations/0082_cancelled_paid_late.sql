-- Two people may take back what stands on a bank's order, or on a list that somebody has taken to the operator, and it may be
-- paid all the same: the settlement is CANCELLED and its sum was payable again. Its row makes it PAID after all, as one that FAILED.

-- From which account of ours whoever was handed a settlement would pay it: the bank whose order it stands on; where it stands on a
-- list, our wallet if it goes to a phone, else our bank account where we have one alone, since a list names no bank. No row: no file
-- with it has left the house, or nobody can tell who paid it.
create function handed_out(one uuid) returns table (account_id int, taken_at timestamptz) language sql stable as $$
  select l.id, a.at
  from settlements s
  join payout_accounts p on p.id = s.payout_account_id
  join staff_actions a on a.action in ('settlement.order', 'file.take') and a.at >= s.created_at
  cross join lateral (values ('references'), ('listed')) f (called)
  cross join lateral (
    select case json_typeof(a.detail -> f.called) when 'array' then a.detail -> f.called else '[]'::json end as names) n
  left join bank_accounts b on p.kind = 'bank' and case f.called
    when 'references' then b.name = a.detail ->> 'bank' else (select count(*) from bank_accounts) = 1 end
  join ledger_accounts l on l.environment = s.environment and case p.kind
    when 'bank' then l.kind = 'BANK' and l.owner_id = b.id
    else f.called = 'listed' and l.kind = 'WALLET_' || p.operator and l.owner_id = '00000000-0000-0000-0000-000000000000' end
  where s.id = one and s.environment = 'live'
    and exists (select from json_array_elements_text(n.names) r (reference) where r.reference = s.reference)
  order by a.at desc, a.id desc limit 1
$$;

-- As in migration 0072, and after it was taken back, from where a file that left the house has it paid.
create or replace function move_settlement() returns trigger language plpgsql as $$
begin
  if (old.id, old.merchant_id, old.environment, old.reference, old.payout_account_id, old.amount_xaf, old.transfers,
      old.until, old.drafted_by, old.created_at)
    is distinct from (new.id, new.merchant_id, new.environment, new.reference, new.payout_account_id, new.amount_xaf,
      new.transfers, new.until, new.drafted_by, new.created_at)
    or (old.sent_at is not null and (old.sent_at, old.from_account_id) is distinct from (new.sent_at, new.from_account_id)) then
    raise exception 'settlement % was drafted and sent as it is', old.id using errcode = 'restrict_violation';
  end if;
  if old.state = new.state then
    return new;
  end if;
  if (old.state, new.state) not in (('DRAFT', 'APPROVED'), ('DRAFT', 'CANCELLED'), ('APPROVED', 'SENDING'),
    ('APPROVED', 'CANCELLED'), ('SENDING', 'UNKNOWN'), ('SENDING', 'PAID'), ('SENDING', 'FAILED'), ('UNKNOWN', 'PAID'),
    ('UNKNOWN', 'FAILED'), ('FAILED', 'PAID'), ('CANCELLED', 'PAID'))
    and (old.state, new.state, new.environment) <> ('DRAFT', 'PAID', 'test') then
    raise exception 'settlement % can''t go from % to %', old.id, old.state, new.state using errcode = 'restrict_violation';
  end if;
  if new.state = 'PAID' and not exists (
      select from settlement_proofs p
      where p.settlement_id = new.id and p.says = 'paid' and p.amount_xaf = new.amount_xaf
        and (p.source = 'sandbox') = (new.environment = 'test')
        and (old.state not in ('FAILED', 'CANCELLED') or p.source in ('bank_row', 'statement_row')))
    or (old.state, new.state) = ('UNKNOWN', 'FAILED') and not exists (
      select from settlement_proofs p where p.settlement_id = new.id and p.says = 'unpaid') then
    raise exception 'settlement % can''t go from % to % without a proof', old.id, old.state, new.state
      using errcode = 'restrict_violation';
  end if;
  if old.state = 'CANCELLED' and not exists (
      select from handed_out(new.id) h where h.account_id = new.from_account_id) then
    raise exception 'settlement % was taken back, and nobody was handed it to pay it from there', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

drop trigger settlements_late_booked on settlements;
create constraint trigger settlements_late_booked after update on settlements
  deferrable initially deferred for each row when (old.state in ('FAILED', 'CANCELLED') and new.state = 'PAID')
  execute function book_late_payment();

-- A bank may send a payout back days after its row has proven it: the account was closed, or the name is another's. The
-- settlement has been paid all the same; that it came back is said beside it, and its money is the merchant's again.

alter table settlement_proofs
  drop constraint settlement_proofs_says_check,
  drop constraint settlement_proofs_source_check,
  drop constraint settlement_proofs_witness,
  drop constraint settlement_proofs_amount,
  add constraint settlement_proofs_says_check check (says in ('paid', 'unpaid', 'returned')),
  -- bank_return: the row by which a bank has sent it back.
  add constraint settlement_proofs_source_check check (source in
    ('step', 'statement_row', 'bank_row', 'book', 'statement', 'bank', 'sandbox', 'bank_return')),
  add constraint settlement_proofs_witness check (says = case
    when source in ('step', 'statement_row', 'bank_row', 'sandbox') then 'paid'
    when source = 'bank_return' then 'returned' else 'unpaid' end),
  add constraint settlement_proofs_amount check ((says = 'unpaid') = (amount_xaf is null));

-- A row of a bank pays one settlement or brings one back, and each comes back once.
create unique index settlement_proofs_bank_once on settlement_proofs (source_id) where source in ('bank_row', 'bank_return');
create unique index settlement_proofs_returned on settlement_proofs (settlement_id) where says = 'returned';

-- Only what a bank of ours has paid comes back from it, to the franc.
create function prove_return() returns trigger language plpgsql as $$
begin
  if not exists (
    select from settlements s join ledger_accounts a on a.id = s.from_account_id
    where s.id = new.settlement_id and s.state = 'PAID' and s.environment = 'live' and a.kind = 'BANK'
      and s.amount_xaf = new.amount_xaf) then
    raise exception 'settlement % can''t have come back by row %', new.settlement_id, new.source_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger settlement_proofs_return before insert on settlement_proofs
  for each row when (new.says = 'returned') execute function prove_return();

-- Its money is the merchant's again in the transaction that says so.
create function book_return() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_transfers l join ledger_accounts d on d.id = l.debit_account_id
      join ledger_accounts c on c.id = l.credit_account_id join settlements s on s.id = l.cause_id
    where l.cause_id = new.settlement_id and l.cause = 'SETTLEMENT_RETURNED' and l.amount_xaf = new.amount_xaf
      and d.id = s.from_account_id and c.kind = 'PAYABLE' and c.owner_id = s.merchant_id) then
    raise exception 'settlement % came back, and its merchant does not have it', new.settlement_id
      using errcode = 'check_violation', constraint = 'settlement_returned_is_booked', table = 'settlement_proofs';
  end if;
  return null;
end
$$;
create constraint trigger settlement_proofs_return_booked after insert on settlement_proofs
  deferrable initially deferred for each row when (new.says = 'returned') execute function book_return();

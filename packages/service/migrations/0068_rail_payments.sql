-- One payment of an operator proves one transaction of ours. Its API may name the same one for two of them, by a fault or since
-- somebody has made it: then the second is not believed.
create table rail_payments (
  rail text not null,
  rail_transaction_id text not null,
  transaction_id uuid not null references transactions (id),
  primary key (rail, rail_transaction_id)
);

insert into rail_payments (rail, rail_transaction_id, transaction_id)
select distinct on (p.detail ->> 'rail', p.detail ->> 'rail_transaction_id')
  p.detail ->> 'rail', p.detail ->> 'rail_transaction_id', p.transaction_id
from transaction_proofs p
where p.kind = 'success' and p.source = 'rail' and p.detail ->> 'rail' <> 'sandbox' and p.detail ->> 'rail_transaction_id' is not null
order by p.detail ->> 'rail', p.detail ->> 'rail_transaction_id', p.recorded_at;

create trigger rail_payments_append_only before update or delete on rail_payments
  for each row execute function refuse_change();
create trigger rail_payments_kept before truncate on rail_payments
  for each statement execute function refuse_change();

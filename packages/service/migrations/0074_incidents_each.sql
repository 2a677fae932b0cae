-- One incident of a kind was open on a number, so of two refunds that one list shows to have gone to strangers the second was told
-- to nobody. What is about one step or one statement is an incident of its own now.

alter table feed_incidents add column about text not null default '' check (char_length(about) <= 100);

drop index feed_incidents_open;
create unique index feed_incidents_open on feed_incidents (collection_number_id, kind, about) where closed_at is null;

update feed_incidents set about = coalesce(detail ->> case kind when 'misdirected' then 'step_id' else 'statement_id' end, '')
where closed_at is null and kind in ('misdirected', 'without_row', 'statement_differs');

-- What an open incident kept from being told: every statement that was settled since, and says otherwise than the book.
insert into feed_incidents (id, collection_number_id, kind, about, opened_at, detail)
select gen_random_uuid(), m.collection_number_id, 'statement_differs', m.id::text, m.settled_at,
  json_build_object('statement_id', m.id, 'differing', d.differing, 'first_differing', d.first_differing)
from feed_incidents f
join statements m on m.collection_number_id = f.collection_number_id and m.settled_at >= f.opened_at and m.id::text <> f.about
cross join lateral (
  select count(*)::int as differing, min(r.operator_transaction_id) as first_differing
  from statement_findings x join statement_rows r on r.statement_id = x.statement_id and r.ordinal = x.ordinal
  where x.statement_id = m.id and x.finding = 'DIFFERS') d
where f.kind = 'statement_differs' and f.closed_at is null and d.differing > 0;

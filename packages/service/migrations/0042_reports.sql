-- A merchant's transfers by time, also those that settlements have taken.
create index settlement_transfers_by_time on settlement_transfers (account_id, occurred_at, cause_id, cause);

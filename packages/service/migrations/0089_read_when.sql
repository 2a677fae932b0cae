-- When a balance of a closed day was read: of a number on which nothing moves a reading vouches however old it is, and whoever looks
-- at its day sees how old. Days that were closed before say nothing of it. It is shown beside the seal, and is no part of it.
alter table proof_accounts
  add column read_at timestamptz,
  add constraint proof_accounts_read_at check (read_at is null or said_by = 'reading');

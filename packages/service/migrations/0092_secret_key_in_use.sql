-- Which secret key the database is sealed with, by a fingerprint that says nothing of the key: written by the first server. A terminal
-- without the server's key made one of its own and sealed with it, and the phone whose signing key it was got no further.
create table secret_key_in_use (
  is_one boolean primary key default true check (is_one),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  since timestamptz not null
);

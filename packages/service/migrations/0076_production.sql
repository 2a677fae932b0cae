-- Since when this database serves in production. A terminal beside the service has an environment of its own: without this mark
-- whoever opened one without NODE_ENV could sign by names that they type, and be two people over live money.
create table production_since (
  is_one boolean primary key default true check (is_one),
  since timestamptz not null
);

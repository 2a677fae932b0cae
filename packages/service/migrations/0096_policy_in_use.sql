-- By which figures the service decides that serves in production: written by each start. A terminal beside it has an environment of its
-- own, and whoever opened one with CHARI_SECOND_PERSON_XAF=0 decided alone over any sum.
create table policy_in_use (
  is_one boolean primary key default true check (is_one),
  policy jsonb not null check (jsonb_typeof(policy) = 'object'),
  since timestamptz not null
);

-- What operators take for sending money, as two people have read it. A debit whose SMS hides its fee is proven by it.
create table operator_tariffs (
  operator text not null check (operator in ('AIRTEL', 'MOOV')),
  -- Such as `transfer` or `withdrawal`: the same amount may cost more in one than in the other.
  service text not null check (length(service) between 1 and 40),
  from_xaf bigint not null check (from_xaf > 0),
  to_xaf bigint not null,
  -- Of an amount: so much, and this share of it, rounded up to the franc.
  fee_xaf bigint not null check (fee_xaf >= 0),
  rate_basis_points integer not null check (rate_basis_points between 0 and 10000),
  primary key (operator, service, from_xaf),
  constraint operator_tariffs_range check (to_xaf >= from_xaf)
);

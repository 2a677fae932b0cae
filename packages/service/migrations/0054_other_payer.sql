-- A row may tell of a step as its message did, and name another payer: somebody who had read the true message sent his own first.
alter table statement_findings drop constraint statement_findings_differs_in_check;
alter table statement_findings add constraint statement_findings_differs_in_check
  check (differs_in in ('amount', 'balance', 'number', 'payer'));

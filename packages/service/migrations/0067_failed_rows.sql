-- A list that has a payment as completed may be brought after a newer one that has it as failed. Then nobody is paid by it.
alter table statement_findings drop constraint statement_findings_differs_in_check;
alter table statement_findings add constraint statement_findings_differs_in_check
  check (differs_in in ('amount', 'balance', 'number', 'payer', 'status'));

create index statement_rows_failed on statement_rows (operator_transaction_id) where not is_completed;

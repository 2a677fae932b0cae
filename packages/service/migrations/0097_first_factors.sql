-- Who adds the first second factor of an account may be somebody who knows its password, and its owner was shut out for good: neither
-- another password nor anybody of staff takes a factor away. The mail of a first factor carries a link that undoes it.
alter table account_mails drop constraint account_mails_kind_check,
  add constraint account_mails_kind_check check (kind in ('sign_up', 'has_account', 'reset', 'enrol', 'invitation',
    'password_changed', 'factor_added', 'first_factor', 'factor_removed', 'recovery_code_used', 'recovery_codes_made',
    'staff_token_made', 'staff_role_given', 'staff_role_signed'));
alter table account_links drop constraint account_links_purpose_check,
  add constraint account_links_purpose_check check (purpose in ('sign_up', 'reset', 'enrol', 'first_factor'));

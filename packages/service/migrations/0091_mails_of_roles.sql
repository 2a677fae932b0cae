-- Who is given another role on the staff hears of it by mail, and so does the administrator in whose name it was given.
alter table account_mails drop constraint account_mails_kind_check,
  add constraint account_mails_kind_check check (kind in ('sign_up', 'has_account', 'reset', 'enrol', 'invitation',
    'password_changed', 'factor_added', 'factor_removed', 'recovery_code_used', 'recovery_codes_made', 'staff_token_made',
    'staff_role_given', 'staff_role_signed'));

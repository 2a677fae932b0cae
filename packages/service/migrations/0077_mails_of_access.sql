-- Whoever sits at somebody else's open browser may make recovery codes, or a token that signs: its owner is told by mail.
alter table account_mails drop constraint account_mails_kind_check,
  add constraint account_mails_kind_check check (kind in ('sign_up', 'has_account', 'reset', 'enrol', 'invitation',
    'password_changed', 'factor_added', 'factor_removed', 'recovery_code_used', 'recovery_codes_made', 'staff_token_made'));

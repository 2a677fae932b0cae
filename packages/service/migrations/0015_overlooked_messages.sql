-- A live message that prints money moved but comes from a sender who is not on the number's list: a lookalike,
-- or the operator under a new name. When it goes on from the trusted balance it is the operator's, and an
-- incident; a lookalike doesn't know that balance, and is an alert.

alter table feed_incidents drop constraint feed_incidents_kind_check;
alter table feed_incidents add constraint feed_incidents_kind_check
  check (kind in ('silent', 'lagging', 'clock_skew', 'balance_gap', 'wording', 'unlisted_sender'));

alter table staff_alerts drop constraint staff_alerts_kind_check;
alter table staff_alerts add constraint staff_alerts_kind_check
  check (kind in ('wording', 'reversal', 'conflicting_notice', 'unlisted_sender'));

-- What was asked for, or proposed, before the rules that it is held to now.

-- A payout account that somebody asked for who is an owner of that merchant no longer goes with them. Where they were shut out before
-- that was so it went on waiting, or its freeze went on running, and whoever had shut them out took that for the end of it.
update payout_accounts p
set state = 'WITHDRAWN', decided_by = 'chari (migration 0104)', decided_at = now()
where (p.state = 'WAITING' or p.state = 'CONFIRMED' and p.frozen_until > now()) and not exists (
  select from members k join accounts a on a.id = k.account_id
  where k.merchant_id = p.merchant_id and a.email = p.asked_by and k.role = 'owner' and k.ended_at is null);

-- Two people agree on the very announcement that a debit was, and on the file that an approved settlement stands on. What the first of
-- them said before names neither, and a second person could agree to none of it.
update staff_proposals set settled_at = now(), outcome = 'WITHDRAWN', settled_by = 'chari (migration 0104)'
where settled_at is null and (
  action = 'book.explain' and terms ->> 'meaning' in ('refund', 'settlement', 'sweep') and terms ->> 'cause_id' is null
  or action = 'settlement.cancel' and terms ->> 'taken_at' is null);

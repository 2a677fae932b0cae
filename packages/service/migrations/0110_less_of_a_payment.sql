-- What a payment leaves behind, once: fewer indexes, and less in a row that every payment writes.

-- A page of a merchant's events is merged from those of each type, of which there are a handful.
drop index events_merchant;

-- Attempts are forgotten by their deliveries, whose ids begin with the time of the event.
drop index webhook_attempts_age;

-- A message is known by half of its digest, and stands in the list of messages by its notice. The moment at which it came is
-- that of its notice, or of the row where it waits for its SIM.
create unique index sms_gateway_messages_once on sms_gateway_messages (gateway_id, substr(message_key, 1, 16));
alter table sms_gateway_messages
  drop constraint sms_gateway_messages_pkey,
  add primary key (notice_id),
  drop constraint sms_gateway_messages_message_key_check,
  add constraint sms_gateway_messages_key check (octet_length(message_key) in (16, 32)),
  drop column created_at;
drop index sms_gateway_messages_recent;

-- The sentences that many decisions have, once. A decision says which of them is its own; one that says more has it in its row, as
-- all have from before. Neither changes, so no foreign key locks a sentence for each payment.
create table decision_reasons (
  id smallint primary key,
  reason text not null unique
);
create trigger decision_reasons_append_only before update or delete on decision_reasons
  for each row execute function refuse_change();
create trigger decision_reasons_kept before truncate on decision_reasons
  for each statement execute function refuse_change();
insert into decision_reasons (id, reason) values
  (1, 'one open session claims it, in time, and no other session competes'),
  (2, 'one open session claims it, but the money was sent after its expiry'),
  (3, 'nothing but the number ties it to a session'),
  (4, 'payer or ticket points to a session, but not clearly to one that this amount could be for'),
  (5, 'payer or ticket points to one open session, but the amount is another'),
  (6, 'its only claimants are closed, and a closed session is never confirmed by itself'),
  (7, 'its only claimant is already under review; the credit joins that case'),
  (8, 'it points to a session that is already paid'),
  (9, 'the one session with this amount declared another payer'),
  (10, 'the quoted ticket belongs to a session that was given another number'),
  (11, 'its payer is expected for just this sum on another number'),
  (12, 'the amount points to one session and the payer to another'),
  (13, 'another number of ours has sent it: nobody has paid by it'),
  (14, 'the money is proven, but no template reads its message');
alter table decisions
  alter column reason drop not null,
  add column reason_id smallint,
  add constraint decisions_reason check ((reason is null) <> (reason_id is null));

-- A delivery is written and, a moment later, done with: the second time it finds room on its page, where every other one had to go
-- elsewhere and write its three indexes again.
alter table webhook_deliveries set (fillfactor = 50);
-- A credit that moves leaves an index of what waits, and so never takes the room that is kept for it.
alter table credits set (fillfactor = 100);

-- What a payment leaves behind, once: fewer indexes, and less in a row that every payment writes.

-- A page of a merchant's events is merged from those of each type, of which there are a handful.
drop index events_merchant;

-- Attempts are forgotten by their deliveries, whose ids begin with the time of the event.
drop index webhook_attempts_age;


-- An operator tells by a callback alone what it has settled days later. Its rail is asked for a day from then on: one enquiry may bring
-- nothing, and the process that makes it may be killed.
alter table rail_work add column callback_taken_at timestamptz;

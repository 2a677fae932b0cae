-- Two people also list the senders of a number and confirm a template, which has no uuid: its subject is its
-- key, such as airtel-credit@1. Open proposals stay as they are.
alter table staff_proposals
  alter column subject_id type text using subject_id::text,
  add constraint staff_proposals_subject check (char_length(subject_id) between 1 and 200);

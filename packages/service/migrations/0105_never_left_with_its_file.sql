-- Two people who say that a settlement never left agree on the file that it stands on too, and of one that is UNKNOWN nobody can say so
-- any more. What the first of them said before names no file, and kept everybody from proving one that had become UNKNOWN.
update staff_proposals set settled_at = now(), outcome = 'WITHDRAWN', settled_by = 'chari (migration 0105)'
where settled_at is null and action = 'settlement.fail';

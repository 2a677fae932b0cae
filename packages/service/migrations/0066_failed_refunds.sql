-- Whether a merchant may be paid out is asked of the refunds that people called failed, since one of them may have left after
-- all. They are few among the many that went well.
create index refunds_failed on refunds (merchant_id, environment) where state = 'FAILED' and via = 'sim';

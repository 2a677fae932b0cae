-- To whom a sum was to be paid, which is asked at each look at a book while a sweep of it has been announced and not been seen, and
-- when a debit without a recipient is explained.
create index settlements_of_sum on settlements (amount_xaf, created_at) where environment = 'live';
create index refunds_of_sum on refunds (amount_xaf, created_at) where environment = 'live';

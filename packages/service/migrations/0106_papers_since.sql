-- Papers that a merchant removes are deleted, so those that are there don't say since when it has been bringing some: whoever brought each of
-- them anew within three days kept every newcomer out. When the first of thirty days came is kept apart from them. Of what is handed in at
-- this moment, or approved, none gives way.
alter table kyc_profiles add column papers_since timestamptz;

update kyc_profiles p set papers_since = d.first_at
from (select merchant_id, min(uploaded_at) as first_at from kyc_documents group by merchant_id) d
where d.merchant_id = p.merchant_id and p.state in ('DRAFT', 'SENT_BACK');

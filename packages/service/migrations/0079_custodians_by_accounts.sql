-- Two people are two accounts, and may have one name. That they are two is held where they agree: of accounts by
-- staff_proposals_second_person, and of names that were typed there as well.
alter table custodians drop constraint custodians_two_people;

import { counts } from '../book/doubts.ts';

/** The account that the statements of a number name: the one to which people agreed last, since one may have been taken for the wrong number's. */
export const accountOf = (number: string): string => `(select a.account from statements a
      where a.collection_number_id = ${number} and a.account is not null and ${counts('a')}
      order by a.agreed_at desc, a.id desc limit 1)`;

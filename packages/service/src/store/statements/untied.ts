import { OF_UNDONE } from '../../domain/credit.ts';
import { counts } from '../book/doubts.ts';
import { idStatement } from '../statement.ts';

/** The account that the statements of a number name: the one to which people agreed last, since one may have been taken for the wrong number's. */
export const statementAccountOf = (number: string): string => `(select a.account from statements a
      where a.collection_number_id = ${number} and a.account is not null and ${counts('a')}
      order by a.agreed_at desc, a.id desc limit 1)`;

/** A number that was taken out for good stands at its last balance for ever: so long after its last step it is as good as gone. */
const IN_USE_SINCE = '30 days';

/**
 * Whether the book of the number stood at the first balance of the statement `s` as its days began, or does now: then `and`, of its
 * book `b`.
 */
const stoodAtOpening = (number: string, and = 'true'): string => `(exists (
        select from books b where b.collection_number_id = ${number} and b.tip_xaf = s.opening_xaf and ${and})
      or exists (select from book_steps k where k.collection_number_id = ${number} and s.opening_xaf in (k.before_xaf, k.after_xaf)
        and k.occurred_at between s.covers_from - interval '2 days' and s.covers_until))`;

/** Whether the number `o` is in use, though it may be paused for a while: payments to it come, and it has a list, all the same. */
const IS_IN_USE = `(o.status = 'ACTIVE' or greatest(b.went_on_at, b.anchored_at) > s.covers_from - interval '${IN_USE_SINCE}')`;

/** Whether the book knows a row of the statement `s` by its id, or by its balance: another SIM may have moved the same sum as well. */
const KNOWS_ROW = `exists (select from statement_findings f
      join statement_rows r on r.statement_id = f.statement_id and r.ordinal = f.ordinal
      where f.statement_id = s.id and f.finding = 'SAME' and (
        exists (select from book_steps t where t.id = f.step_id and t.after_xaf = r.after_xaf)
        or exists (select from transaction_identities x where x.step_id = f.step_id
          and split_part(x.operator_transaction_id, '/', 1) in (r.operator_transaction_id, '${OF_UNDONE}' || r.linked_transaction_id))))`;

/** Whether the book of the number `n` ties the statement `s` to it: it knows one of its rows, or it alone stood where they begin. */
const IS_TIED_BY_BOOK = `(${KNOWS_ROW}
      or (s.opening_xaf is not null and ${stoodAtOpening('n.id')} and not exists (
        select from collection_numbers o where o.environment = 'live' and o.operator = n.operator and o.id <> n.id
          and ${stoodAtOpening('o.id', IS_IN_USE)})))`;

/** Whether the account of the statement `s` has the phone number of `n` in it. */
const NAMES_NUMBER = `s.account ~ ('(^|[^0-9])((00|[+])?235)?' || right(n.msisdn, 8) || '([^0-9]|$)')`;

/**
 * Those of some statements that wait for people and that nothing ties to their number: they name neither it nor the account that is
 * known of it, and its book ties them to it neither (`IS_TIED_BY_BOOK`). Then the wrong number may have been chosen for them. One that
 * names no account and brings nothing does no harm. But one that names an account would give it to the number, and shut its true owner
 * out: so whatever the book knows where the number has another account, or another number has this one.
 */
export const findUntied = idStatement<{ statement_id: string }>(
  'find_untied_statements',
  `select s.id as statement_id
  from statements s join collection_numbers n on n.id = s.collection_number_id
  cross join lateral (
    select ${statementAccountOf('n.id')} as account, exists (
      select from collection_numbers o where o.id <> n.id and ${statementAccountOf('o.id')} = s.account) as is_anothers) k
  where s.id = any ($1::uuid[]) and s.state = 'KEPT'
    and case
      when s.account is null then not ${IS_TIED_BY_BOOK}
        and exists (select from statement_findings f where f.statement_id = s.id and f.finding = 'NEW')
      when ${NAMES_NUMBER} then false
      when k.is_anothers or k.account <> s.account then true
      else k.account is null and not ${IS_TIED_BY_BOOK} end`,
);

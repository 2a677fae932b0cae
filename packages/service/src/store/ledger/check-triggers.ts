import { statement } from '../statement.ts';
import { TRIGGERS } from '../triggers.generated.ts';
import type { LedgerProblem } from './check.ts';

const findTriggers = statement<{ triggers: readonly string[]; limit: number }, LedgerProblem>(
  'find_trigger_problems',
  `select * from (
    select case when t.oid is null then 'a trigger that is gone' else 'a trigger that is switched off' end as problem,
      i.name as subject
    from unnest($triggers::text[]) i (name)
    left join (
      select t.oid, t.tgenabled, c.relname || ' ' || t.tgname as name
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not t.tgisinternal) t on t.name = i.name
    where t.oid is null or t.tgenabled not in ('O', 'A')
    union all
    select distinct 'a foreign key that is switched off', format('%s of %s', k.conname, t.tgrelid::regclass)
    from pg_trigger t join pg_constraint k on k.oid = t.tgconstraint
    where t.tgisinternal and t.tgenabled not in ('O', 'A')
  ) problems limit $limit`,
);

/**
 * The triggers that hold the books against whoever writes by hand: those that the migrations have made and that are not there, or
 * that somebody has switched off. Up to `limit` problems.
 */
export const findTriggerProblems = (
  database: Parameters<typeof findTriggers>[0],
  { limit }: { limit: number },
): Promise<LedgerProblem[]> => findTriggers(database, { triggers: TRIGGERS, limit });

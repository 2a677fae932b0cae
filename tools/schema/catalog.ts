import type { Pool } from '../../packages/service/src/store/connect/connect.ts';

export interface Column {
  readonly name: string;
  /** As SQL writes it: `text`, `bigint`, `text[]`. */
  readonly type: string;
  readonly not_null: boolean;
  readonly default_sql: string | null;
  /** Whether the default is a generation expression. */
  readonly is_generated: boolean;
  readonly is_identity: boolean;
}

export interface Constraint {
  readonly name: string;
  readonly definition: string;
}

export interface Table {
  readonly name: string;
  readonly options: readonly string[] | null;
  readonly columns: readonly Column[];
  readonly constraints: readonly Constraint[];
  readonly indexes: readonly string[];
  readonly triggers: readonly string[];
}

export interface Schema {
  readonly tables: readonly Table[];
  readonly views: readonly { readonly name: string; readonly definition: string }[];
  readonly functions: readonly string[];
}

// Not-null constraints have had names of their own in pg_constraint since PostgreSQL 18 (contype n); the
// column says it already.
const TABLES = `
  select c.relname as name, c.reloptions as options,
    (select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'not_null', a.attnotnull,
        'default_sql', pg_get_expr(d.adbin, d.adrelid), 'is_generated', a.attgenerated <> '',
        'is_identity', a.attidentity <> '') order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select json_agg(json_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid))
        order by array_position('{p,u,f,c,x}', k.contype::text), k.conname)
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c', 'x')), '[]') as constraints,
    coalesce((select json_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid::regclass::text)
      from pg_index i where i.indrelid = c.oid
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = c.oid)), '[]') as indexes,
    coalesce((select json_agg(pg_get_triggerdef(t.oid) order by t.tgname)
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal), '[]') as triggers
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname`;

const VIEWS = `
  select c.relname as name, pg_get_viewdef(c.oid) as definition
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
  order by c.relname`;

const FUNCTIONS = `
  select pg_get_functiondef(p.oid) as definition
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname, pg_get_function_identity_arguments(p.oid)`;

/** Reads what the migrations made out of the live catalog, in an order that does not depend on theirs. */
export async function readSchema(pool: Pool): Promise<Schema> {
  const tables = await pool.query<Table>(TABLES);
  const views = await pool.query<{ name: string; definition: string }>(VIEWS);
  const functions = await pool.query<{ definition: string }>(FUNCTIONS);
  return { tables: tables.rows, views: views.rows, functions: functions.rows.map((row) => row.definition) };
}

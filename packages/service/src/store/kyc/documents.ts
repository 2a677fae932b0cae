import type { KycDocument } from '../../domain/kyc/document.ts';
import { type Database, idStatement, setStatement, statement } from '../statement.ts';

const COLUMNS = `id, merchant_id, kind, name, media_type, size_bytes, encode(sha256, 'hex') as sha256, uploaded_at`;

/** Documents of merchants without their bytes, removed ones too, in the order in which they came. */
export const listDocuments = idStatement<KycDocument & { is_removed: boolean }>(
  'list_kyc_documents',
  `select ${COLUMNS}, removed_at is not null as is_removed from kyc_documents
  where merchant_id = any ($1::uuid[]) order by id`,
);

/**
 * How many documents of merchants have come since `since` that staff have sent nobody back for, nor approved: they stay too once they were
 * handed in and taken back, and nobody but their merchant says how many they are. Merchants without any are missing.
 */
export const countUndecidedDocuments = statement<
  { ids: readonly string[]; since: Date },
  { merchant_id: string; documents: number }
>(
  'count_undecided_kyc_documents',
  `select d.merchant_id, count(*)::int as documents from kyc_documents d
  where d.merchant_id = any ($ids::uuid[]) and d.uploaded_at > $since and not exists (
    select from kyc_submission_documents x join kyc_decisions v on v.merchant_id = x.merchant_id and v.version = x.version
    where x.document_id = d.id and v.verdict <> 'WITHDRAWN')
  group by d.merchant_id`,
);

/**
 * How many bytes the undecided documents that have come since `since` have in all, of merchants that were never approved, each document
 * counted as `at_least`; and which of the merchants `ids` were never approved.
 */
export const loadUndecidedSum = statement<
  { ids: readonly string[]; since: Date; at_least: number },
  { bytes: number; never_approved: string[] }
>(
  'load_undecided_kyc_bytes',
  `with lately as materialized (
    select id, merchant_id, size_bytes from kyc_documents where uploaded_at > $since)
  select coalesce(sum(greatest(d.size_bytes, $at_least::int)), 0)::bigint as bytes, array(
    select m.id::text from merchants m where m.id = any ($ids::uuid[]) and m.kyc_approved_at is null) as never_approved
  from lately d join merchants o on o.id = d.merchant_id and o.kyc_approved_at is null
  where not exists (
    select from kyc_submission_documents x join kyc_decisions v on v.merchant_id = x.merchant_id and v.version = x.version
    where x.document_id = d.id and v.verdict <> 'WITHDRAWN')`,
);

export type NewDocument = KycDocument & { uploaded_by: string; sealed: Buffer };

const writeDocuments = setStatement<Omit<NewDocument, 'sealed'> & { sealed: string }>(
  'insert_kyc_documents',
  `insert into kyc_documents
    (id, merchant_id, kind, name, media_type, size_bytes, sha256, sealed, uploaded_by, uploaded_at)
  select id, merchant_id, kind, name, media_type, size_bytes, decode(sha256, 'hex'), decode(sealed, 'base64'),
    uploaded_by, uploaded_at
  from json_to_recordset($1::json) as i (id uuid, merchant_id uuid, kind text, name text, media_type text,
    size_bytes int, sha256 text, sealed text, uploaded_by text, uploaded_at timestamptz)`,
);

export function insertDocuments(database: Database, documents: readonly NewDocument[]): Promise<never[]> {
  return writeDocuments(
    database,
    documents.map((document) => ({ ...document, sealed: document.sealed.toString('base64') })),
  );
}

/** Takes documents out of drafts: one that belongs to a submission is kept and marked as removed, any other is deleted. */
export const removeDocuments = setStatement<{ id: string; removed_at: Date }>(
  'remove_kyc_documents',
  `with input as (select * from json_to_recordset($1::json) as i (id uuid, removed_at timestamptz)),
  gone as (
    delete from kyc_documents d using input i
    where d.id = i.id and d.removed_at is null
      and not exists (select from kyc_submission_documents x where x.document_id = d.id))
  update kyc_documents d set removed_at = i.removed_at from input i
  where d.id = i.id and d.removed_at is null
    and exists (select from kyc_submission_documents x where x.document_id = d.id)`,
);

/**
 * Deletes documents that were in no submission, of profiles that have not changed since `before`; of `limit` merchants at most, and of
 * none whose profile somebody is changing.
 */
export const forgetLooseDocuments = statement<{ before: Date; limit: number }, { n: number }>(
  'forget_loose_kyc_documents',
  `with loose as materialized (
    select distinct d.merchant_id from kyc_documents d
    where d.uploaded_at < $before and not exists (
      select from kyc_submission_documents x where x.document_id = d.id)),
  left_alone as materialized (
    select p.merchant_id from loose l join kyc_profiles p on p.merchant_id = l.merchant_id
    where p.state <> 'SUBMITTED' and p.updated_at < $before
    order by p.merchant_id limit $limit for update of p skip locked),
  gone as (
    delete from kyc_documents d using left_alone p
    where d.merchant_id = p.merchant_id and not exists (
      select from kyc_submission_documents x where x.document_id = d.id)
    returning 1)
  select count(*)::int as n from gone`,
);

/**
 * Deletes documents that were in no submission, of merchants that were never approved: first what has lain since before `idle_since` of those
 * that have brought none since, or their first in thirty days before `held_since`; where that is not enough, also what has lain since before
 * `young_since` of the latter. Those first that have brought some for longest, until `needed` bytes are free of what has come since `since`, each
 * document counted as `at_least`. None of the merchants `but`, and of none whose profile somebody is changing. What is only written in a
 * profile keeps nothing.
 * @returns how much is free
 */
export const forgetIdleDocuments = statement<
  {
    but: readonly string[];
    since: Date;
    idle_since: Date;
    held_since: Date;
    young_since: Date;
    needed: number;
    at_least: number;
  },
  { bytes: number }
>(
  'forget_idle_kyc_documents',
  `with loose as materialized (
    select d.merchant_id, min(d.uploaded_at) as first_at, max(d.uploaded_at) as last_at,
      sum(greatest(d.size_bytes, $at_least::int)) filter (where d.uploaded_at < $idle_since) as idle_bytes,
      sum(greatest(d.size_bytes, $at_least::int)) filter (where d.uploaded_at >= $idle_since and d.uploaded_at < $young_since) as young_bytes
    from kyc_documents d join merchants m on m.id = d.merchant_id and m.kyc_approved_at is null
    where d.uploaded_at > $since and d.merchant_id <> all ($but::uuid[]) and not exists (
      select from kyc_submission_documents x where x.document_id = d.id)
    group by d.merchant_id),
  idle as materialized (
    select p.merchant_id, p.updated_at, x.is_young,
      sum(x.bytes) over (order by x.is_young, h.held_from, p.merchant_id) - x.bytes as freed_before
    from loose l join kyc_profiles p on p.merchant_id = l.merchant_id
    cross join lateral (select least(p.papers_since, l.first_at) as held_from) h
    cross join lateral (values (false, l.idle_bytes), (true, l.young_bytes)) as x (is_young, bytes)
    where p.state <> 'SUBMITTED' and x.bytes is not null
      and (h.held_from < $held_since or not x.is_young and l.last_at < $idle_since)),
  left_alone as materialized (
    select p.merchant_id, i.is_young from idle i join kyc_profiles p on p.merchant_id = i.merchant_id
    where i.freed_before < $needed::bigint and p.state <> 'SUBMITTED' and p.updated_at = i.updated_at
    order by p.merchant_id for update of p skip locked),
  gone as (
    delete from kyc_documents d using left_alone p
    where d.merchant_id = p.merchant_id and d.uploaded_at < $young_since and (d.uploaded_at >= $idle_since) = p.is_young
      and not exists (select from kyc_submission_documents x where x.document_id = d.id)
    returning d.size_bytes, d.uploaded_at)
  select coalesce(sum(greatest(size_bytes, $at_least::int)) filter (where uploaded_at > $since), 0)::bigint as bytes from gone`,
);

/** Documents that were handed in, without their bytes, each with the last submission that has it. */
export const findSubmittedDocuments = setStatement<
  { merchant_id: string; document_id: string },
  KycDocument & { version: number }
>(
  'find_submitted_kyc_documents',
  `select d.id, d.merchant_id, d.kind, d.name, d.media_type, d.size_bytes, encode(d.sha256, 'hex') as sha256,
    d.uploaded_at, x.version
  from json_to_recordset($1::json) as i (merchant_id uuid, document_id uuid)
  join kyc_documents d on d.id = i.document_id and d.merchant_id = i.merchant_id
  cross join lateral (
    select max(x.version) as version from kyc_submission_documents x where x.document_id = d.id) x
  where x.version is not null`,
);

/** The sealed bytes of documents. */
export const readSealedDocument = setStatement<
  { merchant_id: string; document_id: string },
  { document_id: string; sealed: Buffer }
>(
  'read_sealed_kyc_documents',
  `select d.id as document_id, d.sealed from json_to_recordset($1::json) as i (merchant_id uuid, document_id uuid)
  join kyc_documents d on d.id = i.document_id and d.merchant_id = i.merchant_id`,
);

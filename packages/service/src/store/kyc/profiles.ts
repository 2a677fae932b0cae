import type { SentBackWords } from '../../domain/kyc/document.ts';
import type { KycProfile } from '../../domain/kyc/profile.ts';
import type { KycState } from '../../domain/kyc/transitions.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

export type KycRow = {
  merchant_id: string;
  state: KycState;
  fields: KycProfile;
  /** Of the last submission; 0: none yet. */
  version: number;
  updated_at: Date;
};

const COLUMNS = 'merchant_id, state, fields, version, updated_at';

/** Opens the profiles of merchants that have none. Unknown merchants are left out. */
export const openProfiles = setStatement<{ merchant_id: string; updated_at: Date }>(
  'open_kyc_profiles',
  `insert into kyc_profiles (merchant_id, updated_at)
  select i.merchant_id, i.updated_at
  from json_to_recordset($1::json) as i (merchant_id uuid, updated_at timestamptz)
  where exists (select from merchants m where m.id = i.merchant_id)
  on conflict (merchant_id) do nothing`,
);

/**
 * The profiles of merchants `merchant_ids`, locked in the order of their ids until the commit. `submitted_lately`: how many
 * submissions came after `since`.
 */
export const lockProfiles = statement<
  { merchant_ids: readonly string[]; since: Date },
  KycRow & { submitted_lately: number }
>(
  'lock_kyc_profiles',
  `select ${COLUMNS}, (
    select count(*)::int from kyc_submissions s
    where s.merchant_id = p.merchant_id and s.submitted_at > $since::timestamptz) as submitted_lately
  from kyc_profiles p where merchant_id = any ($merchant_ids::uuid[]) order by merchant_id for update of p`,
);

/** Writes what the locked profiles have become. */
export const updateProfiles = setStatement<KycRow>(
  'update_kyc_profiles',
  `update kyc_profiles p
  set state = i.state, version = i.version, updated_at = i.updated_at,
    fields = case when p.fields::jsonb = i.fields::jsonb then p.fields else i.fields end
  from json_to_recordset($1::json) as i
    (merchant_id uuid, state text, fields json, version int, updated_at timestamptz)
  where p.merchant_id = i.merchant_id`,
);

/** Merchants have brought papers: since when they do so stands as long as it is not before `since`. Of locked profiles. */
export const notePapers = statement<{ merchant_ids: readonly string[]; now: Date; since: Date }>(
  'note_kyc_papers',
  `update kyc_profiles set papers_since = $now
  where merchant_id = any ($merchant_ids::uuid[]) and (papers_since is null or papers_since <= $since)`,
);

/** Keeps what profiles say at this moment, with the documents that belong to them, as submissions. */
export const insertSubmissions = setStatement<{
  merchant_id: string;
  version: number;
  submitted_by: string;
  submitted_at: Date;
}>(
  'insert_kyc_submissions',
  `with input as (
    select * from json_to_recordset($1::json) as i
      (merchant_id uuid, version int, submitted_by text, submitted_at timestamptz)),
  submitted as (
    insert into kyc_submissions (merchant_id, version, fields, submitted_by, submitted_at)
    select i.merchant_id, i.version, p.fields, i.submitted_by, i.submitted_at
    from input i join kyc_profiles p on p.merchant_id = i.merchant_id)
  insert into kyc_submission_documents (merchant_id, version, document_id)
  select i.merchant_id, i.version, d.id
  from input i join kyc_documents d on d.merchant_id = i.merchant_id and d.removed_at is null`,
);

export type StoredKycDecision = {
  merchant_id: string;
  version: number;
  verdict: 'APPROVED' | 'SENT_BACK' | 'WITHDRAWN';
  words: SentBackWords;
  actor: string;
  at: Date;
};

/** Ends submissions: each once, whoever was first. */
export const insertKycDecisions = setStatement<StoredKycDecision>(
  'insert_kyc_decisions',
  `insert into kyc_decisions (merchant_id, version, verdict, words, actor, at)
  select merchant_id, version, verdict, words, actor, at
  from json_to_recordset($1::json) as i
    (merchant_id uuid, version int, verdict text, words json, actor text, at timestamptz)`,
);

/** Lets merchants collect in live, under the trade name that was approved. The first approval's time stays. */
export const approveSubmissions = setStatement<{ merchant_id: string; version: number; approved_at: Date }>(
  'approve_kyc_submissions',
  `update merchants m
  set kyc_status = 'APPROVED', kyc_approved_at = coalesce(m.kyc_approved_at, i.approved_at), kyc_version = i.version,
    name = s.fields->>'trade_name'
  from json_to_recordset($1::json) as i (merchant_id uuid, version int, approved_at timestamptz)
  join kyc_submissions s on s.merchant_id = i.merchant_id and s.version = i.version
  where m.id = i.merchant_id`,
);

export type ShownKyc = KycRow & {
  name: string;
  kyc_status: 'PENDING' | 'APPROVED';
  /** The submission that the approval stands on. */
  approved_version: number | null;
  kyc_approved_at: Date | null;
  created_at: Date;
};

/** Merchants with their profiles; one that has not written anything has an empty draft. */
export const showProfiles = idStatement<ShownKyc>(
  'show_kyc_profiles',
  `select m.id as merchant_id, coalesce(p.state, 'DRAFT') as state, coalesce(p.fields, '{}') as fields,
    coalesce(p.version, 0) as version, coalesce(p.updated_at, m.created_at) as updated_at, m.name, m.kyc_status,
    m.kyc_version as approved_version, m.kyc_approved_at, m.created_at
  from merchants m left join kyc_profiles p on p.merchant_id = m.id
  where m.id = any ($1::uuid[])`,
);

export type ShownSubmission = {
  merchant_id: string;
  version: number;
  fields: KycProfile;
  submitted_by: string;
  submitted_at: Date;
  document_ids: string[];
  verdict: StoredKycDecision['verdict'] | null;
  words: SentBackWords | null;
  decided_by: string | null;
  decided_at: Date | null;
};

/** The last twenty submissions of merchants with what became of them, the newest first. */
export const listSubmissions = idStatement<ShownSubmission>(
  'list_kyc_submissions',
  `select s.* from unnest($1::uuid[]) as asked (merchant_id)
  cross join lateral (
    select s.merchant_id, s.version, s.fields, s.submitted_by, s.submitted_at, d.verdict, d.words,
      d.actor as decided_by, d.at as decided_at,
      array(select x.document_id::text from kyc_submission_documents x
        where x.merchant_id = s.merchant_id and x.version = s.version order by 1) as document_ids
    from kyc_submissions s
    left join kyc_decisions d on d.merchant_id = s.merchant_id and d.version = s.version
    where s.merchant_id = asked.merchant_id order by s.version desc limit 20) s`,
);

/**
 * `team`: accounts of whoever is or was in it, and the names by which it handed in; `seen_by`: accounts of staff who have
 * opened the document, or the names that they typed; one for whom it did not open has not.
 */
export type LookRow = { merchant_id: string; document_id: string; team: string[]; seen_by: string[] };

/** The documents of what merchants `$1` have handed in last, with everybody on the staff who has opened each,
 * and whoever is or was in the merchant's team. */
export const listLooks = idStatement<LookRow>(
  'list_kyc_looks',
  `select p.merchant_id, x.document_id, array(
    select s.submitted_by
    union select v from members k join accounts a on a.id = k.account_id cross join unnest(array[a.id::text, a.email]) as u (v)
      where k.merchant_id = p.merchant_id
  ) as team, array(
    select distinct coalesce(a.account_id::text, a.actor) from staff_actions a
    where a.subject_id = p.merchant_id::text and a.action = 'kyc.look'
      and a.detail->>'document_id' = x.document_id::text
      and a.detail->>'is_unreadable' is distinct from 'true') as seen_by
  from kyc_profiles p
  join kyc_submissions s on s.merchant_id = p.merchant_id and s.version = p.version
  join kyc_submission_documents x on x.merchant_id = p.merchant_id and x.version = p.version
  where p.merchant_id = any ($1::uuid[]) order by x.document_id`,
);

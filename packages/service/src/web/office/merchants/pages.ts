import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import { readWords, SENT_BACK_SUBJECTS } from '../../../domain/kyc/document.ts';
import { isOperator } from '../../../domain/operator.ts';
import { StaffRefusal } from '../../../engine/desk/allowed.ts';
import { setAllowances } from '../../../engine/desk/merchants/allow.ts';
import { type DecideKyc, decideKyc } from '../../../engine/desk/merchants/decide-kyc.ts';
import {
  lookAtDocument,
  type MerchantFile,
  openMerchantFile,
} from '../../../engine/desk/merchants/merchant-file.ts';
import { freezeMerchants, revokeMerchantKeys } from '../../../engine/desk/merchants/stop-merchants.ts';
import { fieldText, PROFILE_WORDS, subjectName } from '../../dashboard/profile/parts.ts';
import { colon } from '../../format.ts';
import { button, postForm, problem, textArea } from '../../frame/parts.ts';
import {
  type Answer,
  type AnyPage,
  goTo,
  NOT_FOUND,
  type StaffPage,
  type StaffVisit,
  show,
  staffPage,
} from '../../frame/table.ts';
import { html } from '../../html.ts';
import { signatureByVisit } from '../decision/decision.ts';
import { toldOf } from '../outcomes/outcome.ts';
import {
  allowanceCard,
  freezeCard,
  keysCard,
  MERCHANT_WORDS,
  noteField,
  noteOf,
  recordCard,
  sessionsTyped,
} from './forms.ts';
import { liveState, merchantList } from './list.ts';
import { profileCards } from './profile.ts';
import { SETTLEMENT_TERMS_PAGES, settlementCard } from './settlements.ts';

const HERE = '/office/merchants/:id';
/** Who decides about merchants, and opens what proves who they are. */
const DECIDES = ['supervisor', 'administrator'] as const;

const hereOf = (visit: StaffVisit): string => visit.at(`/office/merchants/${visit.params.id ?? ''}`);
async function fileOf({ services, params }: StaffVisit): Promise<MerchantFile | null> {
  return openMerchantFile(services, params.id ?? '');
}

async function page(visit: StaffVisit, wrong: Record<string, string> = {}): Promise<Answer> {
  const file = await fileOf(visit);
  if (file === null) return NOT_FOUND;
  const decides = DECIDES.some((role) => role === visit.person.staff_role);
  const cards = [
    profileCards(visit, file, decides, wrong),
    decides ? allowanceCard(visit, file, wrong) : null,
    keysCard(visit, file, decides, wrong),
    decides ? freezeCard(visit, file, wrong) : null,
    await settlementCard(visit, file),
    recordCard(visit, file),
  ];
  return show({
    title: file.merchant.name,
    content: html`${problem(wrong)}<p>${liveState(visit, file.merchant)} <bdi class="code">${file.merchant.id}</bdi></p>${cards}`,
    status: Object.keys(wrong).length === 0 ? 200 : 422,
  });
}

const merchant = staffPage(STAFF_ROLES, { path: HERE, get: (visit) => page(visit) });

type DecisionPage = Required<Pick<StaffPage, 'path' | 'post'>> & Pick<StaffPage, 'get'>;

/** A page for who decides; what somebody may not decide is said on the merchant's page. */
const decision = ({ post, ...rest }: DecisionPage) =>
  staffPage(DECIDES, {
    ...rest,
    post: async (visit) => {
      try {
        return await post(visit);
      } catch (error) {
        if (error instanceof StaffRefusal)
          return goTo(hereOf(visit), toldOf(visit, { kind: error.kind }).sentences.join(' '), 'warn');
        throw error;
      }
    },
  });

/** The page again, with what is missing above it and at its field. */
function again(visit: StaffVisit, name: string, sentence: string): Promise<Answer> {
  return page(visit, { '': sentence, [name]: sentence });
}

const document = decision({
  path: `${HERE}/documents/:document_id`,
  post: async (visit) => {
    const { id: merchant_id = '', document_id = '' } = visit.params;
    const words = MERCHANT_WORDS[visit.language];
    const command = { merchant_id, document_id, ...signatureByVisit(visit, words.look_note) };
    const outcome = await lookAtDocument(visit.services, command);
    if (outcome.kind === 'not_found') return NOT_FOUND;
    if (outcome.kind === 'unreadable') return goTo(hereOf(visit), words.unreadable, 'warn');
    const { kind, id, media_type } = outcome.document;
    // A name of ours: theirs may look like a program.
    const name = `${kind}-${id.slice(-8)}.${ENDINGS[media_type] ?? 'bin'}`;
    return { kind: 'file', name, type: 'application/octet-stream', body: outcome.bytes };
  },
});

const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

const versionOf = (text: string | null): number => (/^[0-9]{1,9}$/.test(text ?? '') ? Number(text) : 0);

async function decide(visit: StaffVisit, command: DecideKyc): Promise<Answer> {
  const { outcomes } = MERCHANT_WORDS[visit.language];
  const [outcome] = await decideKyc(visit.services, [command]);
  if (outcome === undefined || outcome.kind === 'not_found') return NOT_FOUND;
  const is_done = outcome.kind === 'approved' || outcome.kind === 'sent_back';
  return goTo(hereOf(visit), outcomes[outcome.kind], is_done ? 'done' : 'warn');
}

const approve = decision({
  path: `${HERE}/approve`,
  post: async (visit) => {
    const note = noteOf(visit, 'approve');
    if (note === null) return again(visit, 'note-approve', MERCHANT_WORDS[visit.language].note_wrong);
    const version = versionOf(visit.form.text('version'));
    const { id: merchant_id = '' } = visit.params;
    return decide(visit, { merchant_id, version, verdict: 'approve', ...signatureByVisit(visit, note) });
  },
});

const sendBack = decision({
  path: `${HERE}/send-back`,
  get: (visit) => sendBackPage(visit, versionOf(visit.query.get('version'))),
  post: async (visit) => {
    const words = MERCHANT_WORDS[visit.language];
    const typed = Object.fromEntries(
      [...SENT_BACK_SUBJECTS, 'general'].map((name) => [name, visit.form.text(name)]),
    );
    const said = readWords(typed);
    const note = noteOf(visit, 'send-back');
    const version = versionOf(visit.form.text('version'));
    if (said === null) return sendBackPage(visit, version, { '': words.send_back_wrong });
    if (note === null)
      return sendBackPage(visit, version, { '': words.note_wrong, 'note-send-back': words.note_wrong });
    const { id: merchant_id = '' } = visit.params;
    return decide(visit, {
      merchant_id,
      version,
      verdict: 'send_back',
      words: said,
      ...signatureByVisit(visit, note),
    });
  },
});

async function sendBackPage(
  visit: StaffVisit,
  version: number,
  wrong: Record<string, string> = {},
): Promise<Answer> {
  const file = await fileOf(visit);
  const submission = file?.kyc.submissions.find((one) => one.version === version);
  if (file === null || submission === undefined) return NOT_FOUND;
  const words = MERCHANT_WORDS[visit.language];
  const theirs = PROFILE_WORDS[visit.language];
  const said: Readonly<Record<string, string>> = submission.fields;
  const areas = ([...SENT_BACK_SUBJECTS, 'general'] as const).map((name) => {
    const hint = said[name];
    const label = subjectName(theirs, name);
    const one = { name, label, value: visit.form.text(name), is_optional: true, max_length: 500 };
    return textArea(hint === undefined ? one : { ...one, hint: fieldText(theirs, name, hint) });
  });
  return show({
    title: `${words.send_back}${colon(visit)}${file.merchant.name}`,
    status: Object.keys(wrong).length === 0 ? 200 : 422,
    content: postForm(
      visit,
      `${hereOf(visit)}/send-back`,
      html`${problem(wrong)}<p>${words.send_back_text}</p><input type="hidden" name="version" value="${version}">${areas}${noteField(
        visit,
        'send-back',
        wrong,
      )}${button(words.send_back, { kind: 'danger' })}`,
    ),
  });
}

const allowance = decision({
  path: `${HERE}/allowance`,
  post: async (visit) => {
    const words = MERCHANT_WORDS[visit.language];
    const operator = visit.form.text('operator');
    if (!isOperator(operator)) return NOT_FOUND;
    const sessions = sessionsTyped(visit.form.text(`sessions-${operator}`));
    if (sessions === undefined) return again(visit, `sessions-${operator}`, words.sessions_wrong);
    const note = noteOf(visit, `allowance-${operator}`);
    if (note === null) return again(visit, `note-allowance-${operator}`, words.note_wrong);
    const { id: merchant_id = '' } = visit.params;
    const command = { merchant_id, operator, sessions, ...signatureByVisit(visit, note) };
    const [outcome] = await setAllowances(visit.services, [command]);
    return outcome?.kind === 'set' ? goTo(hereOf(visit), words.kept) : NOT_FOUND;
  },
});

const revoke = decision({
  path: `${HERE}/keys/:key_id/revoke`,
  post: async (visit) => {
    const words = MERCHANT_WORDS[visit.language];
    const { id: merchant_id = '', key_id = '' } = visit.params;
    if (!isUuid(key_id)) return NOT_FOUND;
    const note = noteOf(visit, key_id);
    if (note === null) return again(visit, `note-${key_id}`, words.note_wrong);
    const command = { merchant_id, key_id, ...signatureByVisit(visit, note) };
    const [outcome] = await revokeMerchantKeys(visit.services, [command]);
    return outcome === undefined || outcome.kind === 'not_found'
      ? NOT_FOUND
      : goTo(hereOf(visit), words.key_revoked);
  },
});

const freezing = (verb: 'freeze' | 'unfreeze') =>
  decision({
    path: `${HERE}/${verb}`,
    post: async (visit) => {
      const words = MERCHANT_WORDS[visit.language];
      const environment = visit.form.text('environment');
      if (environment !== 'live' && environment !== 'test') return NOT_FOUND;
      const note = noteOf(visit, `${verb}-${environment}`);
      if (note === null) return again(visit, `note-${verb}-${environment}`, words.note_wrong);
      const { id: merchant_id = '' } = visit.params;
      const command = {
        merchant_id,
        environment,
        freezes: verb === 'freeze',
        ...signatureByVisit(visit, note),
      } as const;
      const [outcome] = await freezeMerchants(visit.services, [command]);
      if (outcome === undefined || outcome.kind === 'not_found') return NOT_FOUND;
      const told = toldOf(visit, outcome);
      return goTo(hereOf(visit), told.sentences.join(' '), told.kind === 'done' ? 'done' : 'warn');
    },
  });

export const MERCHANT_PAGES: readonly AnyPage[] = [
  merchantList,
  merchant,
  document,
  approve,
  sendBack,
  allowance,
  revoke,
  freezing('freeze'),
  freezing('unfreeze'),
  ...SETTLEMENT_TERMS_PAGES,
];

import {
  DOCUMENT_BYTES_MAX,
  DOCUMENT_KINDS,
  isDocumentKind,
  missingDocuments,
} from '../../../domain/kyc/document.ts';
import { KYC_FIELDS, missingFields } from '../../../domain/kyc/profile.ts';
import { kycTransition } from '../../../domain/kyc/transitions.ts';
import { addDocuments } from '../../../engine/kyc/documents.ts';
import {
  type ByMember,
  saveProfiles,
  submitProfiles,
  withdrawSubmissions,
} from '../../../engine/kyc/profiles.ts';
import { removeOwnDocuments } from '../../../engine/kyc/remove-documents.ts';
import { type Kyc, showKyc } from '../../../engine/kyc/show.ts';
import { colon } from '../../format.ts';
import { button, card, field, linkButton, note, postForm } from '../../frame/parts.ts';
import {
  type Answer,
  type AnyPage,
  goTo,
  type MemberVisit,
  memberPage,
  NOT_FOUND,
  show,
} from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import {
  askedToCorrect,
  documentLabel,
  PROFILE_WORDS,
  profileFacts,
  profileForm,
  profileHead,
} from './parts.ts';

const PROFILE = '/dashboard/profile';
const DOCUMENTS = '/dashboard/profile/documents';
const CHECK = '/dashboard/profile/check';

const byOf = ({ merchant_id, person }: MemberVisit): ByMember => ({ merchant_id, by: person.account });

async function ownKyc({ services, merchant_id }: MemberVisit): Promise<Kyc> {
  const [kyc] = await showKyc(services, [merchant_id]);
  if (!kyc) throw new Error('a member without a merchant');
  return kyc;
}

const profile = memberPage(['owner'], {
  path: PROFILE,
  link: { place: 80, label: { fr: 'Profil', ar: 'الملف', en: 'Profile' } },
  get: async (visit) => {
    const kyc = await ownKyc(visit);
    const words = PROFILE_WORDS[visit.language];
    const body = isOpen(kyc)
      ? profileForm(visit, kyc.fields, {}, askedToCorrect(kyc))
      : html`${card(words.sections.business, profileFacts(words, kyc.fields))}${withdrawal(visit)}`;
    return show({ title: words.title, content: html`${profileHead(visit, kyc, 'profile')}${body}` });
  },
  post: async (visit) => {
    const words = PROFILE_WORDS[visit.language];
    const typed = Object.fromEntries(KYC_FIELDS.map((name) => [name, visit.form.text(name)]));
    const [outcome] = await saveProfiles(visit.services, [{ ...byOf(visit), typed }]);
    if (outcome?.kind === 'saved') return goTo(visit.at(DOCUMENTS), words.saved);
    if (outcome?.kind !== 'invalid') return goTo(visit.at(PROFILE), words.locked, 'warn');
    const kyc = await ownKyc(visit);
    const content = html`${profileHead(visit, kyc, 'profile')}${profileForm(visit, typed, outcome.wrong, {})}`;
    return show({ title: words.title, content, status: 422 });
  },
});

const isOpen = ({ state }: Kyc): boolean => kycTransition(state, 'edit') !== null;

function withdrawal(visit: MemberVisit): SafeHtml {
  const words = PROFILE_WORDS[visit.language];
  const form = postForm(visit, visit.at(`${PROFILE}/withdraw`), button(words.withdraw, { kind: 'two' }));
  return card(words.withdraw, html`<p>${words.withdraw_text}</p>${form}`);
}

const documents = memberPage(['owner'], {
  path: DOCUMENTS,
  uploads: { file_bytes: DOCUMENT_BYTES_MAX, files: 1 },
  get: async (visit) => documentsPage(visit, await ownKyc(visit)),
  post: async (visit) => {
    const words = PROFILE_WORDS[visit.language];
    const kind = visit.form.text('kind');
    if (!isDocumentKind(kind)) return NOT_FOUND;
    const file = visit.form.file(`file-${kind}`);
    const again = async (problem: keyof typeof words.refused): Promise<Answer> => ({
      ...documentsPage(visit, await ownKyc(visit), { [`file-${kind}`]: words.refused[problem] }),
      status: 422,
    });
    if (file === null) return again('no_file');
    const command = { ...byOf(visit), kind, name: file.name, bytes: file.bytes };
    const [outcome] = await addDocuments(visit.services, [command]);
    switch (outcome?.kind) {
      case 'added':
        return goTo(visit.at(DOCUMENTS), words.added);
      case 'refused':
        return again(outcome.problem);
      case 'too_many':
      case 'too_many_lately':
      case 'too_many_in_all':
        return again(outcome.kind);
      default:
        return goTo(visit.at(DOCUMENTS), words.locked, 'warn');
    }
  },
});

function documentsPage(visit: MemberVisit, kyc: Kyc, wrong: Record<string, string> = {}) {
  const words = PROFILE_WORDS[visit.language];
  const kinds = DOCUMENT_KINDS.map((kind) => {
    const { label, hint } = words.kinds[kind];
    const own = kyc.documents.filter((one) => one.kind === kind);
    const listed = own.map((one) => {
      const removal = postForm(
        visit,
        visit.at(`${DOCUMENTS}/${one.id}/remove`),
        button(words.remove, { kind: 'two' }),
      );
      return html`<li>${documentLabel(words, one)}${isOpen(kyc) ? removal : NOTHING}</li>`;
    });
    const file = { name: `file-${kind}`, label: words.file, hint: words.file_hint, type: 'file' as const };
    const upload = postForm(
      visit,
      visit.at(DOCUMENTS),
      html`<input type="hidden" name="kind" value="${kind}">${field(
        { ...file, accept: 'application/pdf,image/jpeg,image/png', is_optional: true },
        wrong,
      )}${button(words.add)}`,
      { has_files: true },
    );
    const list =
      own.length === 0 ? html`<p class="empty">${words.no_document}</p>` : html`<ul>${listed}</ul>`;
    return card(label, html`<p class="hint">${hint}</p>${list}${isOpen(kyc) ? upload : NOTHING}`, {
      id: kind,
    });
  });
  const next = linkButton(words.next, visit.at(CHECK), 'main');
  return show({
    title: words.documents_title,
    content: html`${profileHead(visit, kyc, 'documents')}<p>${words.documents_intro}</p>${kinds}${note(words.private)}<p>${next}</p>`,
  }) as Extract<Answer, { kind: 'page' }>;
}

const removal = memberPage(['owner'], {
  path: `${DOCUMENTS}/:id/remove`,
  post: async (visit) => {
    const words = PROFILE_WORDS[visit.language];
    const command = { ...byOf(visit), document_id: visit.params.id ?? '' };
    const [outcome] = await removeOwnDocuments(visit.services, [command]);
    if (outcome?.kind === 'removed') return goTo(visit.at(DOCUMENTS), words.removed);
    return outcome?.kind === 'locked' ? goTo(visit.at(DOCUMENTS), words.locked, 'warn') : NOT_FOUND;
  },
});

const check = memberPage(['owner'], {
  path: CHECK,
  get: async (visit) => {
    const kyc = await ownKyc(visit);
    const words = PROFILE_WORDS[visit.language];
    const fields = missingFields(kyc.fields).map((name) => words.fields[name]);
    const kinds = missingDocuments(kyc.documents).map((kind) => words.kinds[kind].label);
    const missing = [...fields, ...kinds];
    const listed = DOCUMENT_KINDS.map((kind) => {
      const own = kyc.documents.filter((one) => one.kind === kind);
      return html`<li>${words.kinds[kind].label}${colon(visit)}${own.length === 0 ? words.no_document : own.map((one) => html`<br>${documentLabel(words, one)}`)}</li>`;
    });
    const form = postForm(visit, visit.at(CHECK), html`<p>${words.submit_text}</p>${button(words.submit)}`);
    const end =
      kyc.state === 'SUBMITTED'
        ? withdrawal(visit)
        : kyc.state === 'APPROVED'
          ? NOTHING
          : missing.length === 0
            ? form
            : note(
                html`<p>${words.missing}</p><ul>${missing.map((name) => html`<li>${name}</li>`)}</ul>`,
                'warn',
              );
    return show({
      title: words.check_title,
      content: html`${profileHead(visit, kyc, 'check')}${card(words.title, profileFacts(words, kyc.fields))}${card(
        words.documents_title,
        html`<ul>${listed}</ul>`,
      )}${end}`,
    });
  },
  post: async (visit) => {
    const words = PROFILE_WORDS[visit.language];
    const [outcome] = await submitProfiles(visit.services, [byOf(visit)]);
    if (outcome?.kind === 'submitted') return goTo(visit.at(CHECK), words.submitted);
    const said =
      outcome?.kind === 'too_often'
        ? words.too_often
        : outcome?.kind === 'not_possible'
          ? words.locked
          : undefined;
    return goTo(visit.at(CHECK), said, 'warn');
  },
});

const withdraw = memberPage(['owner'], {
  path: `${PROFILE}/withdraw`,
  post: async (visit) => {
    const words = PROFILE_WORDS[visit.language];
    const [outcome] = await withdrawSubmissions(visit.services, [byOf(visit)]);
    const is_done = outcome?.kind === 'withdrawn';
    return goTo(
      visit.at(PROFILE),
      is_done ? words.withdrawn : words.decided_meanwhile,
      is_done ? 'done' : 'warn',
    );
  },
});

export const PROFILE_PAGES: readonly AnyPage[] = [profile, documents, removal, check, withdraw];

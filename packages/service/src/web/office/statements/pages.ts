import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import { STAFF_VERBS } from '../../../domain/staff/role.ts';
import { findProfile, profileKey } from '../../../domain/statement/profile.ts';
import { confirmProfiles } from '../../../engine/desk/statements/confirm-profile.ts';
import { refuseStatements } from '../../../engine/desk/statements/refuse-statement.ts';
import { settleStatements } from '../../../engine/desk/statements/settle-statement.ts';
import { listProfiles, listStatements } from '../../../engine/statements/list.ts';
import { amount, countText, moment, operator, phone } from '../../format.ts';
import {
  badge,
  button,
  card,
  field,
  linkButton,
  pager,
  postForm,
  type Tone,
  table,
} from '../../frame/parts.ts';
import { type AnyPage, NOT_FOUND, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { decideWithNote, may, wordsOf } from '../decision/decision.ts';
import { toldOf } from '../outcomes/outcome.ts';
import { code } from '../terms/say.ts';
import { BRING_PAGES, STATEMENTS_PATH } from './bring.ts';
import { days, STATEMENT_WORDS } from './problem.ts';
import { STATE_TONES, STATEMENT_PAGE } from './statement.ts';

const SHOWN = 50;

const list = staffPage(STAFF_ROLES, {
  path: STATEMENTS_PATH,
  link: { place: 26, label: { fr: 'Relevés', ar: 'الكشوف', en: 'Statements' } },
  get: async (visit) => {
    const words = STATEMENT_WORDS[visit.language];
    const { columns } = words;
    const asked = visit.query.get('before') ?? '';
    const before = isUuid(asked) ? asked.toLowerCase() : null;
    const found = await listStatements(visit.services, { before, limit: SHOWN + 1 });
    const statements = found.slice(0, SHOWN);
    const rows = statements.map((one) => [
      html`<a href="${visit.at(`${STATEMENTS_PATH}/${one.id}`)}">${days({ from: one.covers_from, until: one.covers_until })}</a>`,
      html`${phone(one.msisdn)} ${operator(visit.words, one.operator)}`,
      badge(words.states[one.state], STATE_TONES[one.state]),
      one.closing_xaf === null ? '–' : amount(visit.words, one.closing_xaf),
      countText(one.rows_count),
      countText(one.new_rows),
      one.differing_rows === 0 ? '0' : badge(countText(one.differing_rows), 'bad'),
      moment(visit.words, one.imported_at),
    ]);
    const counted = ['closing', 'rows', 'unknown', 'differing'] as const;
    const heads = [
      ...(['days', 'number', 'state'] as const).map((name) => ({ label: columns[name] })),
      ...counted.map((name) => ({ label: columns[name], is_number: true })),
      { label: columns.imported },
    ];
    const older =
      found.length > SHOWN ? visit.at(`${STATEMENTS_PATH}?before=${statements.at(-1)?.id}`) : null;
    return show({
      title: words.title,
      content: html`<p>${words.intro}</p>${
        may(visit, 'statement.import')
          ? html`<p>${linkButton(words.bring.title, visit.at(`${STATEMENTS_PATH}/import`), 'main')}</p>`
          : NOTHING
      }${table(visit, heads, rows, words.nothing)}
${pager(visit, { newer: before === null ? null : visit.at(STATEMENTS_PATH), older })}${await profiles(visit)}`,
    });
  },
});

/** How portals write, and whether two people have said that it is read right. */
async function profiles(visit: StaffVisit): Promise<SafeHtml> {
  const { profiles: words } = STATEMENT_WORDS[visit.language];
  const { cases } = wordsOf(visit);
  const known = await listProfiles(visit.services);
  const form = (key: string) =>
    postForm(
      visit,
      visit.at(`${STATEMENTS_PATH}/profiles/${key}/confirm`),
      html`${field({ name: 'note', id: `note-${key}`, label: cases.note, hint: cases.note_hint, max_length: 2000 })}${button(words.confirm, { kind: 'two' })}`,
    );
  const standing = (
    key: string,
    confirmation: (typeof known)[number]['confirmation'],
  ): [string, Tone, SafeHtml] =>
    confirmation === null
      ? [
          words.unconfirmed,
          'wait',
          may(visit, 'statement.confirm_profile')
            ? html`<details><summary>${words.confirm}</summary>${form(key)}</details>`
            : NOTHING,
        ]
      : [
          words.confirmed,
          'good',
          html`<bdi>${confirmation.confirmed_by}</bdi> <small>${moment(visit.words, confirmation.confirmed_at)}</small>`,
        ];
  const listed = known.map(({ profile, confirmation }) => {
    const [state, tone, more] = standing(profileKey(profile), confirmation);
    return html`<h3>${operator(visit.words, profile.operator)} ${code(profileKey(profile))} ${badge(state, tone)}</h3>
<p><small><code class="code">${profile.titles.join(' · ')}</code></small></p>${more}`;
  });
  return card(words.title, html`<p>${words.intro}</p>${listed}`, { id: 'profiles' });
}

/** A form on the page of one statement: one person's word about it, which leads back there. */
const verdictPage = (
  does: 'settle' | 'refuse',
  say: typeof settleStatements | typeof refuseStatements,
): AnyPage =>
  staffPage(STAFF_VERBS[`statement.${does}`], {
    path: `${STATEMENTS_PATH}/:id/${does}`,
    post: async (visit) => {
      const id = (visit.params.id ?? '').toLowerCase();
      if (!isUuid(id)) return NOT_FOUND;
      const here = visit.at(`${STATEMENTS_PATH}/${id}`);
      return decideWithNote(
        visit,
        here,
        async (by) => {
          const [outcome] = await say(visit.services, [{ statement_id: id, ...by }]);
          return toldOf(visit, outcome ?? { kind: 'statement_not_found' });
        },
        { to: here },
      );
    },
  });

const confirm = staffPage(STAFF_VERBS['statement.confirm_profile'], {
  path: `${STATEMENTS_PATH}/profiles/:profile/confirm`,
  post: async (visit) => {
    const profile = visit.params.profile ?? '';
    if (findProfile(profile) === null) return NOT_FOUND;
    const here = visit.at(`${STATEMENTS_PATH}#profiles`);
    return decideWithNote(
      visit,
      visit.at(STATEMENTS_PATH),
      async (by) => {
        const [outcome] = await confirmProfiles(visit.services, [{ profile, ...by }]);
        return toldOf(visit, outcome ?? { kind: 'profile_not_found' });
      },
      { to: here },
    );
  },
});

export const OFFICE_STATEMENT_PAGES: readonly AnyPage[] = [
  list,
  ...BRING_PAGES,
  STATEMENT_PAGE,
  verdictPage('settle', settleStatements),
  verdictPage('refuse', refuseStatements),
  confirm,
];

import { FEE_FLOWS, type FeeFlow } from '../fee/terms.ts';
import { type Environment, OPERATORS, type Operator } from '../operator.ts';

/**
 * What two people agree about, written as the one text by which the second finds what the first has proposed. `read`
 * says of which it is: what `of` was told, or null where the text is another kind of subject.
 */
export type Subject<What> = { of: (what: What) => string; read: (subject_id: string) => What | null };

/** A matter of what an id names: others of it may be agreed on at the same time. */
const matter = (name: string): Subject<string> => ({
  of: (id) => `${id}/${name}`,
  read: (subject_id) => subject_id.match(new RegExp(`^([0-9a-f-]{36})/${name}$`))?.[1] ?? null,
});

/** @param pattern its groups have the names of what is told */
const named = <What extends Record<string, string>>(
  of: Subject<What>['of'],
  pattern: RegExp,
): Subject<What> => ({
  of,
  read: (subject_id) => {
    const groups = subject_id.match(pattern)?.groups;
    return groups === undefined ? null : ({ ...groups } as What);
  },
});

/** A sweep of the number with that id. */
export const sweepSubject = matter('sweep');

/** What the SIM of that number holds. `store/book/books.ts` and `store/desk/waiting.ts` write it too. */
export const anchorSubject = matter('anchor');

/** A key by which money leaves the balance of the merchant with that id. */
export const keySubject = matter('key');

/** That the merchant with that id may go on in live. */
export const unfreezeSubject = matter('unfreeze');

/** How the settlement with that id ends; whether it is approved is agreed on under the id alone. */
export const endSubject = matter('end');

/** To whom a credit was given, or as what a step was explained, by the id of the one or the other. */
export const correctSubject = matter('correct');

/** That a version of a template reads right, by its name for staff. `store/templates.ts` reads it too. */
export const templateSubject: Subject<{ template_id: string; template_version: number }> = {
  of: ({ template_id, template_version }) => `${template_id}@${template_version}`,
  read: (subject_id) => {
    const [, template_id, version] = subject_id.match(/^([^/@]+)@(\d+)$/) ?? [];
    return template_id === undefined ? null : { template_id, template_version: Number(version) };
  },
};

/** What an account of ours, by its name, held at the end of a day. */
export const readingSubject = named(
  ({ account, day }: { account: string; day: string }) => `account/${account}/${day}`,
  /^account\/(?<account>.+)\/(?<day>\d{4}-\d{2}-\d{2})$/s,
);

/** What an operator takes for a service. */
export const tariffSubject = named(
  ({ operator, service }: { operator: Operator; service: string }) => `tariff/${operator}/${service}`,
  new RegExp(`^tariff/(?<operator>${OPERATORS.join('|')})/(?<service>[^/]+)$`),
);

/** How long a merchant's payments are held, and what is kept in reserve. */
export const termsSubject = named(
  ({ merchant_id, environment }: { merchant_id: string; environment: Environment }) =>
    `${merchant_id}/settlement-terms/${environment}`,
  /^(?<merchant_id>[^/]+)\/settlement-terms\/(?<environment>test|live)$/,
);

const DEFAULT = 'default';
/** What we take of a merchant's payments; `null`: of all with whom nothing else was agreed. */
export const feesSubject: Subject<{ merchant_id: string | null; flow: FeeFlow }> = {
  of: ({ merchant_id, flow }) => `fees/${merchant_id ?? DEFAULT}/${flow}`,
  read: (subject_id) => {
    const [, id, written] = subject_id.match(/^fees\/([^/]+)\/([^/]+)$/) ?? [];
    const flow = FEE_FLOWS.find((one) => one === written);
    if (id === undefined || flow === undefined) return null;
    return { merchant_id: id === DEFAULT ? null : id, flow };
  },
};

const CUSTODIAN = 'custodian/';
/** Who holds the money of an account of ours, by the account's name, whatever stands in it. */
export const custodianSubject: Subject<string> = {
  of: (account) => `${CUSTODIAN}${account}`,
  read: (subject_id) => (subject_id.startsWith(CUSTODIAN) ? subject_id.slice(CUSTODIAN.length) : null),
};

/**
 * Our own money that goes from one of our accounts to another, by their names. `store/ledger/check-causes.ts` writes
 * it too. Where a name has a stroke in it nobody can say which accounts are meant, and `read` doesn't: two people
 * agree on the command line then. No account is named so any more (`isOwnName`).
 */
export const ownSubject = named(
  ({ from, to }: { from: string; to: string }) => `own/${from}/${to}`,
  /^own\/(?<from>[^/]+)\/(?<to>[^/]+)$/,
);

/** Whether an account of ours may be given that name: a stroke stands between the two accounts of a move. */
export const isOwnName = (name: string): boolean => !name.includes('/');

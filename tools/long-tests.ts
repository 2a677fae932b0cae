/**
 * Tests that an ordinary `npm test` leaves out, so that it ends within ten minutes on two cores: together they take as long as all
 * others. CI runs them with `CHARI_LONG=1`, and so does whoever names files. A name ends before `.test.ts`, and may end in a star.
 */
export const LONG_TESTS: Readonly<Record<string, readonly string[]>> = {
  // Whole days of a country, drawn from seeds.
  'packages/service/test/hard-days': ['hard-days'],
  'packages/service/test/honest-days': ['honest-days'],
  'packages/service/test/simulate': ['short'],
  // Attacks in many variants. The strategies of docs/simulation.md and the first of each kind stay in the ordinary run.
  'packages/service/test/evidence': [
    'announced',
    'clocks',
    'contested',
    'floods*',
    'guesses*',
    'insider',
    'made-up',
    'one-id-races',
    'past',
    'payers-of-rows',
    'repairs',
    'statement-*',
    'taught-*',
    'times',
    'told-twice',
    'undated',
    'unread-money',
    'unsent',
    'which-session-waits',
    'written-off',
    'wrong-sim*',
  ],
  // Races of hundreds of rounds, and processes that are killed.
  'packages/service/test/book': [
    'crossings',
    'everybody',
    'pending-races',
    'races',
    'statement-deaths',
    'statement-races-*',
  ],
  'packages/service/test/chaos': ['database-away', 'drain', 'kill-nine', 'live-intake', 'processes'],
  'packages/service/test/cli': ['ending', 'newer-command', 'processes'],
  'packages/service/test/collection': ['allowance', 'apart', 'fifth', 'races', 'reservation'],
  'packages/service/test/gateways': ['away-again'],
  'packages/service/test/kyc': ['races'],
  'packages/service/test/links': ['places'],
  'packages/service/test/rails': ['processes'],
  'packages/service/test/refunds': ['races'],
  'packages/service/test/settlements': ['orders', 'races'],
  'packages/service/test/spec': ['isolation'],
  'packages/service/test/staff': ['races'],
  'packages/service/test/statements': ['portions', 'races'],
  'packages/service/test/webhooks': ['memory', 'processes'],
  // Guides typed as their readers do, and generated clients that are compiled.
  'packages/service/test/clients': ['generated'],
  'packages/service/test/examples': ['guide', 'transactions-guide'],
  'packages/service/test/sdk': ['guide'],
  // Every page in three languages, on two screens; a payment is paid in a browser in the ordinary run too.
  'packages/service/test/browser': [
    'checkout-looks',
    'dashboard-payments',
    'docs',
    'guides',
    'kyc',
    'links',
    'money',
    'office',
    'settlements',
    'shop',
    'sign-in',
    'whole-way',
  ],
  // Fifty thousand rows; and what each operating system does to a server's folder.
  'packages/service/test/dashboard': ['export'],
  'packages/postgres/test': ['account', 'options', 'revive', 'several'],
};

/** Their paths, as vitest leaves them out. */
export const longTestGlobs = (): string[] =>
  Object.entries(LONG_TESTS).flatMap(([folder, names]) => names.map((name) => `${folder}/${name}.test.ts`));

/** Whether this run has all tests: CI asks for it, and whoever names files asks for those. */
export const isWholeRun = (
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): boolean =>
  environment.CHARI_LONG === '1' ||
  environment.CHARI_SOAK === '1' ||
  words.some((word) => /\/|\.test\b/.test(word) && !word.startsWith('-'));

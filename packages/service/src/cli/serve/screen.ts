import type { DemoPeople } from '../../engine/demo.ts';
import type { Demo } from './first-start.ts';

export type Screen = {
  public_url: string;
  /** Null where they are asked of another process. */
  metrics_url: string | null;
  data_dir: string;
  /** Null when logs go to standard output. */
  log_file: string | null;
  database: 'embedded' | 'url';
  demo: Demo;
  /** Two people to try the pages as, at the first start. */
  people: DemoPeople | null;
  sign_in_url: string;
  /** Makes two pastes of the curl line differ: a reference is used once. */
  reference: string;
};

const INDENT = '  ';
const LABEL_WIDTH = 14;

/** What `npm start` ends in: one screen that says where everything is and what to try first. */
export function screenLines(screen: Screen): string[] {
  const { public_url, demo, reference } = screen;
  const database = screen.database === 'embedded' ? `PostgreSQL in ${screen.data_dir}` : 'at DATABASE_URL';
  const key = demo.kind === 'first_start' ? demo.key : '$API_KEY';
  const body = JSON.stringify({ reference, amount: 5000, currency: 'XAF', operator: 'AIRTEL' });
  return [
    '',
    row('Chari', `is ready at ${public_url}`),
    '',
    row('Reference', `${public_url}/docs`),
    row('OpenAPI', `${public_url}/openapi.json`),
    ...(screen.metrics_url === null ? [] : [row('Metrics', screen.metrics_url)]),
    row('Database', database),
    ...(screen.log_file === null ? [] : [row('Log', screen.log_file)]),
    '',
    ...keyLines(demo),
    '',
    ...peopleLines(screen),
    '',
    `${INDENT}Create a payment session (5,000 XAF by Airtel Money):`,
    '',
    `${INDENT}curl -sS ${public_url}/v1/payment-sessions -H "X-API-Key: ${key}" -H "Content-Type: application/json" -d '${body}'`,
    '',
    `${INDENT}Open the checkout_url of its answer in a browser: its buttons play the payer.`,
    '',
    `${INDENT}Ctrl-C ends it; what is under way is finished first.`,
    '',
  ];
}

function row(label: string, text: string): string {
  return `${INDENT}${label.padEnd(LABEL_WIDTH)}${text}`;
}

function peopleLines({ people, sign_in_url }: Screen): string[] {
  if (people === null) return [row('Dashboard', sign_in_url)];
  return [
    row('Dashboard', sign_in_url),
    row('', `Sign in as ${people.owner_email}, password ${people.owner_password}`),
    ...(people.staff_link === null
      ? []
      : [
          row('Back office', people.staff_link),
          row('', 'Opens once: choose a password there, and set up a code app.'),
        ]),
    row(
      '',
      'Password and link are shown only this once. A week of invented payments is there to look at, and live cases on the desk.',
    ),
  ];
}

function keyLines(demo: Demo): string[] {
  const create = (merchant_id: string) => `npx chari keys create --env test --merchant ${merchant_id}`;
  switch (demo.kind) {
    case 'first_start':
      return [
        row('Test key', demo.key),
        row('', `It is shown only this once. Another one: ${create(demo.merchant_id)}`),
      ];
    case 'key_was_shown':
      return [
        row('Test key', `ends in ${demo.last4}, and was shown at the first start. For another one:`),
        '',
        `${INDENT}API_KEY=$(${create(demo.merchant_id)} | head -1)`,
      ];
    case 'none':
      return [
        row('Test key', 'npx chari merchants list shows whom you can make one for, with:'),
        '',
        `${INDENT}API_KEY=$(${create('MERCHANT_ID')} | head -1)`,
      ];
  }
}

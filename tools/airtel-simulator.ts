import { parseArgs } from 'node:util';
import { FAULT_NAMES, FAULTS, type FaultShares } from './airtel/faults.ts';
import { openSimulator } from './airtel/simulator.ts';

const HELP = `npm run airtel-simulator -- [options]: Airtel's Open API on this machine, with faults by switch.

  --port 9090              where it listens
  --callback URL           where callbacks go: {PUBLIC_URL}/rails/airtel/callback
  --pay-after-ms 3000      how long a payer takes; one whose number ends in 9 refuses, in 8 lets it expire
  --slow-ms 1000           how long a slow answer takes
  --fault NAME=SHARE       a fault and its share of requests, 0 to 1; may be repeated

${FAULT_NAMES.map((name) => `  ${name.padEnd(16)} ${FAULTS[name]}`).join('\n')}
`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '9090' },
    callback: { type: 'string' },
    'pay-after-ms': { type: 'string', default: '3000' },
    'slow-ms': { type: 'string', default: '1000' },
    fault: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const SETTINGS = { client_id: 'simulator', client_secret: 'simulator', callback_secret: 'simulator' };

const simulator = await openSimulator({
  ...SETTINGS,
  port: Number(values.port),
  callback_url: values.callback ?? null,
  decide_after_ms: Number(values['pay-after-ms']),
  slow_ms: Number(values['slow-ms']),
  decide: (msisdn) => (msisdn.endsWith('9') ? 'TF' : msisdn.endsWith('8') ? 'TE' : 'TS'),
  faults: faultsOf(values.fault),
});

process.stdout.write(
  `Airtel's simulator listens on ${simulator.url}. Start the service with:
  CHARI_AIRTEL_URL=${simulator.url} CHARI_AIRTEL_CLIENT_ID=${SETTINGS.client_id} \\
  CHARI_AIRTEL_CLIENT_SECRET=${SETTINGS.client_secret} CHARI_AIRTEL_CALLBACK_SECRET=${SETTINGS.callback_secret} npm start
`,
);

function faultsOf(given: string[]): FaultShares {
  return Object.fromEntries(
    given.map((text) => {
      const [name = '', share = '1'] = text.split('=');
      const fault = FAULT_NAMES.find((known) => known === name);
      if (fault === undefined || !(Number(share) >= 0 && Number(share) <= 1)) {
        process.stderr.write(`--fault ${text} is none: see --help.\n`);
        process.exit(2);
      }
      return [fault, Number(share)];
    }),
  );
}

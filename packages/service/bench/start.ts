import { join } from 'node:path';
import { type Service, startService } from './children.ts';
import { type Medium, makeFolder, removeFolder } from './database.ts';
import { median } from './measure.ts';
import { type Effort, MEDIUM_NAMES, type Row } from './row.ts';

const FIRST_GOAL_SECONDS = 10;
const LATER_GOAL_SECONDS = 3;

/** `npm start` on an empty folder until a session is created, and again on the folder it left. */
export async function measureStart(effort: Effort): Promise<Row[]> {
  const disk = await makeFolder('disk');
  const medium: Medium = disk === null ? 'ram' : 'disk';
  const folder = disk ?? (await makeFolder('ram'));
  if (folder === null) return [];
  const data_dir = join(folder, 'data');
  try {
    effort.say('start: first');
    const first = await startOnce(data_dir, null, 'first');
    const later: number[] = [];
    for (let round = 0; round < (effort.quick ? 1 : 3); round += 1) {
      effort.say('start: later');
      later.push((await startOnce(data_dir, first.key, `later-${round}`)).seconds);
    }
    const where = `npm start until the first 201, ${MEDIUM_NAMES[medium]}`;
    return [
      row('first start on an empty folder', first.seconds, FIRST_GOAL_SECONDS, where),
      row('later start', median(later), LATER_GOAL_SECONDS, `${where}, median of ${later.length}`),
    ];
  } finally {
    await removeFolder(folder);
  }
}

async function startOnce(
  data_dir: string,
  known_key: string | null,
  reference: string,
): Promise<{ key: string; seconds: number }> {
  const from_ms = performance.now();
  const service = await startService({ data_dir, command: 'npm', script: ['start'] });
  try {
    const key = known_key ?? service.key ?? '';
    await createOne(service, key, reference);
    return { key, seconds: (performance.now() - from_ms) / 1000 };
  } finally {
    await service.stop();
  }
}

async function createOne(service: Service, key: string, reference: string): Promise<void> {
  const response = await fetch(`${service.url}/v1/payment-sessions`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ reference, amount: 5000, currency: 'XAF', operator: 'AIRTEL' }),
  });
  if (response.status !== 201)
    throw new Error(`the first session got ${response.status}: ${await response.text()}`);
}

function row(what: string, seconds: number, goal_seconds: number, from: string): Row {
  return {
    measurement: 'start',
    what,
    value: `${seconds.toFixed(2)} s`,
    goal: `≤ ${goal_seconds} s`,
    met: seconds <= goal_seconds,
    from,
  };
}

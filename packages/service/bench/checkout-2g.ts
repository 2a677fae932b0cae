import { join } from 'node:path';
import { type Browser, openBrowser, type Page } from '../test/browser/browser.ts';
import { startService } from './children.ts';
import { makeFolder, removeFolder } from './database.ts';
import { openSlowLine, type SlowLine } from './load/slow-line.ts';
import { median } from './measure.ts';
import type { Effort, Row } from './row.ts';

const LINE = { round_trip_ms: 600, bits_per_second: 50_000 };
const GOAL_SECONDS = 4;
/** A cheap phone has a quarter of this machine's speed. */
const CPU_SLOWDOWN = 4;

/** How long a payer on 2G looks at nothing: the checkout page in a real browser, behind a line as slow as that. */
export async function measureCheckout2g(effort: Effort): Promise<Row[]> {
  const folder = await makeFolder('ram');
  if (folder === null) return [];
  const service = await startService({ data_dir: join(folder, 'data') });
  const browser = await openBrowser();
  try {
    const path = await createPage(service.url, service.key ?? '');
    const rows: Row[] = [];
    for (const [what, round_trips_to_open] of [
      ['first contentful paint on 2G, on an open connection', 0],
      ['the same, with the round trips of TCP and TLS 1.3', 2],
    ] as const) {
      effort.say(`checkout-2g: ${what}`);
      const line = await openSlowLine(service.port, { ...LINE, round_trips_to_open });
      const rounds = effort.quick ? 1 : 5;
      const seen: Seen[] = [];
      for (let round = 0; round < rounds; round += 1) seen.push(await see(browser, line, path));
      line.close();
      rows.push(row(what, seen));
    }
    return rows;
  } finally {
    await browser.close();
    await service.stop();
    await removeFolder(folder);
  }
}

type Seen = { seconds: number; bytes: number };

/** One visit with nothing kept from the one before. */
function see(browser: Browser, line: SlowLine, path: string): Promise<Seen> {
  return browser.withPage({ language: 'fr' }, async (page, context) => {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    line.bytes();
    await page.goto(line.url + path);
    return { seconds: (await firstPaintMs(page)) / 1_000, bytes: line.bytes() };
  });
}

async function firstPaintMs(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) =>
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime);
    }).observe({ type: 'paint', buffered: true }))`);
}

async function createPage(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/v1/payment-sessions`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ reference: 'on-2g', amount: 12_500, currency: 'XAF', operator: 'AIRTEL' }),
  });
  if (response.status !== 201) throw new Error(`no session: ${response.status} ${await response.text()}`);
  return new URL(((await response.json()) as { checkout_url: string }).checkout_url).pathname;
}

function row(what: string, seen: Seen[]): Row {
  const seconds = median(seen.map((one) => one.seconds));
  const bytes = median(seen.map((one) => one.bytes));
  return {
    measurement: 'checkout-2g',
    what,
    value: `${seconds.toFixed(2)} s`,
    goal: `≤ ${GOAL_SECONDS} s`,
    met: seconds <= GOAL_SECONDS,
    from: `median of ${seen.length}; 50 kbit/s, 600 ms there and back, a processor slowed ${CPU_SLOWDOWN} times; ${bytes} bytes with headers`,
  };
}

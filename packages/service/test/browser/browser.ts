import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium as driver,
  type Page,
} from 'playwright-core';
import { chromium } from './chromium.ts';

export type { Page } from 'playwright-core';

/** A cheap phone, held upright; and a laptop. */
export const SCREENS = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
} as const;

/** Who looks at a page, and with what. */
export interface Visitor {
  /** Default `phone`. */
  screen?: keyof typeof SCREENS;
  /** Default `light`. */
  scheme?: 'light' | 'dark';
  /** What the browser asks for. Default `fr`. */
  language?: 'fr' | 'ar' | 'en';
  /** Default true. */
  javascript?: boolean;
  /** What the page may complain about, because the test provokes it. Any other complaint fails the visit. */
  provokes?: RegExp;
}

export interface Browser {
  /**
   * A visit with nothing left of the visits before.
   * @returns what `work` does
   * @throws also when the page complained in the console, asked another host, or had no answer
   */
  withPage<T>(visitor: Visitor, work: (page: Page, context: BrowserContext) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** One for each test file: `const browser = await openBrowser(); afterAll(browser.close)`. */
export async function openBrowser(): Promise<Browser> {
  const { executable, env } = await chromium();
  const browser = await driver
    .launch({
      executablePath: executable,
      env: { ...env },
      args: ['--font-render-hinting=none', '--disable-gpu'],
    })
    .catch((failure: Error) => {
      throw new Error(`Chromium does not run on this machine, so no page can be tried: ${failure.message}`);
    });
  return {
    withPage: async (visitor, work) => {
      const context = await browser.newContext(settingsOf(visitor));
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const complaints = listen(page);
      try {
        const outcome = await work(page, context);
        const unprovoked = complaints.filter((one) => !visitor.provokes?.test(one));
        if (unprovoked.length > 0) throw new Error(`the page complained: ${unprovoked.join('\n')}`);
        return outcome;
      } finally {
        await context.close();
      }
    },
    close: () => browser.close(),
  };
}

/** For a slow machine; no page takes nearly as long. */
const PATIENCE_MS = 100_000;

function settingsOf(visitor: Visitor): BrowserContextOptions {
  const { screen = 'phone', scheme = 'light', language = 'fr', javascript = true } = visitor;
  const is_phone = screen === 'phone';
  return {
    viewport: SCREENS[screen],
    isMobile: is_phone,
    hasTouch: is_phone,
    colorScheme: scheme,
    locale: language,
    timezoneId: 'Africa/Ndjamena',
    javaScriptEnabled: javascript,
    reducedMotion: 'reduce',
  };
}

/** Whatever a visitor's developer tools would show in red, and each request to somebody else. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`it threw ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const is_ours =
      hostname === '127.0.0.1' || hostname === 'localhost' || protocol === 'data:' || protocol === 'blob:';
    if (!is_ours) complaints.push(`it asked ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // The page itself has let go of it, as of the empty body of a 304.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`no answer from ${request.url()}: ${reason}`);
  });
  return complaints;
}

import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../policy.ts';
import { type Config, policyOf } from './config.ts';
import { differingFigures, policyAsServed, policyBeside } from './figures.ts';
import { parseConfig } from './parse.ts';
import { SETTINGS } from './settings.ts';

const policyIn = (env: Record<string, string>) => {
  const parsed = parseConfig(env);
  if (parsed.kind !== 'config') throw new Error(parsed.problems.join('\n'));
  return policyOf(parsed.config satisfies Config);
};
const AIRTEL = {
  CHARI_AIRTEL_URL: 'https://openapi.airtel.africa',
  CHARI_AIRTEL_CLIENT_ID: 'id',
  CHARI_AIRTEL_CLIENT_SECRET: 'secret',
  CHARI_AIRTEL_CALLBACK_SECRET: 'callback',
};
/** What the address of the pages is made of where nobody sets it. */
const ADDRESSES = ['PORT', 'HOST', 'PUBLIC_URL'];
const OTHERS = ['7', 'false', 'https://pay.example.com'];

describe('Two policies', () => {
  test('that are the same differ in nothing', () => {
    expect(differingFigures(DEFAULT_POLICY, policyIn({}))).toEqual([]);
  });

  test('that differ by any one setting name that setting', () => {
    const deciding = SETTINGS.flatMap(({ name }) =>
      OTHERS.flatMap((value) => {
        const parsed = parseConfig({ [name]: value });
        if (parsed.kind !== 'config') return [];
        const policy = policyOf(parsed.config);
        return JSON.stringify(policy) === JSON.stringify(policyIn({})) ? [] : [{ name, policy }];
      }),
    );
    expect(deciding.length).toBeGreaterThan(14);
    for (const { name, policy } of deciding)
      expect(differingFigures(DEFAULT_POLICY, policy).map((figure) => figure.name)).toEqual([
        ADDRESSES.includes(name) ? 'DASHBOARD_URL' : name,
      ]);
    expect(differingFigures(DEFAULT_POLICY, policyIn(AIRTEL))).toMatchObject([
      { one: 'manual-sms', other: 'airtel-open-api' },
    ]);
  });

  test('decide as the one that serves, by no figure of the terminal that the server has', () => {
    const served = policyIn({ CHARI_SECOND_PERSON_XAF: '20000', CHARI_UNANCHORED_LIMIT_XAF: '300000' });
    const own = policyIn({ CHARI_SECOND_PERSON_XAF: '0', CHARI_ANCHOR_ABOVE_XAF: '0', ...AIRTEL });
    expect(policyAsServed(own, JSON.parse(JSON.stringify(served)))).toEqual(served);
  });

  test('bound one person by whichever is stricter, and go by the one that serves for all else', () => {
    const loose = {
      CHARI_SECOND_PERSON_XAF: '0',
      CHARI_ALONE_DAY_XAF: '9000000',
      CHARI_ANCHOR_ABOVE_XAF: '0',
    };
    const strict = { CHARI_SECOND_PERSON_XAF: '20000', CHARI_UNANCHORED_LIMIT_XAF: '300000' };
    const served = policyIn({ ...loose, CHARI_GRACE_SECONDS: '60' });
    expect(policyBeside(policyIn(strict), served)).toEqual({
      ...policyIn({ ...strict, CHARI_GRACE_SECONDS: '60' }),
    });
    expect(policyBeside(policyIn(loose), policyIn(strict))).toEqual(policyIn(strict));
    expect(policyBeside(policyIn(loose), policyIn(loose))).toEqual(policyIn(loose));
  });

  test('decide by the figure of the terminal where the version that serves has none', () => {
    const { alone_day_xaf: _, ...older } = DEFAULT_POLICY;
    expect(policyAsServed(policyIn({ CHARI_ALONE_DAY_XAF: '5' }), older)).toMatchObject({ alone_day_xaf: 5 });
  });
});

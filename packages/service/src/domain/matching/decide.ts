import type { Decision, DecisionCase } from './case.ts';
import { narrow } from './narrow.ts';
import { RULES } from './rules.ts';

/**
 * Decides one credit: pure, total, and a function of the stored case alone.
 * @returns the verdict with the name of the rule that spoke and its reason in a sentence
 */
export function decide(decisionCase: DecisionCase): Decision {
  const narrowed = narrow(decisionCase);
  for (const [rule, speak] of Object.entries(RULES)) {
    const verdict = speak(decisionCase, narrowed);
    if (verdict) return { rule, ...verdict };
  }
  throw new Error('bug: the last rule always speaks');
}

import type { Logger } from 'pino';
import { type Config, policyOf } from '../domain/config/config.ts';
import { differingFigures, policyAsServed, policyBeside } from '../domain/config/figures.ts';
import type { Policy } from '../domain/policy.ts';
import type { Pool } from '../store/connect/connect.ts';
import { markPolicyInUse, readPolicyInUse, readProduction } from '../store/health.ts';

/** Writes the figures by which this server, which has started and shows pages, decides, and says which of them the one before had otherwise. */
export async function settlePolicy(config: Config, pool: Pool, log: Logger): Promise<void> {
  if (config.mode !== 'production') return;
  const policy = policyOf(config);
  const [before] = await readPolicyInUse(pool);
  await markPolicyInUse(pool, { policy: JSON.stringify(policy), now: new Date() });
  if (before === undefined) return;
  for (const { name, one, other } of differingFigures(policyAsServed(policy, before.policy), policy))
    log.warn(
      `${name} was ${one} and is ${other} from now on, at each terminal too: give every server the same.`,
    );
}

/**
 * In which mode a command runs and by which figures it decides, whatever the environment of its terminal says: where the database
 * serves in production, as the server does there, and by whichever is stricter where one person is bounded. `served`: the server's alone.
 */
export async function asServed(
  config: Config,
  pool: Pool,
): Promise<{ config: Config; policy: Policy; served: Policy }> {
  const policy = policyOf(config);
  const [marked] = await readProduction(pool);
  if (marked === undefined) return { config, policy, served: policy };
  const [in_use] = await readPolicyInUse(pool);
  const served = in_use === undefined ? policy : policyAsServed(policy, in_use.policy);
  return { config: { ...config, mode: 'production' }, policy: policyBeside(policy, served), served };
}

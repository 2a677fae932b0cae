import type { Authenticity, RefusedRequest } from '../../domain/gateway/gateway.ts';
import type { GatewayRequest } from '../../sms/gateways/adapter.ts';
import { ADAPTERS } from '../../sms/gateways/adapters.ts';
import type { Gateway } from './find.ts';

/** The refusal of a request by its headers, where no valid secret lets them pass; else null. */
export function refusedBy(
  gateway: Gateway,
  headers: GatewayRequest['headers'],
  now: Date,
): RefusedRequest | null {
  const { id: gateway_id, adapter, config } = gateway;
  const verdicts = validSecrets(gateway, now).map((secret) =>
    ADAPTERS[adapter].admit({ headers }, { secret, now, gateway_id, config }),
  );
  return verdicts.includes(null) ? null : firstOf(verdicts.filter((one) => one !== null));
}

function validSecrets({ secrets }: Gateway, now: Date): string[] {
  return secrets.filter(({ until }) => until === null || until > now).map(({ secret }) => secret);
}

/** What is answered of several refusals: that the clock is wrong where one says so, else what the present secret says. */
function firstOf<Verdict extends Authenticity>(verdicts: readonly Verdict[]): Verdict | null {
  const stale = verdicts.find((one) => one.kind === 'refused' && one.reason === 'stale');
  return stale ?? verdicts[0] ?? null;
}

/**
 * Checks a request under each valid secret: one that finds it authentic is enough. Else `firstOf` their refusals is
 * answered.
 */
export function verify(gateway: Gateway, request: GatewayRequest, now: Date): Authenticity {
  const { id: gateway_id, adapter, config } = gateway;
  const verdicts = validSecrets(gateway, now).map((secret) =>
    ADAPTERS[adapter].verify(request, { secret, now, gateway_id, config }),
  );
  const verdict = verdicts.find(({ kind }) => kind === 'authentic') ?? firstOf(verdicts);
  if (verdict === null) throw new Error(`bug: gateway ${gateway_id} has no secret`);
  return verdict;
}

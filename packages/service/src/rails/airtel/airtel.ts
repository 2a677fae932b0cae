import type { RailAnswer, RailOrder } from '../../domain/rail/order.ts';
import type { Rail } from '../rail.ts';
import { airtelId, COUNTRY, CURRENCY, enquiryAnswer, pushAnswer, refundAnswer } from './answers.ts';
import { openHttp } from './http.ts';
import { createCaller, openTokens } from './tokens.ts';

export type AirtelSettings = {
  /** Without a slash at the end. */
  base_url: string;
  client_id: string;
  client_secret: string;
};

/**
 * Collection by push over Airtel's Open API. What decides a payment is the enquiry's word alone
 * (answers.ts); every call that could not be made or understood is `unknown`.
 */
export function airtelRail(
  settings: AirtelSettings,
  now_ms: () => number,
  options: { timeout_ms?: number } = {},
): Rail {
  const http = openHttp(settings.base_url, options.timeout_ms);
  const tokens = openTokens(http.ask, settings, now_ms);

  const call = createCaller(http.ask, tokens);

  const initiate = async (order: RailOrder): Promise<RailAnswer> => {
    const called = await call({ method: 'POST', path: '/merchant/v1/payments/', body: pushOf(order) });
    return called.kind === 'answered' ? pushAnswer(called.answered) : called.answer;
  };

  const enquire = async (order: RailOrder): Promise<RailAnswer> => {
    const path = `/standard/v1/payments/${airtelId(order.transaction_id)}`;
    const called = await call({ method: 'GET', path });
    return called.kind === 'answered' ? enquiryAnswer(called.answered, order) : called.answer;
  };

  const refund = async ({ rail_transaction_id }: RailOrder): Promise<RailAnswer> => {
    if (rail_transaction_id === null) {
      return { kind: 'failed', reason: "The operator's own id of this payment is not known." };
    }
    const body = { transaction: { airtel_money_id: rail_transaction_id } };
    const called = await call({ method: 'POST', path: '/standard/v1/payments/refund', body });
    return called.kind === 'answered' ? refundAnswer(called.answered) : called.answer;
  };

  return {
    name: 'airtel-open-api',
    initiate,
    enquire,
    refund,
    readiness: async () => {
      const got = await tokens.get();
      return got.kind === 'token'
        ? { ready: true, reason: 'The operator gives us a token.' }
        : { ready: false, reason: `The operator gives us no token (${got.detail}).` };
    },
    close: () => http.close(),
  };
}

function pushOf(order: RailOrder): object {
  return {
    reference: order.internal_ref,
    subscriber: { country: COUNTRY, currency: CURRENCY, msisdn: order.phone_number.slice('+235'.length) },
    transaction: {
      amount: order.amount_xaf,
      country: COUNTRY,
      currency: CURRENCY,
      id: airtelId(order.transaction_id),
    },
  };
}

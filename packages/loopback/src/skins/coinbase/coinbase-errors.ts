// Coinbase's errors: a status, a word and a text for a request that failed; a reason with status
// 200 for an order that was not created.

import type { Refusal } from '#loopback/exchange/place-order.ts';
import type { VenueReply, VenueTrouble } from '#loopback/skins/skin.ts';
import { htmlReply, jsonReply } from '#loopback/skins/skin.ts';

/** Thrown by readers, and turned into a reply by the skin. */
export class CoinbaseRefusal extends Error {
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, text: string) {
    super(text);
    this.status = status;
    this.error = error;
  }
}

/** The order was not created. */
export class CoinbaseOrderRefusal extends Error {
  readonly reason: string;
  readonly isPreview: boolean;

  constructor(reason: string, isPreview = false) {
    super(reason);
    this.reason = reason;
    this.isPreview = isPreview;
  }
}

/** Refusal INVALID_ARGUMENT of a parameter. */
export function argumentError(name: string): CoinbaseRefusal {
  return new CoinbaseRefusal(400, 'INVALID_ARGUMENT', `invalid ${name}`);
}

/** Reply of a refusal; that of 401 is no JSON. */
export function errorReply({ status, error, message }: CoinbaseRefusal): VenueReply {
  // The reply to who is not known is a word that is no JSON.
  if (status === 401) return { status, headers: { 'content-type': 'text/plain' }, body: message };
  return jsonReply(status, { error, error_details: message, message });
}

const UNKNOWN = 'UNKNOWN_FAILURE_REASON';

/** Reply to an order that was not created, with status 200. */
export function orderRefusalReply(
  { reason, isPreview }: CoinbaseOrderRefusal,
  configuration: unknown,
): VenueReply {
  return jsonReply(200, {
    success: false,
    failure_reason: UNKNOWN,
    order_id: '',
    error_response: {
      error: isPreview ? UNKNOWN : reason,
      message: '',
      error_details: '',
      preview_failure_reason: isPreview ? `PREVIEW_${reason}` : 'UNKNOWN_PREVIEW_FAILURE_REASON',
    },
    order_configuration: configuration,
  });
}

const REFUSALS: Readonly<Record<Refusal, string>> = {
  duplicate: 'DUPLICATE_CLIENT_ORDER_ID',
  market_closed: 'ORDER_ENTRY_DISABLED',
  insufficient_funds: 'INSUFFICIENT_FUND',
  would_take: 'INVALID_LIMIT_PRICE_POST_ONLY',
  no_liquidity: 'INVALID_NO_LIQUIDITY',
  nothing_to_reduce: 'INVALID_REQUEST',
  wrong_position_side: 'INVALID_REQUEST',
};

/** Refusal of an order for a reason of the engine. */
export function refusalBy(reason: Refusal): CoinbaseOrderRefusal {
  return new CoinbaseOrderRefusal(REFUSALS[reason]);
}

/** Reply in the place of the interface, by kind of trouble. */
export function coinbaseTrouble(trouble: VenueTrouble): VenueReply {
  switch (trouble) {
    case 'rate_limited':
      return jsonReply(429, {
        errors: [{ id: 'rate_limit_exceeded', message: 'Too many requests' }],
      });
    case 'banned':
      return htmlReply(429, '429 Too Many Requests');
    case 'firewall':
    case 'region':
      return htmlReply(403, '403 Forbidden');
    case 'busy':
      return errorReply(new CoinbaseRefusal(503, 'UNAVAILABLE', 'try again'));
    case 'timeout':
      return htmlReply(504, '504 Gateway Time-out');
    case 'internal':
      return errorReply(new CoinbaseRefusal(500, 'INTERNAL', 'internal error'));
    case 'unknown_code':
      return errorReply(new CoinbaseRefusal(400, 'A_CONDITION_NEVER_SEEN', 'a condition'));
    case 'maintenance':
      return htmlReply(503, '503 Service Unavailable');
  }
}

// KuCoin's errors: codes and words as its documentation and its users have them. Those of its
// gateway come with a status of their own, others with status 200.

import type { Refusal } from '#loopback/exchange/place-order.ts';
import type { VenueReply, VenueTrouble } from '#loopback/skins/skin.ts';
import { htmlReply, jsonReply } from '#loopback/skins/skin.ts';

/** Thrown by readers, and turned into a reply by the skin. */
export class KucoinRefusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: number, message: string, status = 200) {
    super(message);
    this.code = String(code);
    this.status = status;
  }
}

/** Reply of a success. */
export function kucoinReply(data: unknown): VenueReply {
  return jsonReply(200, { code: '200000', data });
}

/** Reply of a refusal, with its status. */
export function kucoinRefusalReply({ code, message, status }: KucoinRefusal): VenueReply {
  return jsonReply(status, { code, msg: message });
}

/** Refusal 400100 of a parameter. */
export function parameterError(name: string): KucoinRefusal {
  return new KucoinRefusal(400_100, `Parameter Error: ${name}`);
}

/** Also of one that has ended, where it is to be cancelled. */
export function noSuchOrder(): KucoinRefusal {
  return new KucoinRefusal(400_100, 'order_not_exist_or_not_allow_to_cancel');
}

/** Of a request for accounts in the other mode; the exchange's words for it are not documented. */
export function otherMode(): KucoinRefusal {
  return new KucoinRefusal(987_001, 'The account is in another mode.');
}

const REFUSALS: Readonly<Record<Refusal, readonly [number, string]>> = {
  duplicate: [126_044, 'clientOid duplicate'],
  market_closed: [126_009, 'Trading pair is suspended from creating orders'],
  insufficient_funds: [200_004, 'Balance insufficient!'],
  // A post-only order that would take is accepted, and cancelled.
  would_take: [400_100, 'Parameter Error: postOnly'],
  no_liquidity: [400_100, 'Order size below the minimum requirement.'],
  nothing_to_reduce: [400_100, 'Parameter Error: reduceOnly'],
  wrong_position_side: [400_100, 'Parameter Error: side'],
};

/** Refusal for a reason of the engine. */
export function refusalBy(reason: Refusal): KucoinRefusal {
  const [code, text] = REFUSALS[reason];
  return new KucoinRefusal(code, text);
}

/** What stands before the venue is Cloudflare, which bans an address for half a minute. */
export function kucoinTrouble(trouble: VenueTrouble): VenueReply {
  const coded = (status: number, code: string, msg: string): VenueReply =>
    jsonReply(status, { code, msg });
  switch (trouble) {
    case 'rate_limited':
      return coded(429, '429000', 'Too Many Requests');
    case 'banned':
      return htmlReply(429, 'error code: 1015');
    case 'firewall':
      return htmlReply(403, '403 Forbidden');
    case 'busy':
      return coded(200, '126038', 'Third-party service call failed (internal exception)');
    case 'timeout':
      return coded(200, '408000', 'Network timeout, please try again later');
    case 'internal':
      return coded(500, '500000', 'Internal Server Error');
    case 'unknown_code':
      return coded(200, '987654', 'A condition that no documentation mentions.');
    case 'maintenance':
      return htmlReply(503, '503 Service Temporarily Unavailable');
    case 'region':
      return coded(200, '400500', 'Your located country/region is currently not supported.');
  }
}

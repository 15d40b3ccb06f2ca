// Hyperliquid's errors: words, in a status of the order or of the whole action. What stands before
// the interface has statuses of HTTP.

import type { Refusal } from '#loopback/exchange/place-order.ts';
import type { VenueReply, VenueTrouble } from '#loopback/skins/skin.ts';
import { htmlReply, jsonReply } from '#loopback/skins/skin.ts';

/** Thrown by readers: the body is none that the interface can read. */
export class UnreadableBody extends Error {}

/** Thrown by actions: the action as a whole is refused. */
export class ActionRefusal extends Error {}

/** Reply 422 to a body that has not the form of the interface. */
export function unreadableReply(): VenueReply {
  return {
    status: 422,
    headers: { 'content-type': 'text/plain' },
    body: 'Failed to deserialize the JSON body into the target type',
  };
}

/** Reply that refuses a whole action, with status 200. */
export function refusalReply(message: string): VenueReply {
  return jsonReply(200, { status: 'err', response: message });
}

/** One status for each order of the action. */
export function statusesReply(type: string, statuses: readonly unknown[]): VenueReply {
  return jsonReply(200, { status: 'ok', response: { type, data: { statuses } } });
}

const REFUSALS: Readonly<Record<Refusal, string>> = {
  // A name may be used again here.
  duplicate: 'Duplicate order.',
  market_closed: 'Trading is halted.',
  insufficient_funds: 'Insufficient margin to place order. asset=0',
  would_take: 'Post only order would have immediately matched, bbo was 59999@60001. asset=0',
  no_liquidity: 'No liquidity available for market order. asset=0',
  nothing_to_reduce: 'Reduce only order would increase position. asset=0',
  wrong_position_side: 'Reduce only order would increase position. asset=0',
};

/** Words for a reason of the engine. */
export function wordsOf(reason: Refusal): string {
  return REFUSALS[reason];
}

/** Reply in the place of the interface, by kind of trouble. */
export function hyperliquidTrouble(trouble: VenueTrouble): VenueReply {
  switch (trouble) {
    // What an address may ask for grows with what it trades.
    case 'rate_limited':
      return refusalReply(
        'Too many cumulative requests sent (10001 > 10000) for cumulative volume traded $0.0.',
      );
    case 'banned':
      return htmlReply(429, '429 Too Many Requests');
    case 'firewall':
    case 'region':
      return htmlReply(403, '403 Forbidden');
    case 'busy':
      return htmlReply(502, '502 Bad Gateway');
    case 'timeout':
      return htmlReply(504, '504 Gateway Timeout');
    case 'internal':
      return jsonReply(500, null);
    case 'unknown_code':
      return refusalReply('A condition that no documentation mentions.');
    case 'maintenance':
      return htmlReply(503, '503 Service Unavailable');
  }
}

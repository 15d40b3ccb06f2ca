// Kraken's errors: words, nearly always with status 200. How it words a name that is taken, and
// what stands before it, is not documented.

import type { Refusal } from '#loopback/exchange/place-order.ts';
import type { VenueReply, VenueTrouble } from '#loopback/skins/skin.ts';
import { htmlReply, jsonReply } from '#loopback/skins/skin.ts';

/** Thrown by readers, and turned into a reply by the skin. */
export class KrakenRefusal extends Error {}

/** Reply of a success. */
export function krakenReply(result: unknown): VenueReply {
  return jsonReply(200, { error: [], result });
}

/** Reply of an error, with status 200. */
export function krakenErrorReply(error: string): VenueReply {
  return jsonReply(200, { error: [error] });
}

/** Refusal of a parameter. */
export function argumentError(name: string): KrakenRefusal {
  return new KrakenRefusal(`EGeneral:Invalid arguments:${name}`);
}

const REFUSALS: Readonly<Record<Refusal, string>> = {
  duplicate: 'EGeneral:Invalid arguments:cl_ord_id',
  market_closed: 'EService:Market in cancel_only mode',
  insufficient_funds: 'EOrder:Insufficient funds',
  // Kraken accepts a post-only order that would take, and cancels it.
  would_take: 'EOrder:Post only order',
  no_liquidity: 'EOrder:Order minimum not met',
  nothing_to_reduce: 'EOrder:Reduce only:No position exists',
  wrong_position_side: 'EOrder:Cannot open position',
};

/** Refusal for a reason of the engine. */
export function refusalBy(reason: Refusal): KrakenRefusal {
  return new KrakenRefusal(REFUSALS[reason]);
}

/** Reply in the place of the interface, by kind of trouble. */
export function krakenTrouble(trouble: VenueTrouble): VenueReply {
  switch (trouble) {
    case 'rate_limited':
      return krakenErrorReply('EAPI:Rate limit exceeded');
    case 'banned':
      return htmlReply(429, '429 Too Many Requests');
    case 'firewall':
      return htmlReply(403, '403 Forbidden');
    case 'busy':
      return krakenErrorReply('EService:Busy');
    case 'timeout':
      return krakenErrorReply('EService:Deadline elapsed');
    case 'internal':
      return htmlReply(520, '520: Web server is returning an unknown error');
    case 'unknown_code':
      return krakenErrorReply('EOrder:A condition that no documentation mentions');
    case 'maintenance':
      return krakenErrorReply('EService:Unavailable');
    case 'region':
      return htmlReply(403, '403 Forbidden');
  }
}

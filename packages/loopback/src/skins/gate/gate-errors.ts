// Gate's errors: a status, a label and a message.

import type { Refusal } from '#loopback/exchange/place-order.ts';
import type { VenueReply, VenueTrouble } from '#loopback/skins/skin.ts';
import { htmlReply, jsonReply } from '#loopback/skins/skin.ts';

/** Thrown by readers, and turned into a reply by the skin. */
export class GateRefusal extends Error {
  readonly status: number;
  readonly label: string;

  constructor(status: number, label: string, message: string) {
    super(message);
    this.status = status;
    this.label = label;
  }
}

/** Reply of a refusal, with its status. */
export function gateRefusalReply({ status, label, message }: GateRefusal): VenueReply {
  return jsonReply(status, { label, message });
}

/** Refusal INVALID_PARAM_VALUE with the value. */
export function parameterError(name: string, value: string): GateRefusal {
  const message = `Invalid parameter \`${name}\` with value: ${value}`;
  return new GateRefusal(400, 'INVALID_PARAM_VALUE', message);
}

/** Refusal ORDER_NOT_FOUND with status 404. */
export function notFound(): GateRefusal {
  return new GateRefusal(404, 'ORDER_NOT_FOUND', 'Order not found');
}

const REFUSALS: Readonly<Record<Refusal, readonly [string, string]>> = {
  // Names are not compared.
  duplicate: ['REPEATED_CREATION', 'Repeated creation'],
  market_closed: ['INVALID_CURRENCY_PAIR', 'The currency pair is not tradable'],
  insufficient_funds: ['BALANCE_NOT_ENOUGH', 'Not enough balance'],
  would_take: ['POC_FILL_IMMEDIATELY', 'Order would match and take immediately so its cancelled'],
  no_liquidity: ['ORDER_BOOK_NOT_FOUND', 'Insufficient liquidity'],
  nothing_to_reduce: ['INVALID_PARAM_VALUE', 'nothing to reduce'],
  wrong_position_side: ['INVALID_PARAM_VALUE', 'no such side'],
};

/** Refusal for a reason of the engine, with status 400. */
export function refusalBy(reason: Refusal): GateRefusal {
  const [label, message] = REFUSALS[reason];
  return new GateRefusal(400, label, message);
}

/** Errors of the venue itself. What stands before it is not documented. */
export function gateTrouble(trouble: VenueTrouble): VenueReply {
  const labelled = (status: number, label: string): VenueReply =>
    gateRefusalReply(new GateRefusal(status, label, 'try again later'));
  switch (trouble) {
    case 'rate_limited':
      return labelled(429, 'TOO_MANY_REQUESTS');
    case 'banned':
      return htmlReply(429, '429 Too Many Requests');
    case 'firewall':
    case 'region':
      return htmlReply(403, '403 Forbidden');
    case 'busy':
      return labelled(500, 'TOO_BUSY');
    case 'timeout':
      return htmlReply(504, '504 Gateway Time-out');
    case 'internal':
      return labelled(500, 'INTERNAL');
    case 'unknown_code':
      return labelled(400, 'A_CONDITION_NEVER_SEEN');
    case 'maintenance':
      return htmlReply(503, '503 Service Unavailable');
  }
}

// Binance's errors: code and text as its documentation lists them (errors.md), with the HTTP
// status that goes with them.

import type { Refusal } from '#loopback/exchange/place-order.ts';
import type { VenueReply, VenueTrouble } from '#loopback/skins/skin.ts';
import { htmlReply, jsonReply } from '#loopback/skins/skin.ts';

export type BinanceError = { readonly status: number; readonly code: number; readonly msg: string };

/** Error with status 400 unless another is named. */
export function refused(code: number, msg: string, status = 400): BinanceError {
  return { status, code, msg };
}

export const ERRORS = {
  keyFormat: refused(-2014, 'API-key format invalid.', 401),
  key: refused(-2015, 'Invalid API-key, IP, or permissions for action.', 401),
  signature: refused(-1022, 'Signature for this request is not valid.'),
  late: refused(-1021, 'Timestamp for this request is outside of the recvWindow.'),
  early: refused(-1021, "Timestamp for this request was 1000ms ahead of the server's time."),
  longWindow: refused(-1131, 'recvWindow must be less than 60000.'),
  symbol: refused(-1121, 'Invalid symbol.'),
  side: refused(-1117, 'Invalid side.'),
  orderType: refused(-1116, 'Invalid orderType.'),
  timeInForce: refused(-1115, 'Invalid timeInForce.'),
  interval: refused(-1120, 'Invalid interval.'),
  noSuchOrder: refused(-2013, 'Order does not exist.'),
  stopPassed: refused(-2010, 'Stop price would trigger immediately.'),
  cancelUnknown: refused(-2011, 'Unknown order sent.'),
  combination: refused(-1128, 'Combination of optional parameters invalid.'),
  longSpan: refused(-1127, 'More than 24 hours between startTime and endTime.'),
  orderOrName: refused(
    -1102,
    "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!",
  ),
  quantityOrQuote: refused(
    -1102,
    "Param 'quantity' or 'quoteOrderQty' must be sent, but both were empty/null!",
  ),
  name: refused(
    -1100,
    "Illegal characters found in parameter 'newClientOrderId'; legal range is '^[a-zA-Z0-9-_]{1,36}$'.",
  ),
  duplicated: refused(-1101, 'Duplicate values for a parameter detected.'),
} as const;

/** Error -1102. */
export function mandatory(parameter: string): BinanceError {
  return refused(
    -1102,
    `Mandatory parameter '${parameter}' was not sent, was empty/null, or malformed.`,
  );
}

/** Error -1100 for a number. */
export function malformed(parameter: string): BinanceError {
  return refused(
    -1100,
    `Illegal characters found in parameter '${parameter}'; legal range is '^([0-9]{1,20})(\\.[0-9]{1,20})?$'.`,
  );
}

/** Error -1111. */
export function tooPrecise(parameter: string): BinanceError {
  return refused(-1111, `Parameter '${parameter}' has too much precision.`);
}

/** Error -1106. */
export function notRequired(parameter: string): BinanceError {
  return refused(-1106, `Parameter '${parameter}' sent when not required.`);
}

/** Error -1104 with the counts of parameters. */
export function unread(read: number, sent: number): BinanceError {
  return refused(
    -1104,
    `Not all sent parameters were read; read '${read}' parameter(s) but was sent '${sent}'.`,
  );
}

/** Error -1013 with the name of the filter. */
export function filterFailure(filter: string): BinanceError {
  return refused(-1013, `Filter failure: ${filter}`);
}

const REFUSALS: Readonly<Record<Refusal, string>> = {
  duplicate: 'Duplicate order sent.',
  market_closed: 'Market is closed.',
  insufficient_funds: 'Account has insufficient balance for requested action.',
  would_take: 'Order would immediately match and take.',
  no_liquidity: 'Order book liquidity is less than `LOT_SIZE` filter minimum quantity.',
  nothing_to_reduce: 'This action is disabled on this account.',
  wrong_position_side: 'This action is disabled on this account.',
};

/** Error -2010 with the words of the engine. */
export function refusedByEngine(reason: Refusal): BinanceError {
  return refused(-2010, REFUSALS[reason]);
}

/** Reply of an error, with its status. */
export function errorReply(error: BinanceError, headers: Record<string, string> = {}): VenueReply {
  return jsonReply(error.status, { code: error.code, msg: error.msg }, headers);
}

/** Error -1003 with status 429. */
export function tooMuchWeight(max: number): BinanceError {
  return refused(
    -1003,
    `Too much request weight used; current limit is ${max} request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.`,
    429,
  );
}

/** Error -1003 with status 418. */
export function bannedUntil(untilMs: number): BinanceError {
  return refused(
    -1003,
    `Way too much request weight used; IP banned until ${untilMs}. Please use WebSocket Streams for live updates to avoid bans.`,
    418,
  );
}

/** Errors of the venue itself. */
export function troubleReply(trouble: VenueTrouble, nowMs: number): VenueReply {
  switch (trouble) {
    case 'rate_limited':
      return errorReply(tooMuchWeight(6000), { 'retry-after': '1' });
    case 'banned':
      return errorReply(bannedUntil(nowMs + 120_000), { 'retry-after': '120' });
    case 'firewall':
      return htmlReply(403, '403 Forbidden');
    case 'busy':
      return errorReply(
        refused(
          -1008,
          'Server is currently overloaded with other requests. Please try again in a few minutes.',
          503,
        ),
      );
    case 'timeout':
      return errorReply(
        refused(
          -1007,
          'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
          408,
        ),
      );
    case 'internal':
      return errorReply(
        refused(-1001, 'Internal error; unable to process your request. Please try again.', 500),
      );
    case 'unknown_code':
      return errorReply(refused(-9321, 'A condition that no documentation mentions.'));
    case 'maintenance':
      return htmlReply(503, '503 Service Temporarily Unavailable');
    case 'region':
      return errorReply({
        status: 451,
        code: 0,
        msg: "Service unavailable from a restricted location according to 'b. Eligibility'.",
      });
  }
}

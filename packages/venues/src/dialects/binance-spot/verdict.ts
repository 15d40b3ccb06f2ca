// Meaning of Binance spot's error codes. A code that is not listed is not known.

import type { Verdict } from '#venues/dialect.ts';
import type { BinanceRule, RefusalRules } from '#venues/dialects/binance/binance-refusal.ts';
import { readBinance } from '#venues/dialects/binance/binance-refusal.ts';
import type { CallPurpose } from '#venues/dialects/reply/refusal-verdict.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';

/** Codes by what they mean; the venue's names beside those that need one. */
const CODES: { readonly [rule in BinanceRule]?: readonly number[] } = {
  // UNKNOWN, DISCONNECTED, UNEXPECTED_RESP, TIMEOUT, SERVER_BUSY: carried out or not.
  not_known: [-1000, -1001, -1006, -1007, -1008],
  address_too_fast: [-1003],
  too_fast: [-1015],
  clock: [-1021],
  // UNAUTHORIZED, INVALID_SIGNATURE, BAD_API_KEY_FMT, REJECTED_MBX_KEY.
  unauthorized: [-1002, -1022, -1099, -2008, -2014, -2015],
  // The request is malformed or fails a filter: it did not reach the engine.
  refused: [
    -1013, -1014, -1020, -1100, -1101, -1102, -1103, -1104, -1105, -1106, -1108, -1111, -1114,
    -1115, -1116, -1117, -1118, -1121, -1128, -1130, -1131,
  ],
  // ERROR_MSG_RECEIVED, NEW_ORDER_REJECTED, CANCEL_REJECTED.
  engine: [-1010, -2010, -2011],
  no_such_order: [-2013],
  archived: [-2026],
};

const SPOT_REFUSALS: RefusalRules = new Map(
  (Object.entries(CODES) as [BinanceRule, readonly number[]][]).flatMap(([rule, codes]) =>
    codes.map((code) => [code, rule] as const),
  ),
);

/** The verdict on a call to Binance spot. */
export function spotVerdict<T>(
  purpose: CallPurpose,
  outcome: WireOutcome,
  read: (body: unknown) => T,
): Verdict<T> {
  return readBinance(SPOT_REFUSALS, purpose, outcome, read);
}

/** Whether the code says that the key or its signature is not accepted. */
export function isKeyRefusal(code: number): boolean {
  return SPOT_REFUSALS.get(code) === 'unauthorized';
}

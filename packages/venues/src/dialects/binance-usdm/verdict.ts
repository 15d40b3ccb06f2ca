// Meaning of the error codes of Binance USD-M futures. A code that is not listed is not known.

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
  // INVALID_TIMESTAMP, and the same before the engine (ME_RECVWINDOW_REJECT).
  clock: [-1021, -5028],
  // UNAUTHORIZED, INVALID_SIGNATURE, BAD_API_KEY_FMT, REJECTED_MBX_KEY, API_KEYS_LOCKED; an address
  // that is not listed or may not; not authorized; INACTIVE_ACCOUNT, INVALID_API_KEY_TYPE.
  unauthorized: [-1002, -1022, -2014, -2015, -2017, -1005, -1011, -1099, -1109, -4056],
  duplicate: [-4116],
  // ORDER_WOULD_IMMEDIATELY_TRIGGER.
  trigger_passed: [-2021],
  short_of_funds: [-2018, -2019, -4050, -4051],
  // The request is malformed, fails a filter or a rule of positions, of leverage or of the account,
  // or would have taken (GTX_ORDER_REJECT): it did not reach the book.
  refused: [
    -1013, -1014, -1020, -1100, -1101, -1102, -1103, -1104, -1105, -1106, -1108, -1110, -1111,
    -1112, -1114, -1115, -1116, -1117, -1118, -1121, -1122, -1128, -1130, -1131, -1136, -2020,
    -2022, -2023, -2024, -2025, -2026, -2027, -2028, -4000, -4001, -4002, -4003, -4004, -4005,
    -4013, -4014, -4015, -4016, -4022, -4023, -4024, -4028, -4047, -4048, -4060, -4061, -4062,
    -4087, -4088, -4118, -4131, -4140, -4141, -4161, -4164, -4168, -4183, -4184, -4192, -4202,
    -4203, -4205, -4206, -4208, -4209, -4400, -4401, -4402, -4403, -5021, -5022, -5025,
  ],
  // ERROR_MSG_RECEIVED, NEW_ORDER_REJECTED, CANCEL_REJECTED.
  engine: [-1010, -2010, -2011],
  no_such_order: [-2013],
};

const USDM_REFUSALS: RefusalRules = new Map(
  (Object.entries(CODES) as [BinanceRule, readonly number[]][]).flatMap(([rule, codes]) =>
    codes.map((code) => [code, rule] as const),
  ),
);

/** The verdict on a call to Binance USD-M futures. */
export function usdmVerdict<T>(
  purpose: CallPurpose,
  outcome: WireOutcome,
  read: (body: unknown) => T,
): Verdict<T> {
  return readBinance(USDM_REFUSALS, purpose, outcome, read);
}

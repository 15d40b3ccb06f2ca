// Meaning of OKX's codes, in a reply or for the order in it. One that is not listed says nothing:
// 50004, 50013, 50026 and 51149, for instance, may mean an order that is carried out.

import type { RefusalRule } from '#venues/dialects/reply/refusal-verdict.ts';

/** Codes by what they mean; the venue's words beside those that need them. */
const CODES: { readonly [rule in RefusalRule]?: readonly number[] } = {
  // Of an endpoint by account, and of all orders of an account.
  // The last is of closing at the market.
  too_fast: [50_011, 50_061, 51_113],
  // Timestamp request expired, invalid timestamp.
  clock: [50_102, 50_112],
  // Key of the other environment, passphrase, address not listed, key, signature, authorization,
  // key does not exist, permission. Of the account: blocked, user does not exist, status invalid.
  unauthorized: [
    50_007, 50_008, 50_012, 50_101, 50_105, 50_110, 50_111, 50_113, 50_114, 50_119, 50_120,
  ],
  // Of orders, and of those that wait.
  duplicate: [51_016, 51_065, 51_068],
  // A profit above or below the last price, and a stop.
  trigger_passed: [51_277, 51_278, 51_279, 51_280],
  // Does not exist, or works no longer: a look-up tells which.
  no_such_order: [51_400, 51_401, 51_402, 51_603],
  short_of_funds: [51_008, 51_119, 51_127, 51_131],
  // The request is malformed, fails a limit of the market or of the account, or the market does not
  // take it: it did not reach the engine. While the venue liquidates, the account may not trade
  // (50009).
  refused: [
    50_009, 50_014, 50_015, 50_016, 50_024, 50_025, 50_027, 50_072, 51_000, 51_001, 51_002, 51_004,
    51_005, 51_006, 51_007, 51_009, 51_010, 51_012, 51_014, 51_015, 51_020, 51_021, 51_022, 51_023,
    51_024, 51_025, 51_026, 51_027, 51_028, 51_029, 51_030, 51_031, 51_037, 51_043, 51_100, 51_101,
    51_102, 51_103, 51_104, 51_105, 51_106, 51_107, 51_108, 51_109, 51_110, 51_112, 51_116, 51_118,
    51_120, 51_121, 51_122, 51_124, 51_128, 51_129, 51_133, 51_134, 51_135, 51_136, 51_137, 51_138,
    51_139, 51_148, 51_155, 51_162, 51_163, 51_165, 51_168, 51_169, 51_170, 51_174, 51_185, 51_186,
    51_187, 51_201, 51_202, 51_203, 51_204, 51_205, 51_206, 51_209, 51_211, 54_024, 54_025, 54_030,
    54_031, 54_035, 54_072, 54_073, 54_092,
    // Leverage: beyond what the market, the account or open orders allow.
    59_101, 59_102, 59_103, 59_105, 59_106, 59_107, 59_108, 59_109, 59_112, 59_128,
  ],
};

const RULES: ReadonlyMap<string, RefusalRule> = new Map(
  (Object.entries(CODES) as [RefusalRule, readonly number[]][]).flatMap(([rule, codes]) =>
    codes.map((code) => [String(code), rule] as const),
  ),
);

/** Meaning of a code; `not_known` for one that is not listed. */
export function refusalRuleOf(code: string): RefusalRule {
  return RULES.get(code) ?? 'not_known';
}

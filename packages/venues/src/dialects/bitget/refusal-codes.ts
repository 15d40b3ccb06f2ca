// Meaning of Bitget's codes. One that is not listed says nothing: 40010, 40015, 40200, 40725,
// 43002, 43003, 43059 and 45001, for instance, may mean an order that is carried out, and 40500 a
// name that another one has.

import type { RefusalRule } from '#venues/dialects/reply/refusal-verdict.ts';

/** Codes by what they mean. */
const CODES: { readonly [rule in RefusalRule]?: readonly number[] } = {
  too_fast: [429],
  // Of the time stamp: expired, or none.
  clock: [40_004, 40_005, 40_008],
  // Headers, key, signature, passphrase, rights, address, status and mode of the account.
  unauthorized: [
    40_001, 40_002, 40_003, 40_006, 40_009, 40_011, 40_012, 40_013, 40_014, 40_016, 40_018, 40_022,
    40_023, 40_025, 40_026, 40_031, 40_036, 40_037, 40_038, 40_041, 40_710, 40_752, 40_760, 22_010,
  ],
  // By the address that requests come from.
  region_blocked: [40_103, 40_104],
  duplicate: [40_786, 43_118, 45_034],
  // Does not exist, or is not at work any more: a look-up tells which.
  no_such_order: [22_001, 25_204, 31_007, 40_109, 40_768, 43_001, 43_004, 45_031, 45_055, 45_057],
  short_of_funds: [25_202, 25_203, 40_754, 40_762, 43_012, 43_132, 45_002],
  // The request is malformed, fails a limit of the market or of the account, or the market does not
  // take it: it did not reach the engine.
  refused: [
    400_172, 40_017, 40_019, 40_020, 40_024, 40_034, 40_053, 40_057, 40_058, 40_059, 40_305, 40_409,
    40_706, 40_708, 40_715, 40_721, 40_723, 40_724, 40_748, 40_761, 40_805, 40_806, 40_808, 40_811,
    40_812, 40_813, 40_815, 40_816, 41_002, 41_101, 41_103, 41_104, 41_113, 41_114, 42_016, 43_005,
    43_006, 43_007, 43_008, 43_009, 43_010, 43_011, 43_027, 43_028, 43_037, 43_038, 43_039, 43_040,
    43_041, 43_042, 43_058, 43_111, 43_115, 43_119, 43_120, 43_122, 43_123, 43_128, 45_035, 45_043,
    45_110, 45_111, 45_112, 45_113, 45_114, 22_004,
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

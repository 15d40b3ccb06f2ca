// Meaning of Bybit's return codes, for unified accounts. One that is not listed says nothing.

import type { RefusalRule } from '#venues/dialects/reply/refusal-verdict.ts';

/** Codes by what they mean; the venue's words beside those that need them. */
const CODES: { readonly [rule in RefusalRule]?: readonly number[] } = {
  // Server time-out, server error, internal errors, creation and cancellation time-outs, submitted
  // for processing, create or cancel failed, in process: carried out or not.
  not_known: [
    10_000, 10_016, 170_001, 170_007, 170_032, 170_035, 170_146, 170_147, 170_149, 170_150, 170_234,
    110_079, 170_191, 170_212,
  ],
  // By account and second; system level protection.
  too_fast: [10_006, 10_429, 170_005, 170_222],
  address_too_fast: [10_018],
  clock: [10_002],
  // Key invalid, signature, permission, authentication failed, unmatched address, key expired. Of
  // the account: banned, not a unified one.
  unauthorized: [10_003, 10_004, 10_005, 10_007, 10_008, 10_010, 10_020, 10_028, 33_004, -2015],
  // Not available in the region, compliance rules.
  region_blocked: [10_009, 10_024],
  duplicate: [110_072, 170_141],
  // The price is beyond the trigger already.
  trigger_passed: [110_092, 110_093],
  // Does not exist, or works no longer: a look-up tells which.
  no_such_order: [110_001, 110_008, 110_010, 170_139, 170_142, 170_143, 170_190, 170_213],
  short_of_funds: [
    110_004, 110_006, 110_007, 110_012, 110_044, 110_045, 110_051, 110_052, 110_053, 170_033,
    170_131,
  ],
  // The request is malformed, fails a limit of the market or of the account, or the market does not
  // take it: it did not reach the engine.
  refused: [
    10_001, 10_017, 10_027, 10_029, 30_208, 30_209, 30_228, 30_256, 100_028, 110_003, 110_005,
    110_009, 110_011, 110_013, 110_015, 110_016, 110_017, 110_020, 110_021, 110_022, 110_023,
    110_029, 110_032, 110_034, 110_036, 110_038, 110_039, 110_040, 110_042, 110_046, 110_063,
    110_066, 110_068, 110_069, 110_070, 110_073, 110_074, 110_080, 110_085, 110_086, 110_087,
    110_089, 110_090, 110_094, 110_095, 110_098, 110_103, 110_118, 110_120, 110_121, 110_123,
    110_124, 110_125, 110_131, 110_132, 170_031, 170_034, 170_036, 170_037, 170_105, 170_115,
    170_116, 170_117, 170_121, 170_124, 170_130, 170_132, 170_133, 170_134, 170_136, 170_137,
    170_140, 170_148, 170_151, 170_157, 170_159, 170_192, 170_193, 170_194, 170_195, 170_196,
    170_197, 170_198, 170_199, 170_200, 170_209, 170_210, 170_217, 170_218, 170_219, 170_220,
    170_221, 170_224, 170_226, 170_227, 170_228, 170_229, 170_241, 170_341, 170_344, 170_348,
    170_358, 170_359, 170_371, 170_372, 170_381, 170_382, 170_810, 3_400_045,
  ],
};

const RULES: ReadonlyMap<number, RefusalRule> = new Map(
  (Object.entries(CODES) as [RefusalRule, readonly number[]][]).flatMap(([rule, codes]) =>
    codes.map((code) => [code, rule] as const),
  ),
);

/** Meaning of a code; `not_known` for one that is not listed. */
export function refusalRuleOf(code: number): RefusalRule {
  return RULES.get(code) ?? 'not_known';
}

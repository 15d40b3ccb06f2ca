// Meaning of KuCoin's codes. One that is not listed says nothing: 200002, 408000, 500000, 126038
// and 126039, for instance, may mean an order that is carried out.

import type { RefusalRule } from '#venues/dialects/reply/refusal-verdict.ts';

/** Codes by what they mean. */
const CODES: { readonly [rule in RefusalRule]?: readonly number[] } = {
  too_fast: [429_000],
  clock: [400_002],
  // Headers, key, passphrase, signature, address, rights, version of the key, right of the account,
  // not logged on, frozen, risk, identity.
  unauthorized: [
    400_001, 400_003, 400_004, 400_005, 400_006, 400_007, 400_008, 400_009, 400_010, 400_303,
    400_401, 411_100, 126_002, 126_005, 126_047, 126_048, 200_009,
  ],
  region_blocked: [400_301, 400_302, 400_500, 126_021, 126_037, 126_045, 126_046],
  duplicate: [126_033, 126_044],
  // Does not exist, or works no longer: a look-up tells which.
  no_such_order: [126_043],
  short_of_funds: [126_013, 200_004, 230_003, 210_021],
  // The request is malformed, fails a limit of the market or of the account, or the market does not
  // take it: it did not reach the engine.
  refused: [
    400_100, 400_200, 400_330, 400_350, 400_370, 400_400, 400_600, 400_700, 400_760, 600_100,
    600_101, 600_203, 900_001, 126_001, 126_003, 126_004, 126_006, 126_007, 126_009, 126_011,
    126_015, 126_022, 126_027, 126_028, 126_029, 126_030, 126_041, 126_042, 200_001, 200_003,
    404_000, 415_000,
  ],
};

const RULES: ReadonlyMap<string, RefusalRule> = new Map(
  (Object.entries(CODES) as [RefusalRule, readonly number[]][]).flatMap(([rule, codes]) =>
    codes.map((code) => [String(code), rule] as const),
  ),
);

/** The code of a wrong parameter is also that of these. */
const PARAMETER = '400100';
const NO_SUCH_ORDER = /order[_ ](?:does[_ ])?not[_ ]exist/i;
const SHORT_OF_FUNDS = /account\.available\.amount|balance insufficient/i;

/** Meaning of a code, for some by its text; `not_known` for one that is not listed. */
export function refusalRuleOf(code: string, text: string): RefusalRule {
  if (code === 'order_not_exist') return 'no_such_order';
  if (code === PARAMETER && NO_SUCH_ORDER.test(text)) return 'no_such_order';
  if (code === PARAMETER && SHORT_OF_FUNDS.test(text)) return 'short_of_funds';
  return RULES.get(code) ?? 'not_known';
}

// Meaning of Kraken's errors: words, with what was wrong behind them. One that is not listed says
// nothing: EService:Unavailable, EService:Busy, EService:Deadline elapsed and EGeneral:Internal
// error, for instance, may mean an order that is carried out.

import type { RefusalRule } from '#venues/dialects/reply/refusal-verdict.ts';

/** Errors by what they mean; those with more words behind a colon mean the same. */
const ERRORS: { readonly [rule in RefusalRule]?: readonly string[] } = {
  // By key, by market and account, and by requests at the same time.
  too_fast: [
    'EAPI:Rate limit exceeded',
    'EOrder:Rate limit exceeded',
    'EOrder:Domain rate limit exceeded',
    'EService:Throttled',
  ],
  address_too_fast: [
    'EGeneral:Too many requests',
    'EGeneral:Temporary lockout',
    'EAuth:Too many requests',
    'EAuth:Rate limit exceeded',
  ],
  // The number of the request, which is taken from the clock.
  clock: ['EAPI:Invalid nonce'],
  unauthorized: [
    'EAPI:Invalid key',
    'EAPI:Invalid signature',
    'EGeneral:Permission denied',
    'EAuth:Account temporary disabled',
    'EAuth:Account unconfirmed',
    'ETrade:Locked',
    'ETrade:User Locked',
  ],
  // Does not exist, or works no longer: a look-up tells which.
  no_such_order: ['EOrder:Unknown order'],
  short_of_funds: ['EOrder:Insufficient funds', 'EOrder:Insufficient margin'],
  // The request is malformed, fails a limit of the market or of the account, or the market does not
  // take it: it did not reach the engine.
  refused: [
    'EGeneral:Invalid arguments',
    'EGeneral:Unknown method',
    'EQuery:Unknown asset pair',
    'EQuery:Invalid asset pair',
    'EQuery:Unknown asset',
    'EService:Market in cancel_only mode',
    'EService:Market in post_only mode',
    'EService:Market in limit_only mode',
    'EOrder:Invalid order',
    'EOrder:Invalid price',
    'EOrder:Order minimum not met',
    'EOrder:Cost minimum not met',
    'EOrder:Tick size check failed',
    'EOrder:Orders limit exceeded',
    'EOrder:Scheduled orders limit exceeded',
    'EOrder:Positions limit exceeded',
    'EOrder:Cannot open position',
    'EOrder:Cannot open opposing position',
    'EOrder:Margin allowance exceeded',
    'EOrder:Margin level too low',
    'EOrder:Margin position size exceeded',
    'EOrder:Trading agreement required',
    'EOrder:Post only order',
    'EBM:limit exceeded:CAL',
  ],
};

const RULES: ReadonlyMap<string, RefusalRule> = new Map(
  (Object.entries(ERRORS) as [RefusalRule, readonly string[]][]).flatMap(([rule, errors]) =>
    errors.map((error) => [error, rule] as const),
  ),
);

/** How the refusal of a name is worded is not documented, only that it is refused. */
const OF_NAME = /cl_?ord_?id|client order id/i;

/** Our clock is wrong where the instant at which an order is void is none that is accepted. */
const OF_DEADLINE = /^EGeneral:Invalid arguments:.*deadline/i;

/** Errors of one reply that mean different things mean nothing together. */
export function refusalRuleOf(errors: readonly string[]): RefusalRule {
  const [first, ...others] = errors.map(ruleOf);
  return first !== undefined && others.every((rule) => rule === first) ? first : 'not_known';
}

function ruleOf(error: string): RefusalRule {
  if (OF_NAME.test(error)) return 'duplicate';
  if (OF_DEADLINE.test(error)) return 'clock';
  const parts = error.split(':');
  for (let count = parts.length; count >= 2; count -= 1) {
    const rule = RULES.get(parts.slice(0, count).join(':'));
    if (rule !== undefined) return rule;
  }
  return 'not_known';
}

// Which bots hold something that no account says: on spot there are balances, not positions.

import { directionOf } from '../../parts/format.ts';
import { compareDecimals } from '../../parts/steps.ts';

/** As the API has them. */
type Bot = {
  readonly account_id: string;
  readonly is_activated: boolean;
  readonly unrealized_profit: string;
};
type Account = { readonly account_id: string; readonly market_type: string };

/** Those that run on spot accounts and have an open profit or loss, the best first. */
export function holdingBots<Listed extends Bot>(
  bots: readonly Listed[],
  accounts: readonly Account[],
): readonly Listed[] {
  const spot = new Set(
    accounts.filter((of) => of.market_type === 'spot').map((of) => of.account_id),
  );
  return bots
    .filter((bot) => bot.is_activated && spot.has(bot.account_id))
    .filter((bot) => directionOf(bot.unrealized_profit) !== 'flat')
    .toSorted((one, other) => compareDecimals(other.unrealized_profit, one.unrealized_profit));
}

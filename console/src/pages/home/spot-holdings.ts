// Holdings of spot accounts, which have balances and no positions: what bots bought, whether they
// run or were stopped, and the rest, which was bought or deposited by hand.

import { directionOf } from '../../parts/format.ts';
import { compareDecimals, differenceOf } from '../../parts/steps.ts';

/** As the API has them. */
type Bot = {
  readonly bot_id: string;
  readonly account_id: string;
  readonly is_activated: boolean;
  readonly unrealized_profit: string;
};
type Account = { readonly account_id: string; readonly market_type: string };
type BotPosition = {
  readonly market_tag: string;
  readonly direction: 'long' | 'short';
  readonly amount: string;
};
type Balance = { readonly currency: string; readonly total: string };

/**
 * Bots on spot accounts that may hold something, those with an open profit or loss first, the best
 * first among them. What one holds is another question to the service.
 */
export function likelyHolders<Listed extends Bot>(
  bots: readonly Listed[],
  accounts: readonly Account[],
): readonly Listed[] {
  const spot = new Set(
    accounts.filter((of) => of.market_type === 'spot').map((of) => of.account_id),
  );
  const isOpen = (bot: Bot): boolean => directionOf(bot.unrealized_profit) !== 'flat';
  return bots
    .filter((bot) => spot.has(bot.account_id) && (bot.is_activated || isOpen(bot)))
    .toSorted(
      (one, other) =>
        Number(isOpen(other)) - Number(isOpen(one)) ||
        compareDecimals(other.unrealized_profit, one.unrealized_profit),
    );
}

type Holder<Position> = {
  readonly bot: Bot;
  readonly positions: readonly Position[];
};
export type Rest = {
  readonly accountId: string;
  readonly currency: string;
  readonly amount: string;
};

/** Fees are taken out of what was bought, so that a little less is there than bots count. */
const FEES_SHARE = 0.02;

/**
 * `balances` by account. A stopped bot whose coins were sold by hand holds nothing any more. Left
 * out of the rest are the money of the account (`moneyOf`), and what fees explain.
 */
export function spotHoldings<Position extends BotPosition, Of extends Holder<Position>>(
  holders: readonly Of[],
  balances: ReadonlyMap<string, readonly Balance[]>,
  {
    baseOf,
    moneyOf,
  }: {
    readonly baseOf: (marketTag: string) => string | undefined;
    readonly moneyOf: (accountId: string) => string | undefined;
  },
): { readonly holders: readonly Of[]; readonly rest: readonly Rest[] } {
  const left = new Map<string, string>();
  const keyOf = (accountId: string, currency: string): string => `${accountId} ${currency}`;
  for (const [accountId, all] of balances)
    for (const { currency, total } of all) left.set(keyOf(accountId, currency), total);
  const shown: Of[] = [];
  // What runs has its share first.
  const inOrder = [...holders].sort(
    (one, other) => Number(other.bot.is_activated) - Number(one.bot.is_activated),
  );
  for (const holder of inOrder) {
    const { bot, positions } = holder;
    const places = positions.map((of) => ({
      key: keyOf(bot.account_id, baseOf(of.market_tag) ?? ''),
      amount: of.direction === 'long' ? of.amount : '0',
    }));
    const isThere = places.every(({ key, amount }) => {
      const there = left.get(key);
      return there === undefined || Number(there) >= Number(amount) * (1 - FEES_SHARE);
    });
    if (positions.length === 0 || (!bot.is_activated && !isThere)) continue;
    shown.push(holder);
    for (const { key, amount } of places) {
      const there = left.get(key);
      if (there !== undefined) left.set(key, differenceOf(there, amount));
    }
  }
  const rest = [...balances].flatMap(([accountId, all]) =>
    all.flatMap(({ currency, total }): Rest[] => {
      const amount = left.get(keyOf(accountId, currency)) ?? '0';
      const isFee = Number(amount) <= Number(total) * FEES_SHARE && amount !== total;
      const isMoney = currency === moneyOf(accountId);
      return isMoney || isFee || Number(amount) <= 0 ? [] : [{ accountId, currency, amount }];
    }),
  );
  return { holders: holders.filter((of) => shown.includes(of)), rest };
}

/** What an amount is worth, with two decimals; null where it would be less than one. */
export function worthOf(amount: string, price: string | undefined): string | null {
  const worth = Number(amount) * Number(price ?? Number.NaN);
  return worth >= 1 ? worth.toFixed(2) : null;
}

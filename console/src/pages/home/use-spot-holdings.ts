// Holdings of spot accounts, as the service says: what bots hold, the balances, and what coins are
// worth in the money of their account.

import type { Account, Bot, BotPosition, Market } from '@tidemill/client';
import { useQueries } from '@tanstack/react-query';
import {
  balanceQuery,
  botPositionsQuery,
  equityNowQuery,
  marketsQuery,
  priceQuery,
} from '../../api/queries.ts';
import { directionOf } from '../../parts/format.ts';
import type { Rest } from './spot-holdings.ts';
import { likelyHolders, spotHoldings, worthOf } from './spot-holdings.ts';

/** Each is a question of its own. */
const BOTS_MAX = 8;
const ACCOUNTS_MAX = 8;
const COINS_MAX = 12;

type Holder = { readonly bot: Bot; readonly positions: readonly BotPosition[] };

/** A coin that no bot holds, with what it is worth. */
export type Coin = Rest & {
  readonly account: string;
  readonly exchange: string;
  readonly marketTag: string;
  readonly worth: string;
  readonly money: string;
};

type Money = (accountId: string) => string | undefined;

/**
 * `queries`: what it hangs on, which may fail; `isValued`: what coins are worth is known, as far as
 * it can be.
 */
export function useSpotHoldings(accounts: readonly Account[], bots: readonly Bot[]) {
  const spot = accounts.filter((of) => of.market_type === 'spot').slice(0, ACCOUNTS_MAX);
  const likely = likelyHolders(bots, accounts);
  const requested = likely.slice(0, BOTS_MAX);
  const { holders, queries: ofHolders } = useHolders(requested);
  const queries = useQueries({ queries: spot.map(({ account_id: id }) => balanceQuery(id)) });
  const balances = new Map(
    queries.flatMap(({ data }) => (data ? [[data.account_id, data.data] as const] : [])),
  );
  const { moneyOf, isRead: hasMoney } = useMoney(spot);
  const { marketsOf, isRead: hasMarkets } = useMarkets(spot);
  const shown = spotHoldings(holders, balances, {
    baseOf: (tag) =>
      spot
        .flatMap(({ exchange }) => marketsOf(exchange))
        .find(({ market_tag: marketTag }) => marketTag === tag)?.base,
    moneyOf,
  });
  const { coins, isRead: hasPrices } = useCoins(shown.rest, { spot, moneyOf, marketsOf });
  const openCount = likely.filter((of) => directionOf(of.unrealized_profit) !== 'flat').length;
  const moreBots = Math.max(0, openCount - requested.length);
  const isValued = hasMoney && hasMarkets && hasPrices;
  return { holders: shown.holders, coins, moreBots, queries: [...queries, ...ofHolders], isValued };
}

function useHolders(bots: readonly Bot[]) {
  const queries = useQueries({ queries: bots.map(({ bot_id: id }) => botPositionsQuery(id)) });
  const holders = bots.flatMap((bot, at): Holder[] => {
    const positions = queries[at]?.data?.data;
    return positions === undefined ? [] : [{ bot, positions }];
  });
  return { holders, queries };
}

/** The currency in which the value of an account is. */
function useMoney(spot: readonly Account[]): { readonly moneyOf: Money; readonly isRead: boolean } {
  const { currencies, isRead } = useQueries({
    queries: spot.map(({ account_id: id }) => equityNowQuery(id)),
    combine: (results) => ({
      currencies: results.map(({ data }) => data?.data.at(-1)?.currency ?? undefined),
      isRead: results.every(({ isFetched }) => isFetched),
    }),
  });
  const moneyOf: Money = (accountId) =>
    currencies[spot.findIndex((of) => of.account_id === accountId)];
  return { moneyOf, isRead };
}

function useMarkets(spot: readonly Account[]) {
  const exchanges = [...new Set(spot.map(({ exchange }) => exchange))];
  const { markets, isRead } = useQueries({
    queries: exchanges.map((exchange) => marketsQuery(exchange)),
    combine: (results) => ({
      markets: results.map(({ data }) => data ?? []),
      isRead: results.every(({ isFetched }) => isFetched),
    }),
  });
  const marketsOf = (exchange: string): readonly Market[] =>
    markets[exchanges.indexOf(exchange)] ?? [];
  return { marketsOf, isRead };
}

type Places = {
  readonly spot: readonly Account[];
  readonly moneyOf: Money;
  readonly marketsOf: (exchange: string) => readonly Market[];
};

/** Those that have a price in the money of their account. */
function useCoins(rest: readonly Rest[], { spot, moneyOf, marketsOf }: Places) {
  const priced = rest
    .flatMap((of) => {
      const account = spot.find(({ account_id: id }) => id === of.accountId);
      if (account === undefined) return [];
      const market = marketsOf(account.exchange).find(
        ({ base, quote }) => base === of.currency && quote === moneyOf(of.accountId),
      );
      return market === undefined ? [] : [{ of, account, market }];
    })
    .slice(0, COINS_MAX);
  const { prices, isRead } = useQueries({
    queries: priced.map(({ market }) => priceQuery(market.market_tag)),
    combine: (results) => ({
      prices: results.map(({ data }) => data?.price ?? undefined),
      isRead: results.every(({ isFetched }) => isFetched),
    }),
  });
  const coins = priced.flatMap(({ of, account, market }, index): Coin[] => {
    const worth = worthOf(of.amount, prices[index]);
    if (worth === null) return [];
    const { name, exchange } = account;
    const { market_tag: marketTag, quote } = market;
    return [{ ...of, account: name, exchange, marketTag, worth, money: quote }];
  });
  return { coins, isRead };
}

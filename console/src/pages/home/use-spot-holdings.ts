// What is held on spot accounts, as the service says: what bots hold, the balances, and what coins
// are worth in the money of their account.

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

/** `queries`: what it hangs on, which may fail. */
export function useSpotHoldings(accounts: readonly Account[], bots: readonly Bot[]) {
  const spot = accounts.filter((of) => of.market_type === 'spot').slice(0, ACCOUNTS_MAX);
  const likely = likelyHolders(bots, accounts);
  const requested = likely.slice(0, BOTS_MAX);
  const holders = useHolders(requested);
  const queries = useQueries({ queries: spot.map(({ account_id: id }) => balanceQuery(id)) });
  const balances = new Map(
    queries.flatMap(({ data }) => (data ? [[data.account_id, data.data] as const] : [])),
  );
  const moneyOf = useMoney(spot);
  const marketsOf = useMarkets(spot);
  const shown = spotHoldings(holders, balances, {
    baseOf: (tag) =>
      spot
        .flatMap(({ exchange }) => marketsOf(exchange))
        .find(({ market_tag: marketTag }) => marketTag === tag)?.base,
    moneyOf,
  });
  const coins = useCoins(shown.rest, { spot, moneyOf, marketsOf });
  const openCount = likely.filter((of) => directionOf(of.unrealized_profit) !== 'flat').length;
  const moreBots = Math.max(0, openCount - requested.length);
  return { holders: shown.holders, coins, moreBots, queries };
}

function useHolders(bots: readonly Bot[]): readonly Holder[] {
  return useQueries({
    queries: bots.map(({ bot_id: id }) => botPositionsQuery(id)),
    combine: (results) =>
      bots.map((bot, at) => ({ bot, positions: results[at]?.data?.data ?? [] })),
  });
}

/** The currency in which the value of an account is. */
function useMoney(spot: readonly Account[]): Money {
  const currencies = useQueries({
    queries: spot.map(({ account_id: id }) => equityNowQuery(id)),
    combine: (results) => results.map(({ data }) => data?.data.at(-1)?.currency ?? undefined),
  });
  return (accountId) => currencies[spot.findIndex((of) => of.account_id === accountId)];
}

function useMarkets(spot: readonly Account[]): (exchange: string) => readonly Market[] {
  const exchanges = [...new Set(spot.map(({ exchange }) => exchange))];
  const markets = useQueries({
    queries: exchanges.map((exchange) => marketsQuery(exchange)),
    combine: (results) => results.map(({ data }) => data ?? []),
  });
  return (exchange) => markets[exchanges.indexOf(exchange)] ?? [];
}

type Places = {
  readonly spot: readonly Account[];
  readonly moneyOf: Money;
  readonly marketsOf: (exchange: string) => readonly Market[];
};

/** Those that have a price in the money of their account. */
function useCoins(rest: readonly Rest[], { spot, moneyOf, marketsOf }: Places): readonly Coin[] {
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
  const prices = useQueries({
    queries: priced.map(({ market }) => priceQuery(market.market_tag)),
    combine: (results) => results.map(({ data }) => data?.price ?? undefined),
  });
  return priced.flatMap(({ of, account, market }, index): Coin[] => {
    const worth = worthOf(of.amount, prices[index]);
    if (worth === null) return [];
    const { name, exchange } = account;
    const { market_tag: marketTag, quote } = market;
    return [{ ...of, account: name, exchange, marketTag, worth, money: quote }];
  });
}

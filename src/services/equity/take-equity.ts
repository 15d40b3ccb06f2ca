// Notes what accounts are worth: each hour, and after something was traded. In the currency that
// most markets of their exchange settle in, at the last prices there.

import { LIMITS } from '#lib/limits.ts';
import { addDecimal, ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { HOUR_MS } from '#lib/time.ts';
import type { EquityPoint } from '#domain/equity/sum-equity.ts';
import type { Holding, PricedCurrencies } from '#domain/equity/value-balances.ts';
import { marketsToPrice, pricedCurrencies, valueHoldings } from '#domain/equity/value-balances.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Account } from '#ports/stores/account-store.ts';
import { ACCOUNT_SHARDS_COUNT, shardOfAccount } from '#ports/stores/account-lease-store.ts';
import type { DueEquity, EquityStore } from '#ports/stores/equity-store.ts';
import { EQUITY_CHANGE_MS } from '#ports/stores/equity-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { Log } from '#venue-port/world/log.ts';
import { canBeRequested, exchangeOf } from '#services/accounts/account-access.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { forEachAtExchanges } from '#services/exchanges/for-each-at-exchanges.ts';

export type TakeEquityDeps = {
  readonly equity: Pick<EquityStore, 'claimEquity' | 'storeEquity'>;
  readonly exchanges: ExchangeRegistry;
  readonly clock: Clock;
  readonly log: Log;
};

const PACE = {
  atOnceMax: LIMITS.accountsAtOncePerExchangeMax,
  codeOf: ({ account }: DueEquity) => account.exchange,
};

/**
 * One round over all that are due, which prices each market once. An account whose exchange does
 * not respond is left for a later round: it has no snapshot rather than a wrong one. `onDefect`
 * hears of what concerns one account alone. Throws Failure when the accounts cannot be listed.
 */
export async function takeEquity(
  deps: TakeEquityDeps,
  onDefect: (accountId: string, error: unknown) => void,
): Promise<void> {
  const prices = rememberedPrices();
  for (;;) {
    const nowMs = deps.clock.nowMs();
    const retryMs = nowMs + LIMITS.equityRetryMs;
    const due = await deps.equity.claimEquity(nowMs, retryMs, LIMITS.equityAtOnceMax);
    await forEachAtExchanges(deps.exchanges, due, PACE, async (each, refusal) => {
      if (refusal !== null) return;
      try {
        await takeOne(deps, each, prices);
      } catch (error) {
        const { accountId } = each.account;
        if (!(error instanceof Failure || error instanceof OutcomeUnknown))
          return onDefect(accountId, error);
        deps.log.warn('equity.not_noted', { account_id: accountId, cause: error.message });
      }
    });
    if (due.length < LIMITS.equityAtOnceMax) return;
  }
}

async function takeOne(
  deps: TakeEquityDeps,
  { account, currency }: DueEquity,
  prices: Prices,
): Promise<void> {
  const { accountId } = account;
  const point = canBeRequested(account) ? await worthOf(deps, account, currency, prices) : null;
  const nowMs = deps.clock.nowMs();
  await deps.equity.storeEquity({
    accountId,
    point,
    nextDueMs: nextHourMs(accountId, nowMs),
    changedDueMs: nowMs + EQUITY_CHANGE_MS,
  });
}

/** Not all accounts at the same instant: exchanges limit how often they are queried. */
function nextHourMs(accountId: string, nowMs: number): number {
  const share = shardOfAccount(accountId) / ACCOUNT_SHARDS_COUNT;
  return nowMs - (nowMs % HOUR_MS) + HOUR_MS + Math.floor(share * LIMITS.equitySpreadMs);
}

/** Null: the exchange has no open market. Throws Failure. */
async function worthOf(
  { clock, exchanges }: TakeEquityDeps,
  account: Account,
  chosen: string | null,
  prices: Prices,
): Promise<EquityPoint | null> {
  const exchange = exchangeOf(exchanges, account);
  const { currencies, priceOf } = await prices(exchange);
  const currency = chosen ?? currencies.usual;
  if (currency === null) return null;
  const { balances } = await exchange.fetchBalances(account);
  const atMs = clock.nowMs();
  const holdings: readonly Holding[] = balances.map((balance) => ({
    currency: balance.currency,
    amount: addDecimal(balance.total, balance.unrealizedProfit ?? ZERO),
  }));
  const tags = marketsToPrice(currencies, holdings, currency);
  const known = await Promise.all(tags.map(async (tag) => [tag, await priceOf(tag)] as const));
  return { atMs, currency, ...valueHoldings(currencies, holdings, currency, new Map(known)) };
}

type PricesOfExchange = {
  readonly currencies: PricedCurrencies;
  readonly priceOf: (marketTag: MarketTag) => Promise<Decimal>;
};
type Prices = (exchange: Exchange) => Promise<PricesOfExchange>;

/** Each exchange's markets are listed once, and each market is priced once. */
function rememberedPrices(): Prices {
  const known = new Map<string, Promise<PricesOfExchange>>();
  return (exchange) => {
    const listed = known.get(exchange.code);
    if (listed !== undefined) return listed;
    const requested = pricesOf(exchange);
    known.set(exchange.code, requested);
    return requested;
  };
}

async function pricesOf(exchange: Exchange): Promise<PricesOfExchange> {
  const currencies = pricedCurrencies(await exchange.listMarkets());
  const known = new Map<MarketTag, Promise<Decimal>>();
  const priceOf = (marketTag: MarketTag): Promise<Decimal> => {
    const requested = known.get(marketTag);
    if (requested !== undefined) return requested;
    const price = exchange.fetchPrice(marketTag).then((found) => found.price);
    known.set(marketTag, price);
    return price;
  };
  return { currencies, priceOf };
}

// Implementations of the commands on the account's holdings, and on how much of them can be traded.
// A bot sees its own account alone.

import { containerOf } from '#engine/values/container.ts';
import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { CoinBalance } from '#engine/run-api/wallet-api.ts';
import { amountOfValue, leverageOf } from '#commands/trading/contract-value.ts';
import { directionOf } from '#commands/trading/position-constant.ts';
import type { Direction } from '#commands/trading/position-constant.ts';
import {
  marketFacts,
  marketReference,
  requireOwnAccount,
} from '#commands/trading/script-reference.ts';
import type { WalletApi } from '#engine/run-api/wallet-api.ts';

function balanceOf(
  context: CommandContext,
  accountId: string | undefined,
  coin: string | undefined,
  market: string | undefined,
): CoinBalance {
  requireOwnAccount(context, accountId);
  const isNamed = coin !== undefined && coin !== '';
  return context.wallet.balance(isNamed ? coin : moneyOf(context, market));
}

/** The currency that trades of a market are paid in. */
function moneyOf(context: CommandContext, market: string | undefined): string {
  return marketFacts(context, market).profitCurrency;
}

/** Down to the step; zero for less than nothing. */
function amountWorth(
  context: CommandContext,
  price: number,
  value: number,
  market: string | undefined,
): number {
  const facts = marketFacts(context, market);
  const amount = amountOfValue(facts, price, Math.max(0, value));
  return context.markets.roundAmount(facts.marketTag, amount);
}

function mostAmount(action: Parameters<WalletApi['maxAmount']>[0]) {
  return (context: CommandContext, market: string | undefined) => {
    const marketTag = marketReference(market);
    const side = action === 'enter_long' || action === 'exit_short' ? 'buy' : 'sell';
    const price = context.series.takingPrice(marketTag, side);
    return context.wallet.maxAmount(action, marketTag, price);
  };
}

function venuePosition(
  context: CommandContext,
  market: string | undefined,
  direction: Direction | null,
) {
  const { wallet } = context;
  const marketTag = marketReference(market);
  if (direction !== null) return wallet.position(marketTag, direction);
  return wallet.position(marketTag, 'long') ?? wallet.position(marketTag, 'short');
}

export const WALLET_IMPLEMENTATIONS = {
  Balance: (
    context,
    accountId: string | undefined,
    coin: string | undefined,
    market: string | undefined,
  ) => {
    const { available, locked, total } = balanceOf(context, accountId, coin, market);
    return containerOf({ available, locked, total });
  },
  BalanceAmount: (
    context,
    accountId: string | undefined,
    coin: string | undefined,
    market: string | undefined,
  ) => balanceOf(context, accountId, coin, market).total,
  CashToTradeAmount: (context, price: number, cash: number, market: string | undefined) =>
    amountWorth(context, price, cash, market),
  Equity: ({ wallet }) => wallet.equity(),
  EquityToTradeAmount: (context, price: number, percent: number, market: string | undefined) => {
    const { settings, wallet } = context;
    const currency = marketFacts(context, market).profitCurrency;
    if (currency === marketFacts(context, settings.marketTag).profitCurrency)
      return amountWorth(context, price, (wallet.equity() * percent) / 100, market);
    const what = `Equity is not in ${currency}, so no share of it is an amount of that market`;
    context.log.writeOnce('foreign equity', 'warning', what);
    return 0;
  },
  MarginToTradeAmount: (
    context,
    price: number,
    margin: number,
    leverage: number,
    market: string | undefined,
  ) => {
    const facts = marketFacts(context, market);
    const amount = amountOfValue(facts, price, margin * leverageOf(facts, leverage));
    return context.markets.roundAmount(facts.marketTag, amount);
  },
  MaxExitLongAmount: mostAmount('exit_long'),
  MaxExitShortAmount: mostAmount('exit_short'),
  MaxLongAmount: mostAmount('enter_long'),
  MaxShortAmount: mostAmount('enter_short'),
  UserPositionContainer: (
    context,
    accountId: string | undefined,
    market: string | undefined,
    _leverage: number | undefined,
    side: number | undefined,
  ) => {
    requireOwnAccount(context, accountId);
    const position = venuePosition(context, market, directionOf(side));
    return containerOf({
      market: position?.marketTag ?? marketFacts(context, market).marketTag,
      isLong: position?.direction === 'long',
      isShort: position?.direction === 'short',
      enterPrice: position?.enterPrice ?? 0,
      amount: position?.amount ?? 0,
      profit: position?.profit ?? 0,
      roi: position?.roi ?? 0,
    });
  },
  WalletAmount: (
    context,
    accountId: string | undefined,
    coin: string | undefined,
    market: string | undefined,
  ) => balanceOf(context, accountId, coin, market).available,
  WalletCheck: (context, accountId: string, coin: string, amount: number) =>
    balanceOf(context, accountId, coin, undefined).available >= amount,
} satisfies CommandImplementations;

// The API of settings over a run. What it changes holds for orders that are sent from then on.

import { decimalFromUnits } from '#lib/decimal.ts';
import type { SettingsApi } from '#engine/run-api/settings-api.ts';
import { wholeEquity } from '#engine/run/positions/equity-curve.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { closeTicks, floatOf } from '#engine/run/run-market.ts';
import { noteDecision } from '#engine/run/orders/note-decision.ts';
import { writeLine } from '#engine/run/run-log.ts';
import type { Run } from '#engine/run/run.ts';
import { findMarket, nowMs, requestAttention, tradeMarket } from '#engine/run/run.ts';
import { fromSteps, roundToSteps } from '#engine/run/step-scale.ts';
import { payableAmount, RESERVE_SHARE } from '#engine/run/orders/payable-amount.ts';
import { TRADINGVIEW_ROUNDING } from '#engine/run/orders/ask-order.ts';

/** Decimals of a percentage that a script sets. */
const PERCENT_SCALE = 8;

/**
 * Settings API of a run. Amounts are in the market's amount unit and floored nowhere here; leverage
 * is 1 on spot markets.
 */
export function makeSettingsApi(run: Run): SettingsApi {
  const { settings, setup } = run;
  const market = tradeMarket(run);
  const quote = floatOf(setup.tradeAmountQuote);
  const percent = setup.tradeAmountPercent === null ? null : floatOf(setup.tradeAmountPercent);
  return {
    accountId: setup.accountId,
    marketTag: market.market.marketTag,
    intervalMinutes: setup.intervalMinutes,
    tradeAmount() {
      const ticks = closeTicks(market, run.stage.row);
      return percent === null
        ? amountWorth(market, quote, ticks)
        : amountOfEquity(run, market, percent, ticks);
    },
    leverage: () => (market.market.contract === null ? 1 : floatOf(settings.leverage)),
    setLeverage: (leverage) => setLeverage(run, market, leverage),
    marginMode: () => settings.marginMode,
    setMarginMode(mode) {
      if (!canChangeModes(run, 'margin mode')) return settings.marginMode === mode;
      settings.marginMode = mode;
      return true;
    },
    positionMode: () => settings.positionMode,
    setPositionMode(mode) {
      if (!canChangeModes(run, 'position mode')) return settings.positionMode === mode;
      settings.positionMode = mode;
      return true;
    },
    orderType: () => settings.orderType,
    setOrderType(type) {
      settings.orderType = type;
    },
    setFeePercent: (percent, marketTag) => setFees(run, percent, marketTag),
    raise(flag) {
      settings.flags.add(flag);
    },
    has: (flag) => settings.flags.has(flag),
    isPaused: () => settings.isPaused,
    pause() {
      settings.isPaused = true;
    },
    resume() {
      settings.isPaused = false;
    },
    deactivate(reason, cancelsOrders) {
      run.stop ??= { reason, cancelsOrders };
      if (setup.notesDecisions) noteDecision(run, `stop ${reason}`);
      requestAttention(run);
    },
  };
}

/** Amount of the market that is worth so much quote at its last price, down to the step. */
export function amountWorth(market: RunMarket, quote: number, ticks: number): number {
  const price = fromSteps(market.price, ticks);
  const worth = market.isLinear ? market.contractValue * price : market.contractValue;
  const steps = roundToSteps(market.amount, quote / worth, 'floor');
  return fromSteps(market.amount, steps);
}

/** Amount that is worth so much of the equity at the last price, as far as it can be paid. */
function amountOfEquity(run: Run, market: RunMarket, percent: number, ticks: number): number {
  const { equity, positions, markets, stage, settings } = run;
  const money = wholeEquity(equity, positions, markets, stage.row) / market.unitsPerOne;
  const isSpot = market.market.contract === null;
  const valueAt = (price: number): number =>
    market.isLinear ? market.contractValue * price : market.contractValue / price;
  const price = fromSteps(market.price, ticks);
  const value = valueAt(price);
  const amount = Math.max(0, (money * percent) / 100) / value;
  const { makerFeePercent: maker, takerFeePercent: taker } = market.terms;
  const entry = {
    amount,
    value,
    reservedValue: Math.max(value * (1 + RESERVE_SHARE), valueAt(price * (1 - RESERVE_SHARE))),
    leverage: isSpot ? 1 : floatOf(settings.leverage),
    feeShare: Math.max(floatOf(maker), floatOf(taker), 0) / 100,
  };
  // Contracts of the broker emulator are on credit.
  const isOnCredit = !isSpot && run.setup.priceRounding === TRADINGVIEW_ROUNDING;
  const paid = isOnCredit ? amount : payableAmount(money, entry);
  return fromSteps(market.amount, roundToSteps(market.amount, paid, 'floor'));
}

function setLeverage(run: Run, { market }: RunMarket, leverage: number): boolean {
  const { contract } = market;
  const least = contract === null ? 1 : floatOf(contract.lowestLeverage);
  const most = contract === null ? 1 : floatOf(contract.highestLeverage);
  if (!(leverage >= least && leverage <= most)) {
    const range = `the market allows ${least} to ${most}`;
    writeLine(run.log, nowMs(run), 'warning', `leverage "${leverage}" was not set: ${range}`);
    return false;
  }
  run.settings.leverage = decimalFromUnits(BigInt(Math.round(leverage * 1e4)), 4);
  return true;
}

function canChangeModes(run: Run, what: string): boolean {
  if (run.positions.open.length === 0) return true;
  const message = `the ${what} was not changed: a position is open`;
  writeLine(run.log, nowMs(run), 'warning', message);
  return false;
}

function setFees(run: Run, percent: number, marketTag: string | null): void {
  if (run.setup.kind !== 'backtest') return;
  if (!(percent > -100 && percent < 100) || (marketTag !== null && !findMarket(run, marketTag))) {
    writeLine(run.log, nowMs(run), 'warning', `a fee of "${percent}" percent was not set`);
    return;
  }
  const units = BigInt(Math.round(percent * 10 ** PERCENT_SCALE));
  const exact = decimalFromUnits(units, PERCENT_SCALE);
  const tags = run.markets.filter(
    ({ market }) => (marketTag ?? market.marketTag) === market.marketTag,
  );
  const isNews = tags.some(
    ({ terms }) => terms.makerFeePercent !== exact || terms.takerFeePercent !== exact,
  );
  if (!isNews) return;
  run.feeChanges.push({ marketTag, percent: exact });
  requestAttention(run);
}

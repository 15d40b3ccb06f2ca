// The entries of a signal bot: how large, at which price, and whether there is room for one.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, multiplyDecimal, ONE } from '#lib/decimal.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { HUNDRED, lotsOf, priceOf, ticksOf } from '#venue-port/market/market-grid.ts';
import type { Direction } from '#domain/position/position.ts';
import { worstTicks } from '#domain/position/order-hold.ts';
import { MARKET_HOLD_PERCENT } from '#domain/venue/place-order.ts';
import { entrySide } from '#domain/position/position.ts';
import { doubleOf } from '#strategies/shared/double-of.ts';
import { lotsFrom } from '#strategies/shared/filled-order.ts';
import { freeMoney, lotsWorth, payableLots, percentOf } from '#strategies/shared/lots-worth.ts';
import { orderRequest } from '#strategies/shared/order-request.ts';
import type { WebhookNow } from '#strategies/signal/webhook-state.ts';

/** Asks for an entry at the last price, or at the chosen distance from it. */
export function webhookEntry(now: WebhookNow, direction: Direction): void {
  const { config, state, market, api } = now;
  const { terms } = market;
  const ticks = entryTicks(now, direction);
  const lots = entryLots(now, direction, ticks);
  if (lots === 0 || isTooLarge(now, lots)) return;
  if (market.market.contract !== null) {
    api.settings.setMarginMode(config.marginMode);
    api.settings.setLeverage(doubleOf(config.leverage));
  }
  const stance = { isSpot: market.market.contract === null, direction };
  const price = config.entersAtMarket ? null : ticks;
  const side = entrySide(direction);
  const wanted = { side, isExit: false, lots, ticks: price, note: `enters ${direction}` };
  const orderId = api.orders.place(orderRequest(stance, terms, wanted));
  if (orderId !== '') state.entries.push(orderId);
}

/** The last price, or so much to its passive side. */
function entryTicks({ config, market }: WebhookNow, direction: Direction): Ticks {
  const { grid } = market.terms;
  if (config.entersAtMarket) return market.priceTicks;
  const [sign, rounding] = direction === 'long' ? [-1n, 'floor' as const] : [1n, 'ceil' as const];
  const share = HUNDRED + sign * config.limitOffsetPercent;
  const price = divideRounded(priceOf(grid, market.priceTicks) * share, HUNDRED, rounding);
  return ticksOf(grid, price as Decimal, rounding);
}

function entryLots(now: WebhookNow, direction: Direction, ticks: Ticks): number {
  const { config, market } = now;
  const { orderSize, sizeAsset } = config;
  if (sizeAsset !== 'percent') return Number(lotsWorth(market, ticks, orderSize, sizeAsset));
  const { amount, asset } = freeMoney(market, direction);
  const lots = lotsWorth(market, ticks, percentOf(amount, orderSize), asset);
  if (orderSize > carriedPercent(now)) return Number(lots);
  const most = payableLots(
    market,
    direction,
    config.entersAtMarket ? reserved(now) : ticks,
    config,
  );
  return Number(lots < most ? lots : most);
}

/** What is above it is not made smaller: its order is refused, with what is missing. */
function carriedPercent({ config, market }: WebhookNow): Decimal {
  const share = market.market.contract === null ? ONE : config.leverage;
  return multiplyDecimal(HUNDRED, share, 'floor');
}

/** It may fill at a worse price, and as much worse is the price when it arrives. */
function reserved({ market }: WebhookNow): Ticks {
  return worstTicks(market.terms.grid, market.priceTicks, (2n * MARKET_HOLD_PERCENT) as Decimal);
}

function isTooLarge({ config, state, market, api }: WebhookNow, lots: number): boolean {
  if (config.positionMost === null) return false;
  const { terms } = market;
  const position = api.positions.held(null);
  const held = position === null ? 0 : lotsFrom(terms, position.amount);
  const resting = state.entries.reduce((sum, id) => {
    const order = api.orders.find(id);
    return sum + (order === null ? 0 : lotsFrom(terms, order.amount - order.filledAmount));
  }, 0);
  const most = Number(lotsOf(terms.grid, config.positionMost, 'floor'));
  if (held + resting + lots <= most) return false;
  api.log.write('info', 'the entry is ignored: the position would be larger than it may be');
  return true;
}

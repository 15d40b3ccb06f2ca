// Strategies of the Pine Script manual and of TradingView's built-in ones, each as its source has
// it.

import type { PineExample } from './pine-example.ts';
import type { PineBar, PineApi, PineStrategy } from './pine-order.ts';
import { ORDER_EXAMPLES } from './pine-order-strategies.ts';
import { crossing, highest, isAbove, lowest, SIZE } from './pine-signals.ts';

const reverse = (api: PineApi, isBuy: boolean): void => api.enter(isBuy ? 'L' : 'S', isBuy, SIZE);

const maCrossLong: PineStrategy = (bars, index, api) => {
  const crossed = crossing(bars, index, 5, 12);
  if (crossed > 0 && api.position() === 0n) api.enter('L', true, SIZE);
  if (crossed < 0 && api.position() > 0n) api.closeAll();
};

const bracket: PineStrategy = (bars, index, api) => {
  if (api.position() === 0n && crossing(bars, index, 5, 12) > 0) api.enter('L', true, SIZE);
  if (api.position() === 0n) return;
  const entry = api.averagePrice();
  api.exit('x', { stop: entry - 3_000n, limit: entry + 4_500n });
};

export const PINE_EXAMPLES: readonly PineExample[] = [
  {
    name: 'ma-cross-reversing',
    source: 'built-in "MovingAvg2Line Cross"; manual: strategy.entry reverses a position',
    strategy(bars, index, api) {
      const crossed = crossing(bars, index, 9, 18);
      if (crossed !== 0) reverse(api, crossed > 0);
    },
  },
  {
    name: 'ma-cross-long',
    source: 'manual, "Closing a market position": strategy.close_all at the opposite cross',
    strategy: maCrossLong,
  },
  {
    name: 'bracket',
    source: 'manual, "strategy.exit": stop and limit of one position, the other is cancelled',
    strategy: bracket,
  },
  {
    name: 'bracket-short',
    source: 'manual, "strategy.exit", for a short position',
    strategy(bars, index, api) {
      if (api.position() === 0n && crossing(bars, index, 5, 12) < 0) api.enter('S', false, SIZE);
      if (api.position() === 0n) return;
      const entry = api.averagePrice();
      api.exit('x', { stop: entry + 2_500n, limit: entry - 2_500n });
    },
  },
  {
    name: 'limit-entry',
    source: 'manual, "Limit orders": at its price or better, until strategy.cancel',
    strategy(bars, index, api) {
      if (api.position() > 0n) {
        if (index - api.entryBar() >= 6) api.closeAll();
        return;
      }
      const above = isAbove(bars, index, 5, 20);
      if (above === 1) api.enter('L', true, SIZE, { limit: (bars[index] as PineBar).low - 200n });
      else api.cancel('L');
    },
  },
  {
    name: 'channel-breakout',
    source: 'built-in "ChannelBreakOutStrategy": stop orders a tick beyond the highest and lowest',
    strategy(bars, index, api) {
      if (index < 19) return;
      api.enter('L', true, SIZE, { stop: highest(bars, index, 20) + 1n });
      api.enter('S', false, SIZE, { stop: lowest(bars, index, 20) - 1n });
    },
  },
  {
    name: 'stop-loss-gap',
    source: 'manual, "Stop orders": a gap beyond the stop fills at the open',
    strategy(_bars, index, api) {
      if (api.position() === 0n && index % 7 === 3) api.enter('L', true, SIZE);
      if (api.position() > 0n) api.exit('x', { stop: api.averagePrice() - 1_200n });
    },
  },
  {
    name: 'pyramiding',
    source: 'manual, "Pyramiding": three entries; close_all lists one trade for each',
    settings: { pyramiding: 3 },
    strategy(bars, index, api) {
      const above = isAbove(bars, index, 5, 12);
      const isHour = (bars[index] as PineBar).openMs % 3_600_000 === 0;
      if (above === 1 && isHour && api.entries() < 3) api.enter('L', true, SIZE);
      if (above === -1 && api.position() > 0n) api.closeAll();
    },
  },
  {
    name: 'partial-exits',
    source: 'manual, "Partial and multi-level exits": each half has its target and its stop',
    strategy(bars, index, api) {
      if (api.position() === 0n && crossing(bars, index, 5, 12) > 0) api.enter('L', true, SIZE);
      if (api.position() !== SIZE) return;
      const entry = api.averagePrice();
      const stop = entry - 4_000n;
      api.exit('near', { limit: entry + 2_000n, stop }, SIZE / 2n);
      api.exit('far', { limit: entry + 6_000n, stop }, SIZE / 2n);
    },
  },
  {
    name: 'bar-up-down',
    source: 'built-in "BarUpDn Strategy"',
    needsGaps: true,
    strategy(bars, index, api) {
      const [now, before] = [bars[index] as PineBar, bars[index - 1]];
      if (before === undefined) return;
      if (now.close > now.open && now.open > before.close) reverse(api, true);
      if (now.close < now.open && now.open < before.close) reverse(api, false);
    },
  },
  {
    name: 'consecutive-up-down',
    source: 'built-in "Consecutive Up/Down Strategy": three closes in one direction',
    strategy(bars, index, api) {
      if (index < 3) return;
      const runs = (isUp: boolean): boolean =>
        [0, 1, 2].every((back) => {
          const [now, before] = [bars[index - back] as PineBar, bars[index - back - 1] as PineBar];
          return isUp ? now.close > before.close : now.close < before.close;
        });
      if (runs(true)) reverse(api, true);
      if (runs(false)) reverse(api, false);
    },
  },
  {
    name: 'momentum-stops',
    source: 'built-in "MomentumStrategy": a stop a tick beyond the bar while momentum grows',
    strategy(bars, index, api) {
      if (index < 13) return;
      const close = (back: number): bigint => (bars[index - back] as PineBar).close;
      const [momentum, before] = [close(0) - close(12), close(1) - close(13)];
      const { high, low } = bars[index] as PineBar;
      if (momentum > 0n && momentum > before) api.enter('L', true, SIZE, { stop: high + 1n });
      else api.cancel('L');
      if (momentum < 0n && momentum < before) api.enter('S', false, SIZE, { stop: low - 1n });
      else api.cancel('S');
    },
  },
  {
    name: 'bracket-commission',
    source: 'manual, "Commission" and "Slippage": targets lose no ticks, stops and entries do',
    settings: { slippage: 2n },
    commission: 6n,
    script: 'bracket',
    strategy: bracket,
  },
  {
    name: 'ma-cross-on-close',
    source: 'manual, "process_orders_on_close": market orders fill at the close of their bar',
    settings: { isOnClose: true },
    script: 'ma-cross-long',
    strategy: maCrossLong,
  },
  {
    name: 'ma-cross-slippage',
    source: 'manual, "Slippage": ticks that market and stop orders lose',
    settings: { slippage: 7n },
    script: 'ma-cross-long',
    strategy: maCrossLong,
  },
  {
    name: 'ma-cross-immediately',
    source: 'manual, "strategy.close": immediately closes at the bar that asks for it',
    strategy(bars, index, api) {
      const crossed = crossing(bars, index, 5, 12);
      if (crossed > 0 && api.position() === 0n) api.enter('L', true, SIZE);
      if (crossed < 0 && api.position() > 0n) api.closeAll(true);
    },
  },
  ...ORDER_EXAMPLES,
  {
    name: 'pyramiding-limit',
    source: 'manual, "Pyramiding": entries beyond the setting are ignored, two requested at once',
    settings: { pyramiding: 3 },
    strategy(bars, index, api) {
      const above = isAbove(bars, index, 5, 12);
      const isHour = (bars[index] as PineBar).openMs % 3_600_000 === 0;
      if (above === 1 && isHour) {
        api.enter('L', true, SIZE);
        api.enter('M', true, SIZE);
      }
      if (above === -1 && api.position() > 0n) api.closeAll();
    },
  },
];

// Strategies for the rules of the Pine Script manual on orders: trailing stops, OCA groups, sizes,
// margin calls, historical bar detail, and exits in the bar of their entry.

import { minutesOf } from './pine-candles.ts';
import type { PineExample } from './pine-example.ts';
import type { PineBar, PineApi, PineLevels, PineStrategy } from './pine-order.ts';
import { crossing, SIZE } from './pine-signals.ts';

/** A million USDT, in ticks times lots. */
const CAPITAL = 10_000_000_000n;

const barAt = (bars: readonly PineBar[], index: number): PineBar => bars[index] as PineBar;
const hasJustEntered = (api: PineApi, index: number): boolean =>
  api.position() !== 0n && api.entryBar() === index;

/** The share of the equity, in percent, at the bar's close, rounded down to a lot. */
function sharePercent(api: PineApi, bar: PineBar, percent: bigint): bigint {
  return (api.equity() * percent) / (100n * bar.close);
}

/** In at one cross with a share of the equity, out at the other. */
function crossWithShare(isBuy: boolean, percent: bigint): PineStrategy {
  return (bars, index, api) => {
    const crossed = crossing(bars, index, 5, 12) * (isBuy ? 1 : -1);
    if (crossed > 0 && api.position() === 0n)
      api.enter('E', isBuy, sharePercent(api, barAt(bars, index), percent));
    if (crossed < 0 && api.position() !== 0n) api.closeAll();
  };
}

type Bracket = { readonly entry: PineLevels; readonly exit: PineLevels };

/** At each cross over an entry with a price and its exit, in place of those that wait. */
function withBracket(levelsOf: (bar: PineBar) => Bracket, isLong = true): PineStrategy {
  return (bars, index, api) => {
    const crossed = crossing(bars, index, 3, 7) * (isLong ? 1 : -1);
    if (api.position() !== 0n || crossed <= 0) return;
    const { entry, exit } = levelsOf(barAt(bars, index));
    api.enter('E', isLong, SIZE, entry);
    api.exit('x', exit, undefined, isLong);
  };
}

const stopBelowStop = withBracket(({ high }) => ({
  entry: { stop: high + 100n },
  exit: { stop: high },
}));

export const ORDER_EXAMPLES: readonly PineExample[] = [
  {
    name: 'trailing-points',
    source: 'manual, "Trailing stops": trail_points and trail_offset',
    strategy(bars, index, api) {
      const crossed = crossing(bars, index, 5, 12);
      if (api.position() === 0n && crossed > 0) api.enter('L', true, SIZE);
      if (hasJustEntered(api, index)) api.exit('t', { trail: { points: 1_500n, offset: 900n } });
      if (crossed < 0 && api.position() > 0n) api.closeAll();
    },
  },
  {
    name: 'trailing-price',
    source: 'manual, "Trailing stops": trail_price and trail_offset, for a short position',
    settings: { slippage: 3n },
    strategy(bars, index, api) {
      const crossed = crossing(bars, index, 5, 12);
      if (api.position() === 0n && crossed < 0) api.enter('S', false, SIZE);
      if (hasJustEntered(api, index)) {
        const { close } = barAt(bars, index);
        api.exit('t', { trail: { price: close - 700n, offset: 1_100n } });
      }
      if (crossed > 0 && api.position() < 0n) api.closeAll();
    },
  },
  {
    name: 'oca-cancel',
    source: 'manual, "strategy.oca.cancel": its OCA Cancel Demo',
    strategy(bars, index, api) {
      if (crossing(bars, index, 5, 9) === 0) return;
      const { high, low } = barAt(bars, index);
      const group = { name: 'Entry', type: 'cancel' } as const;
      if (api.position() === 0n) {
        api.order('Long', true, SIZE, { stop: high }, group);
        api.order('Short', false, SIZE, { stop: low }, group);
      } else api.closeAll();
    },
  },
  {
    name: 'oca-reduce',
    source: 'manual, "strategy.oca.reduce": its demo with reduction, with nearer levels',
    strategy(bars, index, api) {
      if (api.position() !== 0n || crossing(bars, index, 5, 9) <= 0) return;
      const { close } = barAt(bars, index);
      const group = { name: 'Bracket', type: 'reduce' } as const;
      api.enter('Long', true, 90n);
      api.order('Stop', false, 90n, { stop: close - 1_500n }, group);
      api.order('Limit 1', false, 45n, { limit: close + 1_000n }, group);
      api.order('Limit 2', false, 90n, { limit: close + 2_500n }, group);
    },
  },
  {
    name: 'percent-of-equity',
    source: 'manual, "Position sizing": strategy.percent_of_equity, at the close of its bar',
    settings: { capital: CAPITAL },
    strategy: crossWithShare(true, 60n),
  },
  {
    name: 'margin-call-long',
    source: 'manual, "Margin and leverage": margin_long = 25, four times the loss is covered',
    settings: { capital: CAPITAL, marginLong: 25n },
    leverage: 4,
    strategy: crossWithShare(true, 385n),
  },
  {
    name: 'margin-call-short',
    source: 'manual, "Margin and leverage": margin_short = 25',
    settings: { capital: CAPITAL, marginShort: 25n },
    leverage: 4,
    strategy: crossWithShare(false, 385n),
  },
  {
    name: 'bar-magnifier',
    source: 'manual, "Adjusting historical bar detail": stop and target meet the minutes of a bar',
    settings: { minutesOf },
    strategy(bars, index, api) {
      if (api.position() === 0n && crossing(bars, index, 5, 12) > 0) api.enter('L', true, SIZE);
      if (!hasJustEntered(api, index)) return;
      const entry = api.averagePrice();
      api.exit('x', { stop: entry - 700n, limit: entry + 700n });
    },
  },
  {
    name: 'entry-bar-exits',
    source: 'manual, "strategy.exit": called before its entry fills, it waits for it alone',
    strategy(bars, index, api) {
      if (api.position() !== 0n || crossing(bars, index, 5, 12) <= 0) return;
      const { close } = barAt(bars, index);
      api.enter('L', true, SIZE);
      api.exit('x', { stop: close - 600n, limit: close + 600n }, undefined, true);
    },
  },
  {
    name: 'limit-bracket',
    source: 'manual, "strategy.exit": an exit waits for its limit entry, and for no further bar',
    strategy: withBracket((bar) => ({
      entry: { limit: bar.low - 200n },
      exit: { stop: bar.low - 700n, limit: bar.low + 200n },
    })),
  },
  {
    name: 'stop-bracket',
    source: 'PyneCore, issue 76: a stop entry and its target of one bar close in it on TradingView',
    settings: { slippage: 2n },
    strategy: withBracket((bar) => ({
      entry: { stop: bar.high + 100n },
      exit: { stop: bar.high - 300n, limit: bar.high + 500n },
    })),
  },
  {
    name: 'short-bracket',
    source: 'manual, "strategy.exit": the same below the price, with a short position',
    strategy: withBracket(
      (bar) => ({
        entry: { stop: bar.low - 100n },
        exit: { stop: bar.low + 300n, limit: bar.low - 500n },
      }),
      false,
    ),
  },
  {
    name: 'stop-below-stop',
    source: 'TradingView, "Accurate backtesting with Bar Magnifier": without it the low came first',
    strategy: stopBelowStop,
  },
  {
    name: 'stop-below-stop-magnified',
    source: 'TradingView, "Accurate backtesting with Bar Magnifier": with it the exit is inside',
    settings: { minutesOf },
    script: 'stop-below-stop',
    strategy: stopBelowStop,
  },
  {
    name: 'limit-trailing',
    source: 'measured by PyneCore: a trailing stop begins where its limit entry fills',
    strategy: withBracket((bar) => ({
      entry: { limit: bar.low - 200n },
      exit: { trail: { points: 150n, offset: 100n } },
    })),
  },
  {
    name: 'opposite-stops',
    source: 'measured: of opposite stops that the open has passed the buy fills first',
    strategy(bars, index, api) {
      if (api.position() !== 0n) {
        if (index - api.entryBar() >= 2) api.closeAll();
        return;
      }
      if (index % 5 !== 0) return;
      const { close } = barAt(bars, index);
      const group = { name: 'Entry', type: 'cancel' } as const;
      api.order('Short', false, SIZE, { stop: close + 10n }, group);
      api.order('Long', true, SIZE, { stop: close - 10n }, group);
    },
  },
  {
    name: 'pyramiding-limits',
    source: 'manual, "Pyramiding": entries with a price, of one bar, fill beyond the limit',
    settings: { pyramiding: 2 },
    strategy(bars, index, api) {
      if (index % 24 === 12) api.closeAll();
      if (index % 24 !== 0 || api.position() !== 0n) return;
      const { close } = barAt(bars, index);
      for (const step of [1n, 2n, 3n])
        api.enter(`L${step}`, true, SIZE, { limit: close - 400n * step });
    },
  },
];

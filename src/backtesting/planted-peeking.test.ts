// The self-audit finds a host that looks one minute ahead, whichever command reads it: each kind of
// command is planted with an API that reads the next minute, over the real ones. The same
// scripts over the API as they are pass.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BacktestFailure, BacktestInput } from '#backtesting/backtest.ts';
import { feedBacktest } from '#engine/venue-feed/feed-backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput, VANILLA } from '#backtesting/feed.fixture.ts';
import { findLookAhead } from '#backtesting/find-look-ahead.ts';
import { makeFeed } from '#backtesting/make-feed.ts';
import { watchable, watchedSetup } from '#backtesting/watched-script.fixture.ts';
import { makeHostOnStage } from '#commands/binding/make-host.ts';
import { prepareCustomCommands } from '#commands/binding/prepare-custom-commands.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { SeriesApi } from '#engine/run-api/series-api.ts';

const BARS = Array.from({ length: 200 }, (_, row): Bar => {
  const price = 20_000 + ((row * 7_919) % 701);
  return [price, price + 40, price - 40, price + ((row * 31) % 37) - 18, 1_000 + ((row * 17) % 89)];
});

const LIBRARY = {
  name: 'Gap',
  source: `DefineCommand('Gap', 'Newest close of its own bars')
DefineOutput(NumberType, ClosePrices(15).Value)`,
};

/** Closes of the next minute, in an API over the context; `marketAt` counts the markets. */
type Next = (marketAt: number) => number;
type Plant = (context: CommandContext, next: Next) => Partial<CommandContext>;

function peeking(
  { series }: CommandContext,
  change: (next: Next) => Partial<SeriesApi>,
  next: Next,
): Partial<CommandContext> {
  return { series: { ...series, ...change(next) } };
}

function pricesWhere(
  isPlanted: (minutes: number, market: string | null) => boolean,
  at = 0,
): Plant {
  return (context, next) =>
    peeking(
      context,
      () => ({
        prices: (request) =>
          isPlanted(request.intervalMinutes, request.marketTag)
            ? context.series.listed([], () => [next(at)])
            : context.series.prices(request),
      }),
      next,
    );
}

/** In place of a market: the data series. */
const DATA = -1;

/** What is planted, and what a script reads of it: a number that its orders depend on. */
const PLANTS: Readonly<Record<string, readonly [string, Plant]>> = {
  prices: ['ClosePrices().Value', pricesWhere((minutes) => minutes === 0)],
  'prices of another interval': ['ClosePrices(5)[1].Value', pricesWhere((each) => each === 5)],
  'prices of another market': [
    "ClosePrices(0, false, 'm2').Value",
    pricesWhere((_, market) => market === 'm2', 1),
  ],
  'prices within a custom command': ['CC_Gap()', pricesWhere((minutes) => minutes === 15)],
  'a data series': [
    "DataSeries('mood')[1].Value",
    (context, next) =>
      peeking(context, () => ({ data: () => context.series.listed([], () => [next(DATA)]) }), next),
  ],
  indicators: [
    'SMA(ClosePrices(), 5).Value',
    (context, next) =>
      peeking(
        context,
        () => ({ indicator: () => [context.series.listed([], () => [next(0)])] }),
        next,
      ),
  ],
  'arithmetic of series': [
    '(ClosePrices() + OpenPrices()).Value',
    (context, next) =>
      peeking(context, () => ({ prices: () => context.series.listed([], () => [next(0)]) }), next),
  ],
  'the candle of now': [
    'CurrentPrice().close',
    (context, next) =>
      peeking(
        context,
        () => ({ now: (market) => ({ ...context.series.now(market), close: next(0) }) }),
        next,
      ),
  ],
  'reads of orders': [
    '(last and IsOrderFilled(last) and 1 or 2)',
    ({ orders }, next) => ({
      orders: {
        ...orders,
        find: (id) => {
          const order = orders.find(id);
          return order === null ? null : { ...order, state: next(0) > 20_300 ? 'filled' : 'open' };
        },
      },
    }),
  ],
  'reads of positions': [
    'PositionContainer().amount',
    ({ positions }, next) => {
      const find: typeof positions.findWithClosed = (id) => {
        const found = positions.findWithClosed(id);
        return found === null ? null : { ...found, amount: next(0) / 1_000 };
      };
      return { positions: { ...positions, find, findWithClosed: find } };
    },
  ],
  'the wallet, into which funding is paid': [
    "WalletAmount('', 'USDT')",
    ({ wallet }, next) => ({
      wallet: {
        ...wallet,
        balance: (currency) => {
          const now = wallet.balance(currency);
          return { ...now, available: now.available + next(0) * 0.0001 };
        },
      },
    }),
  ],
  'figures of profit': [
    'GetBotProfit()',
    ({ report }, next) => ({
      report: {
        ...report,
        figures: (market) => ({ ...report.figures(market), realizedProfit: next(0) }),
      },
    }),
  ],
  'steps of the market': [
    'PriceStep() * 0 + ParseTradePrice("", 19000.5)',
    ({ markets }, next) => ({
      markets: { ...markets, roundPrice: (_, price) => Math.round(price + next(0) / 100) },
    }),
  ],
  chance: [
    'Random(1, 100000)',
    ({ chance }, next) => ({
      chance: { ...chance, nextDouble: () => (next(0) % 97) / 97 },
    }),
  ],
  'what memory holds': [
    "(Load('x') or 0)",
    ({ memory }, next) => ({ memory: { ...memory, load: () => next(0) } }),
  ],
};

const INPUT: BacktestInput = (() => {
  const input = planInput(BARS, { market: VANILLA, warmUpRows: 60, wallet: [['USDT', '100000']] });
  const [first] = input.markets;
  assert.ok(first !== undefined);
  const close = first.candles.close.map((price) => price + 7);
  const second = {
    ...first,
    market: { ...VANILLA, marketTag: 'm2' },
    candles: { ...first.candles, close, high: close.map((each) => each + 60) },
  };
  // A point each minute, known from the middle of it on.
  const atMs = first.candles.close.map(
    (_, row) => first.candles.firstOpenMs + (row + 0.5) * 60_000,
  );
  const mood = { name: 'mood', atMs, values: first.candles.close.map((price) => price * 3) };
  return { ...input, markets: [first, second], libraries: [LIBRARY], dataSeries: [mood] };
})();

/** Every few updates an order, whose price depends on what was read. */
function scriptReading(value: string): string {
  return `n = (n or 0) + 1
if n == 2 then PlaceGoLongOrder(0, 0.1, { type = MarketOrderType }) end
local read = ${value}
if n % 6 == 4 then last = PlaceGoLongOrder(10000 + read % 1000, 0.01, { timeout = 60 }) end`;
}

function audited(value: string, plant: Plant | null): BacktestFailure | null {
  const custom = prepareCustomCommands([LIBRARY]);
  const script = watchable(scriptReading(value), [LIBRARY]);
  const setupOf = (input: BacktestInput) =>
    watchedSetup(script, input, [], (makeContext) =>
      makeHostOnStage((stage) => {
        const context = makeContext(stage);
        const next: Next = (at) => {
          const close =
            at === DATA ? input.dataSeries?.[0]?.values : input.markets[at]?.candles.close;
          return close?.[stage.row + 1] ?? close?.[stage.row] ?? 0;
        };
        return plant === null ? context : { ...context, ...plant(context, next) };
      }, custom),
    );
  const { feed, series } = makeFeed(setupOf(INPUT));
  const ended = feedBacktest(feed, () => true);
  assert.ok(ended.ok, ended.ok ? '' : ended.rejection.message);
  assert.ok(feed.run.decisions.length > 20, `${value}: ${feed.run.decisions.length} decisions`);
  const found = findLookAhead(setupOf, INPUT, feed.run);
  series.release();
  return found;
}

suite('a host that looks one minute ahead is found in', () => {
  for (const [what, [value, plant]] of Object.entries(PLANTS)) {
    test(what, () => {
      assert.equal(audited(value, null), null, 'the host as it is');
      assert.equal(audited(value, plant)?.kind, 'look_ahead');
    });
  }
});

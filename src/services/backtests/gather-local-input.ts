// Gathers what a backtest of a file needs: no account and no stored script, only a market of this
// installation and its minutes.

import { assert } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS, minuteStartMs } from '#lib/time.ts';
import { pointsUntil } from '#domain/data-series/data-points.ts';
import { INTERVALS_MINUTES } from '#domain/candle/interval.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { priceAt } from '#backtesting/price-at.ts';
import { saysPine } from '#domain/script/says-pine.ts';
import type { BacktestChoices } from '#services/backtests/backtest-choices.ts';
import { settingsOf } from '#services/backtests/backtest-choices.ts';
import type { ChartWindow, GatheredInput, MarketDeps } from '#services/backtests/gather-input.ts';
import { gatherMarkets, topUpsOf, withTopUps } from '#services/backtests/gather-input.ts';
import type { WarmUpWish } from '#services/backtests/warm-up-wish.ts';
import { askFor } from '#services/backtests/warm-up-wish.ts';
import type { Fetching } from '#services/history/fetch-missing.ts';
import type { MarketAtExchange } from '#services/history/history-coverage.ts';
import {
  candleSourceOf,
  findMarketAnywhere,
  historyCoverage,
} from '#services/history/history-coverage.ts';
import { describeLoadRejection } from '#services/history/load-history.ts';

export type LocalBacktest = Pick<ChartWindow, 'intervalMinutes'> & {
  /** Null bounds: all that is stored of the market, or the last 30 days where it is computed. */
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly script: BacktestInput['script'];
  readonly libraries: BacktestInput['libraries'];
  readonly dataSeries?: NonNullable<BacktestInput['dataSeries']>;
  readonly marketTag: string;
  readonly choices: BacktestChoices;
  readonly warmUp: WarmUpWish;
  /** Empty: play money. */
  readonly wallet: BacktestInput['wallet'];
};

export type LocalRefusal = {
  readonly about: 'window' | 'interval' | 'market';
  /** A sentence. */
  readonly detail: string;
};

type Bounds = Pick<ChartWindow, 'startMs' | 'endMs'>;

const COMPUTED_WINDOW_MS = 30 * DAY_MS;

/** No account: rules that it would decide are the simplest. */
const NO_ACCOUNT = { marginMode: null, positionMode: null } as const;

/** The window is cut to whole minutes. Throws Failure. */
export async function gatherLocalInput(
  deps: MarketDeps,
  wish: LocalBacktest,
  fetching: Fetching = {},
): Promise<Result<GatheredInput, LocalRefusal>> {
  const { marketTag, intervalMinutes, choices, wallet } = wish;
  if (!INTERVALS_MINUTES.includes(intervalMinutes)) {
    return refused('interval', `An interval is one of ${INTERVALS_MINUTES.join(', ')} minutes.`);
  }
  const trade = await findMarketAnywhere(deps, marketTag);
  if (trade === null) return refused('market', `There is no market "${marketTag}".`);
  const bounds = await boundsOf(deps, trade, wish);
  if (!bounds.ok) return bounds;
  const window = { intervalMinutes, ...bounds.value };
  const markets = await gatherMarkets(
    deps,
    trade,
    { choices, source: wish.script.source, window, warmUp: wish.warmUp },
    fetching,
  );
  if (!markets.ok) {
    const { reason, isAboutInterval = false } = markets.rejection;
    return refused(isAboutInterval ? 'interval' : 'window', reason.message);
  }
  const [first] = markets.value;
  assert(first !== undefined, 'the trade market comes first');
  const price = priceAt(first, window.startMs);
  const settings = settingsOf(choices, NO_ACCOUNT, first.market, price);
  const isDeclared = wallet.length === 0 && saysPine(wish.script.source);
  const topUps = isDeclared ? [] : topUpsOf(first, window, wallet, settings);
  const input: BacktestInput = {
    script: wish.script,
    libraries: wish.libraries,
    markets: markets.value,
    ...window,
    accountId: 'local',
    wallet: withTopUps(wallet, topUps),
    ...(isDeclared ? { hasUsualWallet: true as const } : {}),
    fees: null,
    inputs: Object.fromEntries(choices.inputs),
    ...dataSeriesOf(wish, window.endMs),
    settings,
    ...askFor(wish.warmUp, first, window),
  };
  return accepted({ input, topUps });
}

/** As far as they are known when the window ends. */
function dataSeriesOf({ dataSeries = [] }: LocalBacktest, endMs: number) {
  if (dataSeries.length === 0) return {};
  return { dataSeries: dataSeries.map((each) => pointsUntil(each, endMs)) };
}

async function boundsOf(
  deps: MarketDeps,
  { market, exchange }: MarketAtExchange,
  { startMs, endMs }: LocalBacktest,
): Promise<Result<Bounds, LocalRefusal>> {
  if (startMs !== null && endMs !== null) return checkBounds({ startMs, endMs });
  const covered = await historyCoverage(deps, market);
  if (covered === null || covered === 'steps_changed') {
    const code = covered ?? 'no_history';
    return refused('market', `${describeLoadRejection({ code }, market.marketTag)}.`);
  }
  const untilMs = endMs ?? covered.toMs;
  const isComputed = candleSourceOf(deps, exchange.code) !== null;
  const earliestMs = isComputed ? untilMs - COMPUTED_WINDOW_MS : covered.fromMs;
  return checkBounds({
    startMs: startMs ?? Math.max(earliestMs, covered.fromMs),
    endMs: untilMs,
  });
}

function checkBounds(bounds: Bounds): Result<Bounds, LocalRefusal> {
  if (bounds.endMs <= bounds.startMs) return refused('window', 'The window ends before it begins.');
  const [startMs, endMs] = [minuteStartMs(bounds.startMs), minuteStartMs(bounds.endMs)];
  if (endMs === startMs) return refused('window', 'The window has no whole minute.');
  return accepted({ startMs, endMs });
}

function refused(about: LocalRefusal['about'], detail: string): Result<never, LocalRefusal> {
  return rejected({ about, detail });
}

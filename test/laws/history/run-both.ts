// One script as a bot that starts at an instant, and as a backtest that starts trading at that
// instant: what both see and ask for from then on.

import { inProcessThreads } from '#adapters/memory/in-process-threads.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { assert, present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { makeFeed } from '#backtesting/make-feed.ts';
import { reportOrder } from '#backtesting/report-rows.ts';
import { seedOf } from '#backtesting/seed-of.ts';
import type { RunBrain } from '#engine/run/run-brain.ts';
import type { Run } from '#engine/run/run.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import type { HeldSeriesApi } from '#engine/series/make-series-api.ts';
import type { ColumnSeries } from '#engine/series/series.ts';
import { feedBacktest } from '#engine/venue-feed/feed-backtest.ts';
import type { LoadedBrain } from '#ports/stores/bot-store.ts';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import { buildBrain } from '#services/live/run/build-brain.ts';
import { gatheredRun } from '#services/live/run/live-parity.fixture.ts';
import { runHost } from '#services/live/run/run-host.ts';
import type { HistoryWorld } from './history-worlds.ts';
import { CONTRACT, ETHER } from './history-worlds.ts';

export type ScriptToRun = {
  readonly source: string;
  readonly libraries?: Extract<LoadedBrain, { kind: 'script' }>['libraries'];
  readonly intervalMinutes: number;
  readonly isFutures?: boolean;
};

/** What a run saw: comparable texts. */
export type SeenByRun = {
  /** Of each minute up to the first order. */
  readonly lines: readonly string[];
  /** Of the minute in which anything was requested first. */
  readonly orders: readonly string[];
  /** Of each series in the order in which they were requested. */
  readonly series: readonly string[];
  /** Values of other timeframes in Pine, by call. */
  readonly securities: Readonly<Record<string, unknown>>;
};

export type BothRuns = { readonly bot: SeenByRun; readonly backtest: SeenByRun };

/** Changes the input of the backtest, so that a judge has something to find. */
export type Plant = (input: BacktestInput) => BacktestInput;

/** Both from the minute on in which the bot starts, over so many minutes. */
export async function runBoth(
  world: HistoryWorld,
  script: ScriptToRun,
  minutes: number,
  plant: Plant = (input) => input,
): Promise<BothRuns> {
  const { harness } = world;
  const { brain, bot } = await startBot(world, script);
  const host = runHost({ digest: systemDigest, monotonicMs: () => 0, processorMs: () => 0 });
  const runner = harness.runner(
    world.changes,
    {},
    inProcessThreads(1, () => host.handle),
  );
  const step = async (durationMs: number): Promise<void> => {
    harness.passMs(durationMs);
    await world.sync();
    await runner.renew();
    await runner.tick();
  };
  await step(0);
  for (let tries = 0; (await harness.runs.findRun(bot.botId, 1)) === null; tries += 1) {
    assert(tries < TRIES_MAX, 'the bot begins');
    await step(RETRY_MS);
  }
  for (let minute = 0; minute < minutes; minute += 1)
    await step(MINUTE_MS - (harness.sim.nowMs() % MINUTE_MS) + AFTER_CLOSE_MS);
  const { stopReason } = await harness.find(bot);
  const live = [...host.runs.values()][0];
  if (live === undefined) throw new Error(`The bot does not run: ${stopReason}`);
  const { engine, progress } = live;
  const botSeen = seenBy(engine, await harness.linesOf(bot));
  await runner.close();
  const rowsCount = progress.doneRow - engine.setup.firstRow;
  const { input } = await gatheredRun(harness, bot, rowsCount, world.changes);
  return { bot: botSeen, backtest: runInput(plant(input), brain) };
}

const RETRY_MS = 2_500;
const AFTER_CLOSE_MS = 500;
const TRIES_MAX = 60;

async function startBot({ harness }: HistoryWorld, script: ScriptToRun) {
  const { source, libraries = [], intervalMinutes, isFutures = false } = script;
  const { accountId } = isFutures ? harness.futures : harness.spot;
  const brain = { kind: 'script', source, libraries } as const;
  const bot = await harness.start(brain, {
    accountId,
    settings: { ...UNCHOSEN_SETTINGS, intervalMinutes, inputs: { Other: ETHER } },
    ...(isFutures ? { marketTag: CONTRACT } : {}),
  });
  return { brain, bot };
}

/** By the same means as the bot, and not later than with its window. */
function runInput(input: BacktestInput, brain: LoadedBrain): SeenByRun {
  const trade = present(input.markets[0], 'a backtest has a market').market;
  const built = buildBrain(brain, trade);
  const makeBrain = present(built.ok ? built.value : null, 'the bot runs it too');
  const seed = input.settings.seed ?? seedOf(input);
  const parts = { notesDecisions: false, keepsLog: true, makeBrain, beginRow: 0 };
  const { feed, series } = makeFeed({ input, seed, ...parts });
  const fed = feedBacktest(feed, () => true);
  const failure = fed.ok ? [] : [{ atMs: 0, message: fed.rejection.message }];
  const { run, brain: ran } = feed;
  const seen = seenBy({ run, series, brain: ran }, [...run.log.lines, ...failure]);
  series.release();
  return seen;
}

type Line = { readonly atMs: number; readonly message: string };

type RunParts = {
  readonly run: Run;
  readonly series: HeldSeriesApi;
  readonly brain: RunBrain;
};

/** What only a backtest has to say. */
const OF_BACKTESTS = 'A backtest updates the script once a minute.';

/** What fills of orders change is no matter of history: nothing after the first order is read. */
function seenBy({ run, series, brain }: RunParts, lines: readonly Line[]): SeenByRun {
  const firstMs = run.orders.all[0]?.openedAtMs ?? Infinity;
  return {
    lines: lines
      .filter(({ atMs, message }) => atMs < firstMs && message !== OF_BACKTESTS)
      .map(({ message }) => message),
    orders: run.orders.all.filter(({ openedAtMs }) => openedAtMs === firstMs).map(orderText),
    series: firstMs < Infinity ? [] : series.history.series.map((each) => seriesText(run, each)),
    securities: securitiesOf(brain),
  };
}

function orderText(order: TrackedOrder): string {
  const { side, type, price, amount, openedAtMs } = reportOrder(order);
  return [side, type, formatDecimal(price), formatDecimal(amount), openedAtMs].join(' ');
}

const ELEMENTS_SHOWN = 12;

/** Its value at the close of each minute, and its newest elements at the last one. */
function seriesText(run: Run, series: ColumnSeries): string {
  const { firstRow } = run.setup;
  const values = series.column.values.slice(firstRow, run.stage.row + 1);
  const count = Math.min(series.count(), ELEMENTS_SHOWN);
  const elements = Array.from({ length: count }, (_, at) => series.at(at + 1));
  return `${values.join(' ')} | ${elements.join(' ')}`;
}

/** Values of calls of `request.security`, by call. */
function securitiesOf(brain: RunBrain): Readonly<Record<string, unknown>> {
  const { securities = {} } = brain.state.save() as {
    readonly securities?: Readonly<Record<string, { readonly value: unknown }>>;
  };
  return Object.fromEntries(Object.entries(securities).map(([call, { value }]) => [call, value]));
}

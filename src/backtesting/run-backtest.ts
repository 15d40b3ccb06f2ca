// A whole backtest: the script over the window, the venue filling orders, the report. Pure: the
// same input gives the same report to the byte, in any thread of any process.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type {
  BacktestFailure,
  BacktestInput,
  BacktestReport,
  RunBacktest,
} from '#backtesting/backtest.ts';
import type { ValueRecorder } from '#backtesting/port-values/value-recorder.ts';
import { valueRecorder } from '#backtesting/port-values/value-recorder.ts';
import { withValues } from '#backtesting/port-values/with-values.ts';
import type { FiguredResult } from '#backtesting/build-report.ts';
import { NO_EXECUTION_SETTINGS } from '#backtesting/execution-settings.ts';
import { buildReport, buildResult } from '#backtesting/build-report.ts';
import { seedOf } from '#backtesting/seed-of.ts';
import type { Feed } from '#engine/venue-feed/feed-backtest.ts';
import { feedBacktest, shortHistory } from '#engine/venue-feed/feed-backtest.ts';
import { findLookAhead } from '#backtesting/find-look-ahead.ts';
import type { FeedSetup } from '#backtesting/make-feed.ts';
import { intervalProblem } from '#backtesting/interval-problem.ts';
import { makeFeed, updateCountOf } from '#backtesting/make-feed.ts';
import { runManaged } from '#backtesting/managed-run/run-managed.ts';
import type { WishList } from '#backtesting/managed-run/wish-list.ts';
import type { RunBegin } from '#backtesting/run-begin.ts';
import { beginRowOf, firstBegin, laterBegin, waitsForSeries } from '#backtesting/run-begin.ts';
import { makeHostOnStage } from '#commands/binding/make-host.ts';
import { prepareCustomCommands } from '#commands/binding/prepare-custom-commands.ts';
import { withDeclaredExecution } from '#backtesting/declared-execution.ts';
import { preparePine } from '#backtesting/prepare-pine.ts';
import { prepareScript } from '#backtesting/prepare-script.ts';
import type { MakeBrain, MakeContext } from '#engine/run/run-brain.ts';
import { scriptBrain } from '#commands/binding/script-brain.ts';
import { pineBrain } from '#pine/brain/pine-brain.ts';
import { saysPine } from '#domain/script/says-pine.ts';
import { makeStrategy } from '#strategies/make-strategy.ts';
import { readConfig } from '#strategies/read-config.ts';
import { strategyBrain } from '#strategies/shared/strategy-brain.ts';

/** See RunBacktest in backtest.ts. */
export const runBacktest: RunBacktest = (input, onProgress) => {
  const recorder = input.traced === undefined ? undefined : valueRecorder(input.traced, input);
  const conclude: Conclude<BacktestReport> = (feed, seed, used) =>
    withValues(buildReport(used, feed, seed), recorder);
  return run(input, onProgress, conclude, true, recorder);
};

type RanForLab = {
  readonly result: FiguredResult;
  /** Keys of the inputs that the run requested, in that order: the result depends on no other. */
  readonly inputsRead: readonly string[];
};

/** The same run, of which only the figures are wanted. */
export function runForLab(
  input: BacktestInput,
  onProgress: (share: number) => boolean,
): Result<RanForLab, BacktestFailure> {
  const conclude: Conclude<RanForLab> = (feed, seed, used) => ({
    result: buildResult(used, feed, seed),
    inputsRead: [...feed.run.inputs.keys()],
  });
  return run(input, onProgress, conclude, false);
}

/**
 * The figures of a run whose script does nothing but wish (see run-managed.ts); null where only the
 * run itself tells them. `wishes` is filled anew.
 */
export function runWished(
  input: BacktestInput,
  wishes: WishList,
  onProgress: (share: number) => boolean,
): Result<RanForLab, BacktestFailure> | null {
  if (input.strategy !== undefined || input.settings.isAudited) return null;
  if (saysPine(input.script.source) || inputProblem(input) !== null) return null;
  const brain = brainOfScript(input);
  if (!brain.ok) return null;
  const seed = input.settings.seed ?? seedOf(input);
  const ran = runManaged(setupOf(input, seed, brain.value, false), wishes, onProgress);
  if (ran.kind === 'done') return accepted({ result: ran.result, inputsRead: ran.inputsRead });
  if (ran.kind === 'short') return rejected(shortHistory(ran.missingMinutes));
  return ran.kind === 'cancelled' ? rejected(CANCELLED) : null;
}

const CANCELLED: BacktestFailure = {
  kind: 'cancelled',
  message: 'the backtest was cancelled',
  line: null,
};

/** Reads the run's end; `seed` is the one that was used, and `used` what a script declared too. */
type Conclude<T> = (feed: Feed, seed: number, used: BacktestInput) => T;

function run<T>(
  input: BacktestInput,
  onProgress: (share: number) => boolean,
  conclude: Conclude<T>,
  keepsLog = true,
  recorder?: ValueRecorder,
): Result<T, BacktestFailure> {
  if (input.strategy === undefined && saysPine(input.script.source)) {
    const pine = preparePine(input.script, input.libraries);
    if (!pine.ok) return pine;
    const declared = withDeclaredExecution(
      input,
      pine.value.compiled.declaration,
      pine.value.compiled.version,
    );
    const { rules, pyramiding } = declared.settings;
    const emulates = rules === 'tradingview';
    const brain = pineBrain(pine.value, { emulates, sharesColumns: true, pyramiding });
    return runBrain(declared, brain, onProgress, conclude, keepsLog);
  }
  const brain =
    input.strategy === undefined ? brainOfScript(input, recorder) : brainOfStrategy(input);
  if (!brain.ok) return brain;
  return runBrain(input, brain.value, onProgress, conclude, keepsLog, recorder);
}

function brainOfScript(
  input: BacktestInput,
  recorder?: ValueRecorder,
): Result<MakeBrain, BacktestFailure> {
  const traced = recorder === undefined ? undefined : input.traced;
  const { name, source } = input.script;
  const runnable = { name, source: traced?.lua ?? source };
  const script = prepareScript(runnable, input.libraries, traced !== undefined);
  if (!script.ok) return script;
  const custom = prepareCustomCommands(input.libraries);
  const record = recorder?.record ?? null;
  const makeHost = (makeContext: MakeContext) => makeHostOnStage(makeContext, custom, record);
  return accepted(scriptBrain(script.value, makeHost));
}

function brainOfStrategy({ strategy, markets }: BacktestInput): Result<MakeBrain, BacktestFailure> {
  const [trade] = markets;
  if (strategy === undefined || trade === undefined) return invalid('a backtest needs a market');
  const read = readConfig(strategy.type, strategy.config, trade.market);
  if (read.ok) return accepted(strategyBrain(makeStrategy(read.value, trade.market)));
  return invalid(read.rejection.map(({ message }) => message).join('; '));
}

function invalid(message: string): Result<never, BacktestFailure> {
  return rejected({ kind: 'invalid_input', message, line: null });
}

/**
 * A backtest of whatever decides; what the input says of a script only names it and its seed.
 * `keepsLog`: whether the conclusion reads the log.
 */
export function runBrain<T>(
  input: BacktestInput,
  makeBrain: MakeBrain,
  onProgress: (share: number) => boolean,
  conclude: Conclude<T>,
  keepsLog = true,
  recorder?: ValueRecorder,
): Result<T, BacktestFailure> {
  const problem = inputProblem(input);
  if (problem !== null) return invalid(problem);
  const seed = input.settings.seed ?? seedOf(input);
  const setup = setupOf(input, seed, makeBrain, keepsLog);
  return runFrom(
    { ...setup, ...(recorder === undefined ? {} : { recorder }) },
    firstBegin(input),
    onProgress,
    conclude,
  );
}

function setupOf(
  input: BacktestInput,
  seed: number,
  makeBrain: MakeBrain,
  keepsLog: boolean,
): FeedSetup {
  const notesDecisions = input.settings.isAudited;
  return { input, seed, notesDecisions, keepsLog, makeBrain, beginRow: 0 };
}

function runFrom<T>(
  setup: FeedSetup,
  begin: RunBegin,
  onProgress: (share: number) => boolean,
  conclude: Conclude<T>,
): Result<T, BacktestFailure> {
  const { input, seed } = setup;
  const waits = waitsForSeries(begin);
  const beginRow = beginRowOf(begin);
  const { feed, series } = makeFeed({ ...setup, beginRow });
  setup.recorder?.begin(feed.run);
  try {
    const fed = feedBacktest(feed, onProgress, waits);
    setup.recorder?.end();
    if (fed.ok) {
      const setupFor = (each: BacktestInput): FeedSetup => ({ ...setup, input: each, beginRow });
      const found = input.settings.isAudited ? findLookAhead(setupFor, input, feed.run) : null;
      return found === null ? accepted(conclude(feed, seed, input)) : rejected(found);
    }
    if (fed.rejection.kind !== 'short_history' || input.asksForHistory === true) return fed;
  } finally {
    series.release();
  }
  const later = laterBegin(setup, begin, series.lackingRow());
  return runFrom(setup, later, onProgress, conclude);
}

function inputProblem(input: BacktestInput): string | null {
  if (input.markets.length === 0) return 'a backtest needs a market';
  if (!(input.endMs > input.startMs)) return 'the window ends before it begins';
  const coarse = intervalProblem(input);
  if (coarse !== null) return coarse;
  if (updateCountOf({ input, beginRow: 0 }) <= 0)
    return 'the window has no candle that closes in it';
  if (input.wallet.some(({ amount }) => amount < 0n)) return 'a wallet is not below zero';
  if (input.settings.leverage <= 0n) return 'a leverage is above zero';
  return marginProblem(input.settings);
}

function marginProblem({
  rules,
  participationPercent,
  execution = NO_EXECUTION_SETTINGS,
}: BacktestInput['settings']): string | null {
  const { marginLongPercent, marginShortPercent } = execution;
  if ((marginLongPercent ?? marginShortPercent ?? null) === null) return null;
  if (rules !== 'tradingview')
    return `margin percentages need the rules "tradingview", found "${rules}"`;
  return participationPercent === null
    ? null
    : 'margin percentages and a share of the volume cannot be chosen together';
}

// Law 11: a bot reads what its backtest reads. Participants are the commands that read prices or
// series, the calls of Pine that read other timeframes, and each script that is published.

import type { CommandDefinition } from '#commands/definition/command.ts';
import type { BacktestInput, BacktestMarket } from '#backtesting/backtest.ts';
import { sliceColumns } from '#domain/candle/candle-columns.ts';
import type { Law, MatrixSize, PlantedViolation, TriedCell, Verdict } from '../law.ts';
import { broken, HELD } from '../law.ts';
import { commandsOfLaw, PINE_READS, publishedScripts, readingScript } from './history-scripts.ts';
import { ETHER, WORLDS } from './history-worlds.ts';
import { firstDifference } from './judge-history.ts';
import type { BothRuns, Plant, ScriptToRun } from './run-both.ts';
import { runBoth } from './run-both.ts';

/** Over midnight, with which a bar of each interval ends. */
const MINUTES = 4;
/** Intervals that a chart of a minute reads, in minutes. */
const READ = [5, 60, 240, 1_440] as const;
const CHARTS = [1, 60] as const;
/** In one script: a run costs as much with all of them. */
const TOGETHER = 12;

const TIMEFRAMES: Readonly<Record<number, string>> = { 5: '5', 60: '60', 240: '240', 1440: 'D' };

type Cell = { readonly world: string; readonly minutes: number };

/** Days are only read where there are so many. */
function cellsOf(readings: readonly number[]): readonly Cell[] {
  const names = Object.keys(WORLDS);
  const [whole = ''] = names;
  return readings.flatMap((minutes) =>
    (minutes < 1_440 ? names : [whole]).map((world) => ({ world, minutes })),
  );
}

type Choose = (cells: readonly Cell[]) => readonly Cell[];

/** One cell at least, and a share of all. */
function chooser({ share, seed }: MatrixSize): Choose {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return (cells) => {
    if (share >= 1) return cells;
    const sure = Math.floor(next() * cells.length);
    return cells.filter((_, at) => at === sure || next() < share / 2);
  };
}

function verdictOf(difference: string | null): Verdict {
  return difference === null ? HELD : broken(difference);
}

async function verdictOn(world: string, script: ScriptToRun, plant?: Plant): Promise<Verdict> {
  const both = await bothIn(world, script, plant);
  return verdictOf(typeof both === 'string' ? both : firstDifference(both));
}

/** A text: why it could not be tried. */
async function bothIn(
  world: string,
  script: ScriptToRun,
  plant?: Plant,
): Promise<BothRuns | string> {
  const make = WORLDS[world];
  if (make === undefined) throw new Error(`no world "${world}"`);
  try {
    return await runBoth(await make(), script, MINUTES, plant);
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

function nameOf({ world, minutes }: Cell, what: string): string {
  return `${what} of ${minutes} minutes, ${world}`;
}

/** A bot that ends where its backtest goes on reads something else. */
function commandVerdict(both: BothRuns | string, name: string): Verdict {
  return typeof both === 'string' ? broken(both) : verdictOf(firstDifference(both, `${name} `));
}

/** Commands together; each is judged by its own lines, and by all series. */
async function* tryCommands(
  commands: readonly CommandDefinition[],
  cell: Cell,
): AsyncIterable<TriedCell> {
  const { world, minutes } = cell;
  const source = readingScript(commands, minutes);
  const both = await bothIn(world, { source, intervalMinutes: 1 });
  for (const { name } of commands) {
    yield { participant: name, cell: nameOf(cell, 'candles'), verdict: commandVerdict(both, name) };
  }
}

async function* tryCells(size: MatrixSize): AsyncIterable<TriedCell> {
  const choose = chooser(size);
  const commands = commandsOfLaw();
  for (let from = 0; from < commands.length; from += TOGETHER)
    for (const cell of choose(cellsOf(READ)))
      yield* tryCommands(commands.slice(from, from + TOGETHER), cell);
  for (const [participant, write] of Object.entries(PINE_READS))
    for (const cell of choose(cellsOf(READ))) {
      const script = { source: write(TIMEFRAMES[cell.minutes] ?? ''), intervalMinutes: 1 };
      const verdict = await verdictOn(cell.world, script);
      yield { participant, cell: nameOf(cell, 'a timeframe'), verdict };
    }
  const scripts = publishedScripts();
  const libraries = scripts.filter(({ name }) => name.endsWith('-command.lua'));
  for (const { name, source } of scripts)
    for (const cell of choose(cellsOf(CHARTS))) {
      const isFutures = /GoLong|GoShort|SetLeverage|LeverageTrading|strategy\.short/.test(source);
      const others = libraries.filter((each) => each.source !== source);
      const script = { source, libraries: others, intervalMinutes: cell.minutes, isFutures };
      const verdict = await verdictOn(cell.world, script);
      yield { participant: name, cell: nameOf(cell, 'a chart'), verdict };
    }
}

type Violation = {
  readonly name: string;
  readonly participant: string;
  readonly minutes: number;
  readonly source: string;
  readonly plant: Plant;
};

/** The same with minutes of history less. */
function withoutFirst(input: BacktestInput, rows: number, marketTag?: string): BacktestInput {
  const cut = (each: BacktestMarket): BacktestMarket => {
    const { candles } = each;
    if (marketTag !== undefined && each.market.marketTag !== marketTag) return each;
    return { ...each, candles: sliceColumns(candles, rows, candles.rowCount) };
  };
  return { ...input, markets: input.markets.map(cut) };
}

/** As it was before histories grew: 500 bars of the chart. */
function usualAlone(input: BacktestInput): BacktestInput {
  const candles = input.markets[0]?.candles;
  if (candles === undefined) return input;
  const fromMs = input.startMs - 500 * 60_000;
  return withoutFirst(input, Math.max(0, (fromMs - candles.firstOpenMs) / 60_000));
}

const HOURLY = 'Log(EMA(ClosePrices(60), 200))';
const PINE_SECURITY = 'Pine request.security';
const OTHER = "Log(SMA(ClosePrices(60, false, InputMarket('Other', PriceMarket())), 100))";

const VIOLATIONS: readonly Violation[] = [
  {
    name: 'a backtest that has the 500 bars of its chart alone',
    participant: 'EMA',
    minutes: 60,
    source: HOURLY,
    plant: usualAlone,
  },
  {
    name: 'a backtest whose history begins an hour later',
    participant: 'EMA',
    minutes: 60,
    source: HOURLY,
    plant: (input) => withoutFirst(input, 60),
  },
  {
    name: 'a Pine script whose other timeframe has the 500 minutes alone',
    participant: PINE_SECURITY,
    minutes: 60,
    source: PINE_READS[PINE_SECURITY]?.('60') ?? '',
    plant: usualAlone,
  },
  {
    name: 'another market that lacks its first days',
    participant: 'SMA',
    minutes: 60,
    source: OTHER,
    plant: (input) => withoutFirst(input, 5_760, ETHER),
  },
];

const [WHOLE = ''] = Object.keys(WORLDS);

function planted(violation: Violation): PlantedViolation {
  const { name, participant, minutes, source, plant } = violation;
  return {
    name,
    async find() {
      const script = { source, intervalMinutes: 1 };
      if ((await verdictOn(WHOLE, script)).kind === 'broken') return null;
      const verdict = await verdictOn(WHOLE, script, plant);
      const cell = nameOf({ world: WHOLE, minutes }, 'candles');
      return verdict.kind === 'broken' ? { participant, cell, verdict } : null;
    },
  };
}

export const HISTORY_LAW: Law = {
  number: 11,
  title: 'a bot reads what its backtest reads',
  participants: async () => [
    ...commandsOfLaw().map(({ name }) => name),
    ...Object.keys(PINE_READS),
    ...publishedScripts().map(({ name }) => name),
  ],
  tryCells,
  planted: VIOLATIONS.map(planted),
};

// Runs of the law of exits in a backtest: something is held, a part of it is sold, the price moves,
// and then a way out is taken. What its venue holds in the end stands beside what the run shows.

import { formatDecimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { assert } from '#lib/assert.ts';
import { canonicalJson } from '#lib/json.ts';
import type { Market } from '#venue-port/market/market.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { RuleSetName } from '#domain/matching/matching-rules.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import { buildReport } from '#backtesting/build-report.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput } from '#backtesting/feed.fixture.ts';
import { runBrain } from '#backtesting/run-backtest.ts';
import { watchable } from '#backtesting/watched-script.fixture.ts';
import { makeHostOnStage } from '#commands/binding/make-host.ts';
import { prepareCustomCommands } from '#commands/binding/prepare-custom-commands.ts';
import { scriptBrain } from '#commands/binding/script-brain.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { MakeBrain } from '#engine/run/run-brain.ts';
import { makeStrategy } from '#strategies/make-strategy.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import { readConfig } from '#strategies/read-config.ts';
import { strategyBrain } from '#strategies/shared/strategy-brain.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { PartClosed } from '#domain/strategy/signal-action.ts';

export const KINDS = ['spot', 'linear', 'inverse'] as const;
export type Kind = (typeof KINDS)[number];

/** What is to be left, in lots: an order is worth 100 USDT at least, or 20 lots in the end. */
export const SIZES = {
  'much above the minimum': 2_000,
  'one step above': 21,
  'just below': 19,
  'one lot': 1,
} as const;
export type Size = keyof typeof SIZES;

const MINIMUM = { minOrderValue: '100', priceStep: '1' };

/** A lot is worth 5 USDT at the last price, and 10 at the first one, but on inverse 5 at both. */
export const MARKETS: { readonly [kind in Kind]: Market } = {
  spot: spotMarket({ ...MINIMUM, amountStep: '0.0001' }),
  linear: futuresMarket('vanilla', '1', { ...MINIMUM, amountStep: '0.0001' }),
  inverse: futuresMarket('inverse', '5', { ...MINIMUM, amountStep: '1' }),
};
const FIRST = 100_000;
const LAST = { down: 50_000, up: 200_000 };
/** Lots that are sold before: an order of their own. */
const SOLD_BEFORE = 30;

/** What came of it. Amounts are in lots; below zero where it is short. */
export type Outcome = {
  /** Whether an order that enters was filled, wholly or in part. */
  readonly hasHeld: boolean;
  readonly heldAtVenue: number;
  readonly shown: readonly { readonly lots: number; readonly leftReason: string | undefined }[];
  readonly rejectedOrders: number;
  readonly errors: readonly string[];
};

export type Leaving = {
  readonly kind: Kind;
  readonly size: Size;
  readonly rules: RuleSetName;
  /** Where the price goes before the way out. */
  readonly move: 'down' | 'up';
  /** Left out: what is held is long. */
  readonly isShort?: boolean;
};

/** Changes what a script can do, for violations. */
export type Alter = (context: CommandContext) => CommandContext;
const UNALTERED: Alter = (context) => context;

/** Where the price is for a minute before it moves. */
type Rise = {
  readonly price: number;
  /** So many lots of an order fill there at most; left out: any. */
  readonly lotsTaken?: number;
};

const AMPLE_VOLUME = 10 ** 9;
/** A tenth of what is traded is taken at most. */
const SHARE_TAKEN = 10;

function bars(move: Leaving['move'], rise: Rise | undefined): Bar[] {
  const at = (price: number, count: number, volume = AMPLE_VOLUME): Bar[] =>
    Array.from({ length: count }, (): Bar => [price, price + 50, price - 50, price, volume]);
  const taken = (rise?.lotsTaken ?? AMPLE_VOLUME) * SHARE_TAKEN;
  const risen = rise === undefined ? at(FIRST, 1) : at(rise.price, 1, taken);
  return [...at(FIRST, 4), ...risen, ...at(FIRST, 2), ...at(LAST[move], 12)];
}

function amountOf(kind: Kind, lots: number): string {
  return kind === 'inverse' ? String(lots) : (lots / 10_000).toFixed(4);
}

const LONG = { enter: 'GoLong', leave: 'ExitLong', held: 'PositionLong' };
const SHORT = { enter: 'GoShort', leave: 'ExitShort', held: 'PositionShort' };

/**
 * `way` is run in the updates after the move; `before` in the one after the part was left. Of a
 * short, what came of it is turned round.
 */
export function leaveByScript(
  { kind, size, rules, move, isShort = false }: Leaving,
  way: string,
  before = '',
  alter = UNALTERED,
): Outcome {
  const lots = SIZES[size];
  const contract = isShort ? SHORT : LONG;
  const { enter, leave, held } =
    kind === 'spot' ? { ...LONG, enter: 'Buy', leave: 'Sell' } : contract;
  const source = `
    local n = Load('n', 0) + 1
    Save('n', n)
    local price = CurrentPrice().close
    if n == 1 then
      Place${enter}Order(price, ${amountOf(kind, lots + SOLD_BEFORE)}, {type = MarketOrderType})
    end
    if n == 3 then
      Place${leave}Order(price, ${amountOf(kind, SOLD_BEFORE)}, {type = MarketOrderType})
    end
    if n == 5 then ${before} end
    if n > 8 and n < 14 and GetPositionDirection() == ${held} then ${way} end`;
  const brain = scriptBrain(watchable(source), (makeContext) => {
    const custom = prepareCustomCommands([]);
    return makeHostOnStage((host) => alter(makeContext(host)), custom);
  });
  const outcome = outcomeOf(kind, brain, { rules, move });
  return isShort ? turned(outcome) : outcome;
}

function turned({ heldAtVenue, shown, ...rest }: Outcome): Outcome {
  const other = shown.map(({ lots, leftReason }) => ({ lots: -lots, leftReason }));
  return { ...rest, heldAtVenue: -heldAtVenue, shown: other };
}

/** What a strategy enters with, and how a part of it is sold. */
export type StrategyHolding = {
  readonly config: ConfigRecord;
  /** Of what is held, closed by a signal. */
  readonly part?: PartClosed;
  /** Its target is met there. */
  readonly rise?: Rise;
};

/** Problems by which settings are refused on a market; null: they are taken. */
export function settingsRefused(
  type: StrategyType,
  config: ConfigRecord,
  kind: Kind,
): string | null {
  const read = readConfig(type, { market_tag: 'm1', ...config }, MARKETS[kind]);
  return read.ok ? null : read.rejection.map(({ message }) => message).join(' | ');
}

/** A strategy whose stop loss is met by the move. */
export function leaveByStrategy(
  { kind, rules, move }: Leaving,
  type: StrategyType,
  { config, part, rise }: StrategyHolding,
  alter = UNALTERED,
): Outcome {
  const read = readConfig(type, { market_tag: 'm1', ...config }, MARKETS[kind]);
  assert(read.ok, read.ok ? '' : (read.rejection[0]?.message ?? 'settings'));
  const strategy = makeStrategy(read.value, MARKETS[kind]);
  const brain = strategyBrain((api) => {
    const running = strategy(alter(api));
    let count = 0;
    const update = (): void => {
      running.update();
      count += 1;
      const signal = { token: 'abc', receivedAtMs: 0, ageMs: 0 };
      if (count === 1 && type === 'webhook')
        running.signal({ ...signal, action: 'buy', part: null });
      if (count === 4 && part !== undefined)
        running.signal({ ...signal, action: 'exit_long', part });
    };
    return { ...running, update };
  });
  return outcomeOf(kind, brain, { rules, move }, canonicalJson(config), rise);
}

function outcomeOf(
  kind: Kind,
  brain: MakeBrain,
  { rules, move }: Pick<Leaving, 'rules' | 'move'>,
  source = 'law',
  rise?: Rise,
): Outcome {
  const market = MARKETS[kind];
  const wallet = [
    ['USDT', '10000000'],
    ['BTC', kind === 'inverse' ? '1000' : '0'],
  ] as const;
  const plan = planInput(bars(move, rise), { market, settings: { rules }, wallet });
  const input = { ...plan, script: { name: 'law', source } };
  const ran = runBrain(
    input,
    brain,
    () => true,
    (feed, seed) => {
      const report = buildReport(input, feed, seed);
      const [position] = feed.venue.state.positions;
      const sign = position?.direction === 'short' ? -1 : 1;
      const contracts = position === undefined ? 0 : sign * Number(position.lots);
      return { report, heldAtVenue: kind === 'spot' ? spotLots(report) : contracts };
    },
  );
  assert(ran.ok, ran.ok ? '' : ran.rejection.message);
  const { report, heldAtVenue } = ran.value;
  const open = report.positions.filter(({ isClosed }) => !isClosed);
  return {
    hasHeld: report.orders.some(({ filledAmount }) => filledAmount > 0n),
    heldAtVenue,
    shown: open.map(({ amount, direction, leftReason }) => ({
      lots: lotsOf(kind, amount) * (direction === 'short' ? -1 : 1),
      leftReason,
    })),
    rejectedOrders: report.assumptions.rejectedOrders,
    errors: report.logs.filter((line) => line.severity === 'error').map((line) => line.message),
  };
}

function spotLots({ wallet }: BacktestReport): number {
  const held = wallet.find(({ currency }) => currency === 'BTC');
  return held === undefined ? 0 : lotsOf('spot', held.amount);
}

function lotsOf(kind: Kind, amount: Decimal): number {
  return Math.round(Number(formatDecimal(amount)) * (kind === 'inverse' ? 1 : 10_000));
}

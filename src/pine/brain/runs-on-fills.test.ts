// Scripts that run again when their orders have filled within a bar (`calc_on_order_fills`), by the
// rules of the broker emulator: at the four points of a bar's path, as the Pine Script manual says
// ("Altering calculation behavior"), and as PyneCore measured on TradingView (its `_coof_loop`).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal, ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { planInput, START_MS, VANILLA } from '#backtesting/feed.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import type { RuleSetName } from '#domain/matching/matching-rules.ts';

/** First high, then low: 100, 103, 98, 101; and the other way: 101, 99, 106, 104. */
const BARS: readonly Bar[] = [
  [100, 103, 96, 101],
  [100, 103, 96, 101],
  [101, 106, 99, 104],
  [104, 104, 104, 104],
];

type Trial = {
  readonly declared?: string;
  readonly rules?: RuleSetName;
  readonly bars?: typeof BARS;
  readonly interval?: number;
};

function runOf(
  body: string,
  { declared = '', rules = 'tradingview', bars = BARS, interval = 1 }: Trial = {},
) {
  const head = `//@version=6\nstrategy("x", margin_long = 0, margin_short = 0, calc_on_order_fills = true${declared})\n`;
  const settings = { rules, startsCold: true } as const;
  const input = planInput([...bars], {
    market: VANILLA,
    settings,
    wallet: [['USDT', '100000']],
    intervalMinutes: interval,
  });
  const done = runBacktest({ ...input, script: { name: 'x', source: head + body } }, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value;
}

/** Entry and exit of each trade, by the minute in which it opened. */
function tradesOf(body: string, asked?: Trial): readonly string[] {
  return runOf(body, asked).positions.map(({ openedAtMs, averagePrice, exitPrice }) => {
    const bar = Math.floor((openedAtMs - START_MS) / MINUTE_MS);
    const exit = exitPrice === null ? 'open' : formatDecimal(exitPrice);
    return `${bar}: ${formatDecimal(averagePrice)} ${exit}`;
  });
}

function linesOf(body: string, asked?: Trial): readonly string[] {
  return runOf(body, asked)
    .logs.map(({ message }) => message)
    .filter((text) => /^\d/.test(text));
}

const ALWAYS = 'strategy.entry("L", strategy.long, 1)';

test('an order with each run fills at the open twice, and at both extremes', () => {
  const expected = ['1: 100', '1: 100', '1: 103', '1: 96', '2: 101', '2: 101', '2: 99', '2: 106'];
  const found = tradesOf(ALWAYS, { declared: ', pyramiding = 100', bars: BARS.slice(0, 3) });
  assert.deepEqual(
    found,
    expected.map((each) => `${each} open`),
  );
});

test('by other rules, and with fills at the close, a script runs at closes alone', () => {
  const declared = ', pyramiding = 100';
  const bars = BARS.slice(0, 3);
  assert.deepEqual(tradesOf(ALWAYS, { declared, bars, rules: 'touch' }).length, 2);
  const atClose = `${declared}, process_orders_on_close = true`;
  assert.deepEqual(tradesOf(ALWAYS, { declared: atClose, bars }), [
    '0: 101 open',
    '1: 101 open',
    '2: 104 open',
  ]);
});

/** Of the manual: an exit at prices of the entry, and a new entry when it has filled. */
const INTRABAR = `if strategy.position_size == 0.0
    strategy.entry("Buy", strategy.long, 1)
strategy.exit("Exit", stop = strategy.position_avg_price - 2, limit = strategy.position_avg_price + 2)`;

test('what leaves within a bar enters again at the next point of its path', () => {
  // 102 is left on the way to 103. Of the entry there the script hears at 96, below its stop.
  const found = tradesOf(INTRABAR, { bars: BARS.slice(0, 2) });
  assert.deepEqual(found, ['1: 100 102', '1: 103 96']);
});

test('a position that closes behind the last extreme is seen at the close', () => {
  const found = tradesOf(INTRABAR, { bars: [...BARS.slice(0, 2), [101, 101, 101, 101]] });
  assert.deepEqual(found.at(-1), '2: 101 open');
});

test('only what is declared varip lasts from run to run', () => {
  const body = `var int bars = 0
varip int runs = 0
var line[] lines = array.new<line>()
counted() =>
    var int own = 0
    varip int all = 0
    own += 1
    all += 1
    own * 100 + all
bars += 1
runs += 1
within = counted()
array.push(lines, line.new(bar_index, 0, bar_index, 1))
${ALWAYS}
if barstate.islast
    log.info("{0} {1} {2} {3} {4}", bars, runs, within, lines.size(), array.size(line.all))`;
  const found = linesOf(body, { declared: ', pyramiding = 100', bars: BARS.slice(0, 3) });
  // Bars 1 and 2 have three runs more each.
  assert.deepEqual(found.at(-1), '3 9 309 3 3');
});

test('within a bar the broker sees the point of its path, the script the whole bar', () => {
  const body = `varip int runs = 0
runs += 1
strategy.entry("L", strategy.long, 1)
log.info("{0} {1} {2} {3} {4}", runs, bar_index, strategy.openprofit, strategy.opentrades, close)`;
  const found = linesOf(body, { bars: BARS.slice(0, 2) });
  // Pyramiding is zero: the entry of the run at the open ends, so none follows.
  assert.deepEqual(found, ['1 0 0 0 101', '2 1 0 1 101', '3 1 1 1 101']);
});

test('an entry is sized by the price at which it arrives', () => {
  const body = `if strategy.position_size == 0.0
    strategy.entry("L", strategy.long)
else
    strategy.close("L")`;
  const declared = ', default_qty_type = strategy.percent_of_equity, default_qty_value = 10';
  const { positions } = runOf(body, { declared, bars: BARS.slice(0, 2) });
  const trades = positions.map(({ averagePrice, exitPrice, amount }) =>
    [averagePrice, exitPrice, amount].map((each) => formatDecimal(each ?? ZERO)).join(' '),
  );
  // A tenth of 100,000 at the close of bar 0, 101; then at 103, where it fills.
  assert.deepEqual(trades, ['100 100 99.009', '103 96 97.087']);
});

test('a stop that fills has the script run at the extreme that ends the leg', () => {
  const body = `if bar_index == 0
    strategy.entry("L", strategy.long, 1, stop = 102)
if strategy.position_size > 0
    strategy.close("L")`;
  assert.deepEqual(tradesOf(body, { bars: BARS.slice(0, 2) }), ['1: 102 103']);
});

test('what a run within a bar cancels does not fill later in it', () => {
  const body = `if bar_index == 0
    strategy.entry("L", strategy.long, 1)
    strategy.entry("low", strategy.long, 1, limit = 97)
if strategy.position_size > 0
    strategy.cancel("low")`;
  assert.deepEqual(tradesOf(body, { bars: BARS.slice(0, 2), declared: ', pyramiding = 5' }), [
    '1: 100 open',
  ]);
});

test('a mistake of a run within a bar ends the run with its line', () => {
  const body = `${ALWAYS}
if bar_index == 1 and strategy.opentrades == 1
    runtime.error("within")`;
  const head =
    '//@version=6\nstrategy("x", margin_long = 0, margin_short = 0, calc_on_order_fills = true)\n';
  const input = planInput([...BARS], { market: VANILLA, settings: { rules: 'tradingview' } });
  const done = runBacktest({ ...input, script: { name: 'x', source: head + body } }, () => true);
  assert(!done.ok);
  assert.match(done.rejection.message, /within/);
});

test('magnified, each minute has its own path', () => {
  const declared = ', pyramiding = 100, use_bar_magnifier = true';
  const { positions } = runOf(ALWAYS, {
    declared,
    bars: [...BARS.slice(0, 2), ...BARS.slice(0, 2)],
    interval: 2,
  });
  const prices = positions.map(({ averagePrice }) => formatDecimal(averagePrice));
  // Minute 2: open twice, both extremes and its close; minute 3: its open, both extremes.
  assert.deepEqual(prices, ['100', '100', '103', '96', '101', '100', '103', '96']);
});

test('the log says that prices were known beforehand, once', () => {
  const { logs } = runOf(ALWAYS, { declared: ', pyramiding = 100' });
  const said = logs.filter(({ message }) => message.includes('knew their whole prices'));
  assert.equal(said.length, 1);
});

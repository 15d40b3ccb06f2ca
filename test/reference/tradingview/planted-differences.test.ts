// Lists of the strategies beside this with one difference planted in each: the comparison with the
// Pine source finds the trade, and names the cause.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CauseCode } from '#domain/trade-list/explain-difference.ts';
import { comparing, file } from './compare-example.ts';
import { madeBars } from './pine-candles.ts';
import { PINE_EXAMPLES } from './pine-strategies.ts';

const BARS = madeBars();

/** The run of a strategy is made once. */
const RUNS = new Map<string, ReturnType<typeof comparing>>();

function compared(name: string, text: string) {
  const example = PINE_EXAMPLES.find((each) => each.name === name);
  assert(example !== undefined);
  const run = RUNS.get(name) ?? comparing(example, BARS, 'pine');
  RUNS.set(name, run);
  return run(text);
}

/** The cells of a line, changed at some columns; `%` stands for the text before. */
function cells(line: string, changes: Readonly<Record<number, (text: string) => string>>): string {
  return line
    .split(',')
    .map((text, at) => changes[at]?.(text) ?? text)
    .join(',');
}

const plus = (by: number) => (text: string) => (Number(text) + by).toFixed(1);

/** A time of a list, so many minutes later. */
const later = (minutes: number) => (text: string) =>
  new Date(Date.parse(`${text.replace(' ', 'T')}:00Z`) + minutes * 60_000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ');

type Planting = readonly [
  what: string,
  example: string,
  /** Lines of the list, without its head, before and after. */
  change: (lines: readonly string[]) => readonly string[],
  /** Number of the pair that differs first, and its cause. */
  at: number,
  cause: CauseCode,
];

/** Changes one line. */
const atLine =
  (line: number, changes: Readonly<Record<number, (text: string) => string>>) =>
  (lines: readonly string[]): readonly string[] =>
    lines.map((text, index) => (index === line ? cells(text, changes) : text));

// `bracket` has a line a trade: entry and exit time, side, entry and exit price, quantity.
const PLANTED: readonly Planting[] = [
  ['a size', 'bracket', atLine(3, { 5: () => '0.2' }), 3, 'size_setting'],
  [
    'a size by a share of a lot',
    'percent-of-equity',
    atLine(3, { 5: (q) => `${q}4` }),
    3,
    'amount_step',
  ],
  ['an exit price of one step', 'bracket', atLine(2, { 4: plus(0.1) }), 2, 'rounding'],
  ['an exit price inside of the bar', 'bracket', atLine(2, { 4: plus(-3) }), 2, 'intrabar_order'],
  ['a price that was never traded', 'bracket', atLine(2, { 4: plus(9_000) }), 2, 'history_differs'],
  ['an exit a bar later', 'bracket', atLine(4, { 1: later(15) }), 4, 'exit_time'],
  ['an entry a bar later', 'bracket', atLine(4, { 0: later(15) }), 4, 'shifted_bar'],
  ['a missing entry', 'bracket', (lines) => lines.filter((_, at) => at !== 3), 3, 'extra_trade'],
  [
    'an entry too many',
    'bracket',
    (lines) => [
      ...lines.slice(0, 3),
      cells(lines[2] ?? '', { 0: later(600), 1: later(600) }),
      ...lines.slice(3),
    ],
    3,
    'missing_trade',
  ],
  ['the side', 'bracket', atLine(1, { 2: () => 'short' }), 1, 'side'],
  // Two lines a trade: the exit of the third stands in the sixth, with its price and its profit.
  [
    'a stop at its price on a gap',
    'stop-loss-gap',
    atLine(5, { 4: plus(2.3), 6: () => '-12' }),
    2,
    'gap',
  ],
  [
    'the commission',
    'bracket-commission',
    (lines) =>
      lines.map((text) =>
        cells(text, { 6: (profit) => (profit === '' ? '' : (Number(profit) - 1).toFixed(2)) }),
      ),
    0,
    'commission',
  ],
];

suite('one difference planted in a list', () => {
  for (const [what, name, change, at, cause] of PLANTED)
    test(`${what} is named ${cause}`, () => {
      const [head = '', ...lines] = file('lists', `${name}.csv`).trim().split('\n');
      const text = `${[head, ...change(lines)].join('\n')}\n`;
      const { comparison, causeOf } = compared(name, text);
      const pair = comparison.pairs[comparison.firstDifferent];
      assert(pair !== undefined, 'all are equal');
      const found = causeOf(pair);
      assert.deepEqual([comparison.firstDifferent, found.code], [at, cause], found.detail);
    });
});

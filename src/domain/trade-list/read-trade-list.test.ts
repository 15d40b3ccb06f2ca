// Lists of trades as they come: layouts, signs, separators, zones, and what is wrong where.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import type { ListedTrade } from '#domain/trade-list/listed-trade.ts';
import { readFigure, readWallTime } from '#domain/trade-list/read-figure.ts';
import { readTradeList } from '#domain/trade-list/read-trade-list.ts';

const UTC = { instantOf: (wallMs: number): number => wallMs };

function trades(...lines: readonly string[]): readonly ListedTrade[] {
  const read = readTradeList(lines.join('\n'), UTC);
  assert.ok(read.ok, read.ok ? '' : JSON.stringify(read.rejection));
  return read.value.trades;
}

/** Side, quantity, entry and exit in one line. */
function shown({ side, quantity, entryMs, entryPrice, exitMs, exitPrice }: ListedTrade): string {
  const entry = `${formatInstant(entryMs).slice(0, 16)} ${formatDecimal(entryPrice)}`;
  const exit =
    exitMs === null || exitPrice === null
      ? 'open'
      : `${formatInstant(exitMs).slice(0, 16)} ${formatDecimal(exitPrice)}`;
  return `${side} ${formatDecimal(quantity)} ${entry} ${exit}`;
}

const ONE = 'long 0.5 2024-03-04T10:15 61000.5 2024-03-04T12:00 61250';
const TWO = 'short 1 2024-03-05T09:00 60000 open';

suite('layouts', () => {
  test("TradingView's older columns, the entry first", () => {
    const read = trades(
      'Trade #,Type,Signal,Date/Time,Price USDT,Contracts,Profit USDT,Profit %',
      '1,Entry Long,Long,2024-03-04 10:15,61000.5,0.5,,',
      '1,Exit Long,Close,2024-03-04 12:00,61250,0.5,124.75,0.41',
      '2,Entry Short,Short,2024-03-05 09:00,60000,1,,',
      '2,Exit Short,Open,,,,,',
    );
    assert.deepEqual(read.map(shown), [ONE, TWO]);
    assert.equal(formatDecimal(read[0]?.profit ?? (0n as never)), '124.75');
    assert.deepEqual(
      read.map(({ label, line }) => [label, line]),
      [
        ['1', 2],
        ['2', 4],
      ],
    );
  });

  test("TradingView's newer columns, the exit and the newest trade first, with a mark", () => {
    const read = trades(
      '\uFEFFTrade #,Type,Date and time,Signal,Price USDT,Position size (qty),' +
        'Position size (value),Net P&L USDT,Net P&L %\r',
      '2,Exit short,2024-03-06 09:00,Open,59000,1,59000,100,1\r',
      '2,Entry short,2024-03-05 09:00,S,60000,1,60000,,\r',
      '1,Exit long,2024-03-04 12:00,x,"61,250",0.5,"30,625",124.75,0.41\r',
      '1,Entry long,2024-03-04 10:15,L,"61,000.5",0.5,"30,500.25",,\r',
    );
    assert.deepEqual(read.map(shown), [ONE, TWO]);
  });

  test('the newest names of its columns', () => {
    const read = trades(
      'Trade #,Type,Date and time,Signal,Price USD,Size (qty),Size (value),Net PnL USD',
      '7,Entry long,2024-03-04 10:15,L,61000.5,0.5,1,',
      '7,Exit long,2024-03-04 12:00,x,61250,0.5,1,124.75',
    );
    assert.deepEqual(read.map(shown), [ONE]);
  });

  test('a line a trade, with semicolons, decimal commas and signs', () => {
    const read = trades(
      'Side;Entry time;Entry price;Exit time;Exit price;Quantity;Profit',
      'Buy;2024-03-04T10:15:00Z;61.000,5;Mar 4, 2024 12:00;61.250;0,5;+124,75',
      'Sell;2024-03-05 11:00 +02:00;60.000;;;\u22121;',
    );
    assert.deepEqual(read.map(shown), [ONE, TWO]);
  });
});

test('times without a zone are those of the list', () => {
  const inTokyo = { instantOf: (wallMs: number): number => wallMs - 9 * 3_600_000 };
  const text =
    'Entry time,Exit time,Side,Entry price,Exit price,Quantity\n' +
    '2024-03-04 10:15,2024-03-04 10:15Z,long,1,2,3\n';
  const read = readTradeList(text, inTokyo);
  assert.ok(read.ok);
  const [trade] = read.value.trades;
  assert.equal(trade && shown(trade), 'long 3 2024-03-04T01:15 1 2024-03-04T10:15 2');
});

for (const [text, hasDecimalComma, expected] of [
  ['1,234', false, '1234'],
  ['1,234', true, '1.234'],
  ['1,234.50', false, '1234.5'],
  ['1.234,50', true, '1234.5'],
  ['1 234.5', false, '1234.5'],
  ['1\u202F234,5', true, '1234.5'],
  ["1'234.5", false, '1234.5'],
  ['\u2212 12.5 USDT', false, '-12.5'],
  ['$1,000.25', false, '1000.25'],
  ['(3.5)', false, '-3.5'],
  ['+7', false, '7'],
  ['1.5e-3', false, '0.0015'],
  ['2E3', false, '2000'],
  ['1,23,4', false, null],
  ['1.2.3', false, null],
  ['abc', false, null],
  ['', false, null],
] as const) {
  test(`the figure "${text}" is ${expected ?? 'none'}`, () => {
    const read = readFigure(text, hasDecimalComma);
    assert.equal(read === null ? null : formatDecimal(read.value), expected);
  });
}

for (const [text, expected] of [
  ['2024-05-31', '2024-05-31T00:00'],
  ['2024/5/3 7:05', '2024-05-03T07:05'],
  ['May 31, 2024, 02:30 PM', '2024-05-31T14:30'],
  ['1717166400', '2024-05-31T14:40'],
  ['1717166400000', '2024-05-31T14:40'],
  ['2024-02-30 10:00', null],
  ['2024-05-31 25:00', null],
  ['31.05.2024', null],
  ['yesterday', null],
] as const) {
  test(`the time "${text}" is ${expected ?? 'none'}`, () => {
    const read = readWallTime(text);
    assert.equal(read === null ? null : formatInstant(read.wallMs).slice(0, 16), expected);
  });
}

const HEADER = 'Entry time,Exit time,Side,Entry price,Exit price,Quantity';

for (const [name, text, line, column, reason] of [
  ['no number', `${HEADER}\n2024-03-04,2024-03-05,long,x1,2,3`, 2, 28, '"x1" is not a number'],
  ['no side', `${HEADER}\n2024-03-04,2024-03-05,up,1,2,3`, 2, 23, '"up" is neither long nor short'],
  ['no time', `${HEADER}\n\n3.4.24,2024-03-05,long,1,2,3`, 3, 1, '"3.4.24" is not a time'],
  ['zero', `${HEADER}\n2024-03-04,2024-03-05,long,0,2,3`, 2, 28, 'a price is above zero'],
  ['backwards', `${HEADER}\n2024-03-04,2024-03-03,long,1,2,3`, 2, 12, 'the exit is before'],
  [
    'no columns',
    '# Notes\n1,2',
    1,
    1,
    'the first line does not name the columns of a list of trades',
  ],
  [
    'no side',
    'Entry time,Exit time,Entry price,Exit price,Qty\n',
    1,
    1,
    'with a line for each trade: "Side"',
  ],
  [
    'no price',
    'Trade #,Type,Date/Time,Contracts\n',
    1,
    1,
    'TradingView\'s list of trades: "Price"',
  ],
  ['no trades', `${HEADER}\n`, 1, 1, 'there is no trade'],
  ['nothing', '', 1, 1, 'the file is empty'],
  [
    'an exit alone',
    'Trade #,Type,Date/Time,Price,Qty\n4,Exit long,2024-03-04,1,1',
    2,
    1,
    'no entry',
  ],
  [
    'another type',
    'Trade #,Type,Date/Time,Price,Qty\n4,Long,2024-03-04,1,1',
    2,
    3,
    '"Long" is no type',
  ],
] as const) {
  test(`${name} is refused with its line and column`, () => {
    const read = readTradeList(text, UTC);
    assert.ok(!read.ok);
    const [first] = read.rejection;
    assert.deepEqual([first?.line, first?.column], [line, column]);
    assert.match(first?.reason ?? '', new RegExp(reason));
  });
}

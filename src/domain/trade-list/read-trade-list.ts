// Reads a list of trades: a line for each trade, or TradingView's export of its "List of trades",
// which has a line for each entry and each exit, in its older and newer columns.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { ListedTrade, TradeList, TradeSide } from '#domain/trade-list/listed-trade.ts';
import { sortedTrades } from '#domain/trade-list/listed-trade.ts';
import { readFigure, readWallTime } from '#domain/trade-list/read-figure.ts';
import type { Cell, CellRow } from '#domain/trade-list/split-cells.ts';
import { splitCells } from '#domain/trade-list/split-cells.ts';

/** What is wrong, and where: line and column count from 1 on; column is of characters. */
export type ListProblem = {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
};

export type ReadOptions = {
  /** The instant at which a clock in the list's time zone shows this. */
  readonly instantOf: (wallMs: number) => number;
};

type Names = { readonly [role: string]: readonly string[] };

const EACH_TRADE = {
  entryTime: [
    'entrytime',
    'entrydate',
    'entrydatetime',
    'opentime',
    'openedat',
    'entryat',
    'entry',
  ],
  exitTime: ['exittime', 'exitdate', 'exitdatetime', 'closetime', 'closedat', 'exitat', 'exit'],
  side: ['side', 'direction', 'type', 'position'],
  entryPrice: ['entryprice', 'openprice', 'avgentryprice', 'priceentry'],
  exitPrice: ['exitprice', 'closeprice', 'avgexitprice', 'priceexit'],
  quantity: ['quantity', 'qty', 'size', 'sizeqty', 'contracts', 'amount', 'volume'],
} as const satisfies Names;
const PROFIT = ['profit', 'netprofit', 'netpl', 'netpnl', 'pnl', 'pl'];
const LABEL = ['trade', 'tradeno', 'tradenumber', 'number', 'no', 'id'];

const EACH_FILL = {
  label: ['trade', ...LABEL],
  type: ['type'],
  time: ['datetime', 'dateandtime', 'date', 'time'],
  price: ['price'],
  quantity: ['contracts', 'positionsizeqty', 'sizeqty', 'quantity', 'qty', 'size'],
} as const satisfies Names;
const SIGNAL = ['signal'];

/** What the columns are called in messages. */
const TITLES: { readonly [role: string]: string } = {
  label: 'Trade #',
  type: 'Type',
  time: 'Date and time',
  price: 'Price',
  entryTime: 'Entry time',
  exitTime: 'Exit time',
  side: 'Side',
  entryPrice: 'Entry price',
  exitPrice: 'Exit price',
  quantity: 'Quantity',
};

const PROBLEMS_MAX = 10;

/** Reads a whole file; rejects it with its problems, by line and column from 1. */
export function readTradeList(
  text: string,
  options: ReadOptions,
): Result<TradeList, readonly ListProblem[]> {
  const [header, ...rows] = splitCells(text);
  if (header === undefined) return rejected([{ line: 1, column: 1, reason: 'the file is empty' }]);
  const names = header.cells.map((cell) => plain(cell.text));
  const reading: Reading = {
    rows,
    problems: [],
    options,
    hasDecimalComma: hasDecimalComma(rows),
    decimals: { price: 0, quantity: 0, profit: 0 },
    optional: (known) => findColumn(names, known),
  };
  const fills = columnsOf(names, EACH_FILL);
  const trades = columnsOf(names, EACH_TRADE);
  const read =
    fills !== null && trades === null
      ? readFills(reading, fills)
      : trades !== null
        ? readTrades(reading, trades)
        : [];
  if (fills === null && trades === null) note(reading, header, header.cells[0], missingOf(names));
  if (reading.problems.length > 0) return rejected(reading.problems);
  if (read.length === 0)
    note(reading, header, header.cells[0], 'there is no trade below this line');
  if (reading.problems.length > 0) return rejected(reading.problems);
  return accepted({ trades: sortedTrades(read), decimals: reading.decimals });
}

type Reading = {
  readonly rows: readonly CellRow[];
  readonly problems: ListProblem[];
  readonly options: ReadOptions;
  readonly hasDecimalComma: boolean;
  readonly decimals: { price: number; quantity: number; profit: number };
  readonly optional: (known: readonly string[]) => number;
};

type Places<Role extends string> = { readonly [role in Role]: number };

/** Small letters and digits, without a currency behind it (`Price USDT`, `Net P&L %` is none). */
function plain(name: string): string {
  if (name.includes('%')) return '';
  return name
    .replace(/\s[A-Z]{3,5}$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

function findColumn(names: readonly string[], known: readonly string[]): number {
  return known.map((each) => names.indexOf(each)).find((place) => place >= 0) ?? -1;
}

function columnsOf<Role extends string>(
  names: readonly string[],
  known: { readonly [role in Role]: readonly string[] },
): Places<Role> | null {
  const places = Object.entries<readonly string[]>(known).map(
    ([role, each]) => [role, findColumn(names, each)] as const,
  );
  if (places.some(([, place]) => place < 0)) return null;
  return Object.fromEntries(places) as Places<Role>;
}

function missingOf(names: readonly string[]): string {
  const lacking = (known: Names): readonly string[] =>
    Object.entries(known).flatMap(([role, each]) => (findColumn(names, each) < 0 ? [role] : []));
  const [fills, trades] = [lacking(EACH_FILL), lacking(EACH_TRADE)];
  const isFills = fills.length < trades.length;
  const [nearer, known] = isFills ? [fills, EACH_FILL] : [trades, EACH_TRADE];
  const titles = nearer.map((role) => `"${TITLES[role] ?? role}"`).join(', ');
  if (Object.keys(known).length - nearer.length < 2)
    return `the first line does not name the columns of a list of trades, such as ${titles}`;
  const what = isFills ? "as TradingView's list of trades" : 'as a list with a line for each trade';
  return `columns are missing to read it ${what}: ${titles}`;
}

/** Whether commas stand before decimals: some do, that could not stand between thousands. */
function hasDecimalComma(rows: readonly CellRow[]): boolean {
  return rows.some(({ cells }) =>
    cells.some(({ text }) => /^[^A-Za-z.]*\d,(\d{1,2}|\d{4,})[^\d,.A-Za-z]*$/.test(text)),
  );
}

function note(reading: Reading, row: CellRow, cell: Cell | undefined, reason: string): null {
  if (reading.problems.length < PROBLEMS_MAX)
    reading.problems.push({ line: row.line, column: cell?.column ?? 1, reason });
  return null;
}

function figureAt(
  reading: Reading,
  row: CellRow,
  place: number,
  about: keyof Reading['decimals'],
): Decimal | null {
  const cell = row.cells[place];
  const read = readFigure(cell?.text ?? '', reading.hasDecimalComma);
  if (read === null) return note(reading, row, cell, `"${cell?.text ?? ''}" is not a number`);
  reading.decimals[about] = Math.max(reading.decimals[about], read.decimals);
  return read.value;
}

function aboveZero(
  reading: Reading,
  row: CellRow,
  place: number,
  about: 'price' | 'quantity',
): Decimal | null {
  const value = figureAt(reading, row, place, about);
  // A short's quantity is below zero in some lists; its side is reported elsewhere.
  const size = value !== null && about === 'quantity' && value < ZERO ? (-value as Decimal) : value;
  if (size === null || size > ZERO) return size;
  return note(reading, row, row.cells[place], `a ${about} is above zero`);
}

function timeAt(reading: Reading, row: CellRow, place: number): number | null {
  const cell = row.cells[place];
  const read = readWallTime(cell?.text ?? '');
  if (read === null) {
    const expected = 'expected the year first, such as 2024-05-31 14:30';
    return note(reading, row, cell, `"${cell?.text ?? ''}" is not a time; ${expected}`);
  }
  const { wallMs, offsetMinutes } = read;
  return offsetMinutes === null
    ? reading.options.instantOf(wallMs)
    : wallMs - offsetMinutes * 60_000;
}

const isBlank = (row: CellRow, place: number): boolean => (row.cells[place]?.text ?? '') === '';

function sideOf(text: string): TradeSide | null {
  if (/\b(long|buy)\b/i.test(text)) return 'long';
  return /\b(short|sell)\b/i.test(text) ? 'short' : null;
}

function readTrades(
  reading: Reading,
  places: Places<keyof typeof EACH_TRADE>,
): readonly ListedTrade[] {
  const profitPlace = reading.optional(PROFIT);
  const labelPlace = reading.optional(LABEL);
  return reading.rows.flatMap((row, index): readonly ListedTrade[] => {
    const sideCell = row.cells[places.side];
    const side = sideOf(sideCell?.text ?? '');
    if (side === null)
      note(reading, row, sideCell, `"${sideCell?.text ?? ''}" is neither long nor short`);
    const entryMs = timeAt(reading, row, places.entryTime);
    const entryPrice = aboveZero(reading, row, places.entryPrice, 'price');
    const quantity = aboveZero(reading, row, places.quantity, 'quantity');
    const isOpen = isBlank(row, places.exitTime) || isBlank(row, places.exitPrice);
    const exitMs = isOpen ? null : timeAt(reading, row, places.exitTime);
    const exitPrice = isOpen ? null : aboveZero(reading, row, places.exitPrice, 'price');
    const hasProfit = profitPlace >= 0 && !isBlank(row, profitPlace) && !isOpen;
    const profit = hasProfit ? figureAt(reading, row, profitPlace, 'profit') : null;
    if (side === null || entryMs === null || entryPrice === null || quantity === null) return [];
    if (exitMs !== null && exitMs < entryMs)
      note(reading, row, row.cells[places.exitTime], 'the exit is before the entry');
    const label = (labelPlace < 0 ? '' : row.cells[labelPlace]?.text) || String(index + 1);
    const exit = { exitMs, exitPrice, profit };
    return [{ label, line: row.line, side, entryMs, entryPrice, quantity, ...exit }];
  });
}

type Fill = {
  readonly row: CellRow;
  readonly side: TradeSide;
  readonly timeMs: number | null;
  readonly price: Decimal | null;
  readonly quantity: Decimal | null;
  readonly profit: Decimal | null;
};

function readFills(
  reading: Reading,
  places: Places<keyof typeof EACH_FILL>,
): readonly ListedTrade[] {
  const signalPlace = reading.optional(SIGNAL);
  const profitPlace = reading.optional(PROFIT);
  const pairs = new Map<string, { entry: Fill | null; exit: Fill | null }>();
  for (const row of reading.rows) {
    const typeCell = row.cells[places.type];
    const [, kind] = /^\s*(entry|exit)\b/i.exec(typeCell?.text ?? '') ?? [];
    const side = sideOf(typeCell?.text ?? '');
    if (kind === undefined || side === null) {
      note(reading, row, typeCell, `"${typeCell?.text ?? ''}" is no type such as "Entry long"`);
      continue;
    }
    const isExit = kind.toLowerCase() === 'exit';
    const isOpen =
      isExit &&
      (isBlank(row, places.time) ||
        isBlank(row, places.price) ||
        (signalPlace >= 0 && row.cells[signalPlace]?.text.toLowerCase() === 'open'));
    const hasProfit = isExit && !isOpen && profitPlace >= 0 && !isBlank(row, profitPlace);
    const fill: Fill = {
      row,
      side,
      timeMs: isOpen ? null : timeAt(reading, row, places.time),
      price: isOpen ? null : aboveZero(reading, row, places.price, 'price'),
      quantity: isOpen ? null : aboveZero(reading, row, places.quantity, 'quantity'),
      profit: hasProfit ? figureAt(reading, row, profitPlace, 'profit') : null,
    };
    const label = row.cells[places.label]?.text ?? '';
    const pair = pairs.get(label) ?? { entry: null, exit: null };
    const role = isExit ? 'exit' : 'entry';
    if (pair[role] !== null)
      note(reading, row, row.cells[places.label], `trade ${label} has two lines of its ${role}`);
    pairs.set(label, { ...pair, [role]: fill });
  }
  return [...pairs].flatMap(([label, { entry, exit }]) => tradeOf(reading, label, entry, exit));
}

function tradeOf(
  reading: Reading,
  label: string,
  entry: Fill | null,
  exit: Fill | null,
): readonly ListedTrade[] {
  if (entry === null) {
    if (exit !== null) note(reading, exit.row, exit.row.cells[0], `trade ${label} has no entry`);
    return [];
  }
  const { row, side, timeMs: entryMs, price: entryPrice, quantity } = entry;
  if (exit !== null && exit.side !== side)
    note(reading, exit.row, exit.row.cells[0], `trade ${label} exits another side than it enters`);
  if (entryMs === null || entryPrice === null || quantity === null) return [];
  const exitMs = exit?.timeMs ?? null;
  if (exit !== null && exitMs !== null && exitMs < entryMs)
    note(reading, exit.row, exit.row.cells[0], `trade ${label} exits before it enters`);
  const closing = { exitMs, exitPrice: exit?.price ?? null, profit: exit?.profit ?? null };
  return [{ label, line: row.line, side, entryMs, entryPrice, quantity, ...closing }];
}

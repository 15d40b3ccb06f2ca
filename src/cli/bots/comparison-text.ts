// A comparison of a bot's day with a backtest, in words and as JSON.

import { formatDecimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import type { ComparedPair, ParityCause } from '#domain/parity/compare-orders.ts';
import { PARITY_CAUSES } from '#domain/parity/compare-orders.ts';
import type { ComparedOrder } from '#domain/parity/pair-orders.ts';
import type { FinishedComparison } from '#services/comparisons/get-comparison.ts';
import type { ComparedDay } from '#services/comparisons/list-compared-days.ts';
import { dayText } from '#services/comparisons/request-comparison.ts';
import { countText } from '#lib/group-thousands.ts';
import { minuteText } from '#cli/history/history-text.ts';
import { formatRecord, formatTable } from '#cli/table.ts';
import type { Terminal } from '#cli/terminal.ts';

/** Comparison as tables: pairs of orders, then the difference by its causes. */
export function comparisonInWords(
  terminal: Terminal,
  { report, currency, notes, dayMs }: FinishedComparison,
): string {
  const pairs = report.pairs.map((pair) => ({ pair, causes: causesOf(pair) }));
  const whenEmpty = 'Neither the bot nor the backtest filled an order on this day.';
  const amount = (value: Decimal): string => `${formatDecimal(value)} ${currency}`;
  const difference = PARITY_CAUSES.map(
    (cause) => [`  ${CAUSE_NAMES[cause]}`, amount(report.effects[cause])] as const,
  );
  return [
    formatTable(terminal, COLUMNS, pairs, whenEmpty),
    '\n',
    formatRecord(terminal, [
      ['Day', dayText(dayMs)],
      ['Equal', equalText({ report })],
      ['Bot made', amount(report.liveProfit)],
      ['Backtest made', amount(report.backtestProfit)],
      ['The bot made by', ''],
      ...difference,
    ]),
    ...notes.map((note) => `${note}\n`),
  ].join('');
}

function equalText({ report }: Pick<FinishedComparison, 'report'>): string {
  return `${countText(report.equalCount)} of ${countText(report.pairs.length)}`;
}

const CAUSE_NAMES: { readonly [cause in ParityCause]: string } = {
  missed: 'orders missed',
  extra: 'orders of its own',
  size: 'other amounts',
  delay: 'delay',
  price: 'price of the minute',
  fee: 'fees',
};

type Row = { readonly pair: ComparedPair; readonly causes: string };

const COLUMNS = [
  { title: 'PLACED', cell: ({ pair }: Row) => minuteText(eitherOf(pair).placedAtMs) },
  { title: 'SIDE', cell: ({ pair }: Row) => eitherOf(pair).side },
  { title: 'TYPE', cell: ({ pair }: Row) => eitherOf(pair).type },
  { title: 'BOT', cell: ({ pair }: Row) => fillText(pair.live) },
  { title: 'BACKTEST', cell: ({ pair }: Row) => fillText(pair.backtest) },
  { title: 'LATE', cell: ({ pair }: Row) => lateText(pair) },
  { title: 'DIFFERENCE', cell: ({ causes }: Row) => causes },
  { title: 'REASON', cell: ({ pair }: Row) => pair.live?.reason ?? '' },
] as const;

function eitherOf({ live, backtest }: ComparedPair): ComparedOrder {
  const order = backtest ?? live;
  if (order === null) throw new TypeError('a pair has an order');
  return order;
}

function fillText(order: ComparedOrder | null): string {
  if (order === null || order.filledAmount === 0n) return '-';
  return `${formatDecimal(order.filledAmount)} at ${formatDecimal(order.averagePrice)}`;
}

function lateText({ delayMs }: ComparedPair): string {
  return delayMs === null || delayMs === 0 ? '' : `${(delayMs / 1_000).toFixed(1)} s`;
}

function causesOf({ effects }: ComparedPair): string {
  return PARITY_CAUSES.filter((cause) => effects[cause] !== 0n)
    .map((cause) => `${cause} ${formatDecimal(effects[cause])}`)
    .join(', ');
}

/** Comparison as machines read it; decimals as strings. */
export function comparisonToJson({ report, runs, ...comparison }: FinishedComparison): object {
  const { botId, dayMs, backtestId, currency, notes } = comparison;
  return {
    bot_id: botId,
    day: dayText(dayMs),
    backtest_id: backtestId,
    runs: runs.map((run) => ({
      from: formatInstant(run.fromMs),
      to: formatInstant(run.toMs),
      backtest_id: run.backtestId,
    })),
    currency,
    live_profit: formatDecimal(report.liveProfit),
    backtest_profit: formatDecimal(report.backtestProfit),
    effects: effectsToJson(report),
    equal_count: report.equalCount,
    notes,
    pairs: report.pairs.map((pair) => ({
      live: orderToJson(pair.live),
      backtest: orderToJson(pair.backtest),
      delay_ms: pair.delayMs,
      effects: effectsToJson(pair),
    })),
  };
}

function effectsToJson({ effects }: Pick<ComparedPair, 'effects'>): object {
  return Object.fromEntries(PARITY_CAUSES.map((cause) => [cause, formatDecimal(effects[cause])]));
}

function orderToJson(order: ComparedOrder | null): object | null {
  if (order === null) return null;
  return {
    order_id: order.orderId,
    side: order.side,
    type: order.type,
    placed_at: formatInstant(order.placedAtMs),
    filled_at: order.filledAtMs === null ? null : formatInstant(order.filledAtMs),
    amount: formatDecimal(order.amount),
    filled_amount: formatDecimal(order.filledAmount),
    average_price: formatDecimal(order.averagePrice),
    fees: formatDecimal(order.fees),
    reason: order.reason,
  };
}

export type DaysCompared = {
  /** Those on which the bot ran, newest first. */
  readonly days: readonly ComparedDay[];
  /** Of those that could be compared, newest first. */
  readonly comparisons: readonly FinishedComparison[];
};

type DayRow = { readonly day: ComparedDay; readonly comparison: FinishedComparison | null };

function rowsOf({ days, comparisons }: DaysCompared): readonly DayRow[] {
  return days.map((day) => {
    const comparison = comparisons.find(({ dayMs }) => dayMs === day.dayMs) ?? null;
    return { day, comparison };
  });
}

/** A line for each day. */
export function daysInWords(terminal: Terminal, compared: DaysCompared): string {
  const notes = new Set(compared.comparisons.flatMap(({ notes: own }) => own));
  return [
    formatTable(terminal, DAY_COLUMNS, rowsOf(compared), 'The bot ran on none of these days.'),
    ...[...notes].map((note) => `${note}\n`),
  ].join('');
}

const DAY_COLUMNS = [
  { title: 'DAY', cell: ({ day }: DayRow) => dayText(day.dayMs) },
  { title: 'BOT MADE', figure: figureOf(({ liveProfit }) => liveProfit) },
  { title: 'BACKTEST MADE', figure: figureOf(({ backtestProfit }) => backtestProfit) },
  {
    title: 'DIFFERENCE',
    figure: figureOf(({ liveProfit, backtestProfit }) => (liveProfit - backtestProfit) as Decimal),
  },
  {
    title: 'EQUAL',
    cell: ({ comparison }: DayRow) => (comparison === null ? '-' : equalText(comparison)),
  },
  { title: 'REASON', cell: ({ day }: DayRow) => day.reason ?? '' },
] as const;

function figureOf(read: (report: FinishedComparison['report']) => Decimal) {
  return ({ comparison }: DayRow) => (comparison === null ? '-' : read(comparison.report));
}

/** Comparisons of several days as machines read them; days without one have their reason. */
export function daysToJson(botId: string, compared: DaysCompared): object {
  const data = rowsOf(compared).map(({ day, comparison }) => {
    const { status, reason } = day;
    return comparison === null
      ? { bot_id: botId, day: dayText(day.dayMs), status, reason }
      : { ...comparisonToJson(comparison), status };
  });
  return { data };
}

// Output of `tidemill compare-trades`: the first difference with its cause and what stands around
// it, and how much is equal.

import type { Decimal } from '#lib/decimal.ts';
import { countText } from '#lib/group-thousands.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import type { TradeField, TradePair } from '#domain/trade-list/compare-trades.ts';
import type { ListedTrade } from '#domain/trade-list/listed-trade.ts';
import type { ComparedReport } from '#services/backtests/compare-with-report.ts';
import { minuteText } from '#cli/history/history-text.ts';

const DIFFERENCES_LISTED_MAX = 10_000;

/**
 * Summary, and around the first difference as many trades as the context has; only the summary
 * where nothing differs.
 */
export function comparisonText(compared: ComparedReport, context: number): string {
  const { comparison, causeOf } = compared;
  const { pairs, firstDifferent, equalCount, listedCount, ranCount } = comparison;
  const summary =
    `${countText(equalCount)} of ${countText(listedCount)} trades are equal ` +
    `(the run has ${countText(ranCount)}).\n`;
  const first = pairs[firstDifferent];
  if (first === undefined) return summary;
  const { code, detail } = causeOf(first);
  const from = Math.max(0, firstDifferent - context);
  const around = pairs.slice(from, firstDifferent + context + 1);
  const lines = around.flatMap((pair, index) => pairLines(pair, from + index === firstDifferent));
  return [
    `First difference: ${nameOf(first)}, ${whatDiffers(first)}.`,
    `Cause: ${code.replaceAll('_', ' ')}: ${detail}.`,
    ...barLine(first, compared),
    '',
    ...lines,
    '',
    'Lines with - are from the list, those with + from the run, and the others are equal in both.',
    ...causeLines(compared),
    summary,
  ].join('\n');
}

function nameOf(pair: TradePair): string {
  if (pair.kind === 'extra') return `trade ${pair.ours.label} of the run`;
  const { label, line } = pair.theirs;
  return `trade ${label} of the list (line ${line})`;
}

function whatDiffers(pair: TradePair): string {
  if (pair.kind === 'missing') return 'which the run does not have';
  if (pair.kind === 'extra') return 'which the list does not have';
  return pair.differences.map((field) => field.replaceAll('_', ' ')).join(', ');
}

/** The bar in which the fill that differs happened. */
function barLine(pair: TradePair, { barAt }: ComparedReport): readonly string[] {
  const trade = pair.kind === 'extra' ? pair.ours : pair.theirs;
  const isExit = pair.kind === 'both' && pair.differences[0]?.startsWith('exit') === true;
  const atMs = isExit ? (trade.exitMs ?? trade.entryMs) : trade.entryMs;
  const bar = barAt(atMs);
  if (bar === null) return [];
  const [open, high, low, close] = [bar.open, bar.high, bar.low, bar.close].map(formatDecimal);
  return [`Bar at ${minuteText(atMs)}: open ${open}, high ${high}, low ${low}, close ${close}.`];
}

function pairLines(pair: TradePair, isFirst: boolean): readonly string[] {
  if (pair.kind === 'missing') return [`- ${tradeText(pair.theirs)}`];
  if (pair.kind === 'extra') return [`+ ${tradeText(pair.ours)}`];
  if (pair.differences.length === 0 && !isFirst) return [`  ${tradeText(pair.theirs)}`];
  return [`- ${tradeText(pair.theirs)}`, `+ ${tradeText(pair.ours)}`];
}

function tradeText(trade: ListedTrade): string {
  const { label, side, entryMs, exitMs, entryPrice, exitPrice, quantity } = trade;
  const exit =
    exitMs === null ? 'open' : `${minuteText(exitMs)} at ${formatDecimal(exitPrice ?? entryPrice)}`;
  const entry = `${minuteText(entryMs)} at ${formatDecimal(entryPrice)}`;
  return `${label.padStart(5)} ${side.padEnd(5)} ${formatDecimal(quantity)}: ${entry} to ${exit}`;
}

/** How often which cause was found. */
function causeLines({ comparison, causeOf }: ComparedReport): readonly string[] {
  const counts = new Map<string, number>();
  for (const pair of comparison.pairs) {
    if (pair.kind === 'both' && pair.differences.length === 0) continue;
    const { code } = causeOf(pair);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const sorted = [...counts].sort((left, right) => right[1] - left[1]);
  const texts = sorted.map(([code, count]) => `${code.replaceAll('_', ' ')} (${count})`);
  return [`All differences: ${texts.join(', ')}.`];
}

/** Names in snake_case, decimals as strings, instants in RFC 3339. */
export function comparisonToJson({ comparison, causeOf, shiftMinutes }: ComparedReport): object {
  const { pairs, equalCount, listedCount, ranCount } = comparison;
  const different = pairs.filter((pair) => pair.kind !== 'both' || pair.differences.length > 0);
  return {
    is_equal: different.length === 0,
    equal: equalCount,
    listed: listedCount,
    ran: ranCount,
    shift_minutes: shiftMinutes,
    differences_count: different.length,
    differences: different.slice(0, DIFFERENCES_LISTED_MAX).map((pair) => {
      const { code, detail } = causeOf(pair);
      const fields: readonly TradeField[] = pair.kind === 'both' ? pair.differences : [];
      return {
        kind: pair.kind === 'both' ? 'different' : pair.kind,
        fields,
        cause: code,
        detail,
        listed: pair.kind === 'extra' ? null : tradeToJson(pair.theirs),
        ran: pair.kind === 'missing' ? null : tradeToJson(pair.ours),
      };
    }),
  };
}

function tradeToJson(trade: ListedTrade): object {
  const decimal = (value: Decimal | null): string | null =>
    value === null ? null : formatDecimal(value);
  return {
    label: trade.label,
    line: trade.line === 0 ? null : trade.line,
    side: trade.side,
    entry_at: formatInstant(trade.entryMs),
    exit_at: trade.exitMs === null ? null : formatInstant(trade.exitMs),
    entry_price: decimal(trade.entryPrice),
    exit_price: decimal(trade.exitPrice),
    quantity: decimal(trade.quantity),
    profit: decimal(trade.profit),
  };
}

// `tidemill bots compare`: a finished day of a bot beside the same minutes in a backtest.

import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { formatDecimal } from '#lib/decimal.ts';
import { formatInstant, parseInstant } from '#lib/time.ts';
import type { ComparedPair, ParityCause } from '#domain/parity/compare-orders.ts';
import { PARITY_CAUSES } from '#domain/parity/compare-orders.ts';
import type { ComparedOrder } from '#domain/parity/pair-orders.ts';
import { getComparison } from '#services/comparisons/get-comparison.ts';
import { dayText, requestComparison } from '#services/comparisons/request-comparison.ts';
import type { FinishedComparison } from '#services/reports/compared-orders-table.ts';
import { renderComparisonReport } from '#services/reports/render-comparison-report.ts';
import { oneBot } from '#cli/bot-text.ts';
import { writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import { countText } from '#lib/group-thousands.ts';
import { minuteText } from '#cli/history/history-text.ts';
import type { Host } from '#cli/host.ts';
import type { LabCommandDeps, LabOptions } from '#cli/labs-text.ts';
import { asUser } from '#cli/labs-text.ts';
import type { ReportChoice } from '#cli/report-file.ts';
import { checkOpening, openOption, openReport, writeReport } from '#cli/report-file.ts';
import { formatRecord, formatTable } from '#cli/table.ts';

type CompareOptions = LabOptions & ReportChoice & { readonly day: number };

const POLL_MS = 500;

export function compareCommand(host: Host): Command {
  return oneBot('compare', 'compare a finished day of a bot with a backtest of the same minutes')
    .requiredOption('--day <DATE>', 'a day in UTC, such as 2026-11-20', parseDay)
    .option(
      '--report <FILE>',
      'write a page with the orders side by side and what made the difference',
    )
    .addOption(openOption())
    .action(async (botId: string, options: CompareOptions) => {
      checkOpening(options);
      await asUser(host, options, async (deps, { userId }) => {
        const query = { userId, botId, dayMs: options.day };
        const requested = await requestComparison(deps, { ...query, completion: null });
        if (!requested.ok) throw failed(requested.rejection.detail);
        const comparison = await whenFinished(deps, query);
        const { report } = options;
        if (report !== undefined) writeReport(report, renderComparisonReport(comparison));
        const written = report === undefined ? '' : `\nThe report is in ${report}\n`;
        writeResult(host, options, toJson(comparison), () => inWords(host, comparison) + written);
        await openReport(host, options);
      });
    });
}

function parseDay(text: string): number {
  const startMs = parseInstant(`${text}T00:00:00Z`);
  if (startMs !== null && dayText(startMs) === text) return startMs;
  throw new InvalidArgumentError(`Expected a day such as 2026-11-20; found "${text}".`);
}

async function whenFinished(
  deps: LabCommandDeps,
  query: { readonly userId: string; readonly botId: string; readonly dayMs: number },
): Promise<FinishedComparison> {
  for (;;) {
    const found = await getComparison(deps, query);
    if (!found.ok) throw failed(found.rejection.detail);
    const { report } = found.value;
    if (report !== null) return { ...found.value, report };
    await pause(POLL_MS);
  }
}

function failed(detail: string): CommandFailed {
  return new CommandFailed(
    detail,
    'The service must run, with a worker; bots are shown by: tidemill bots list',
  );
}

function inWords(host: Host, { report, currency, notes, dayMs }: FinishedComparison): string {
  const pairs = report.pairs.map((pair) => ({ pair, causes: causesOf(pair) }));
  const whenEmpty = 'Neither the bot nor the backtest filled an order on this day.';
  const amount = (value: Parameters<typeof formatDecimal>[0]): string =>
    `${formatDecimal(value)} ${currency}`;
  const difference = PARITY_CAUSES.map(
    (cause) => [`  ${CAUSE_NAMES[cause]}`, amount(report.effects[cause])] as const,
  );
  return [
    formatTable(host.terminal, COLUMNS, pairs, whenEmpty),
    '\n',
    formatRecord(host.terminal, [
      ['Day', dayText(dayMs)],
      ['Equal', `${countText(report.equalCount)} of ${countText(report.pairs.length)}`],
      ['Bot made', amount(report.liveProfit)],
      ['Backtest made', amount(report.backtestProfit)],
      ['The bot made by', ''],
      ...difference,
    ]),
    ...notes.map((note) => `${note}\n`),
  ].join('');
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

function toJson({ report, runs, ...comparison }: FinishedComparison): object {
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

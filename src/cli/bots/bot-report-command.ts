// `tidemill bots report`: what a run of a bot comes to, as a backtest's figures.

import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { formatInstant } from '#lib/time.ts';
import type { BotOptions } from '#cli/bot-text.ts';
import { oneBot, unknownBot, userIdOf } from '#cli/bot-text.ts';
import { withApplication, writeResult } from '#cli/command-base.ts';
import type { Host } from '#cli/host.ts';
import { minuteText } from '#cli/history/history-text.ts';
import { formatRecord } from '#cli/table.ts';
import type { Terminal } from '#cli/terminal.ts';
import type { BotStatistics } from '#services/bot-results/bot-statistics.ts';
import { getBotStatistics } from '#services/bot-results/bot-statistics.ts';
import { conclude } from '#services/reports/conclude.ts';
import { numberText, percent, returnRows, tradeRows } from '#services/reports/statistics-rows.ts';

type ReportOptions = BotOptions & { readonly run?: number };

const MONEY_PLACES = 2;

/** Command `tidemill bots report`. */
export function reportCommand(host: Host): Command {
  return oneBot('report', "show statistics of a bot's run, as of a backtest")
    .option('--run <NUMBER>', 'which run, 1 for the first; by default the newest', parseRun)
    .action(async (botId: string, options: ReportOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const userId = await userIdOf(deps, options);
        const found = await getBotStatistics(deps, { userId, botId, run: options.run ?? null });
        if (!found.ok) throw unknownBot(options, botId);
        const { value } = found;
        writeResult(host, options, toJson(value), () => inWords(host.terminal, value));
      });
    });
}

function parseRun(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`Expected a number from 1 on; found "${text}".`);
}

function toJson({ run, startMs, endMs, isCut, statistics }: BotStatistics): object {
  const instant = (atMs: number | null) => (atMs === null ? null : formatInstant(atMs));
  return { run, from: instant(startMs), to: instant(endMs), is_cut: isCut, statistics };
}

function inWords(terminal: Terminal, { run, startMs, endMs, statistics }: BotStatistics): string {
  if (statistics === null || startMs === null || endMs === null)
    return 'There is nothing to tell yet: the run has not had a minute.\n';
  const { all, long, short, profitCurrency } = statistics;
  const money = (value: number): string => `${numberText(value, MONEY_PLACES)} ${profitCurrency}`;
  const sided = tradeRows([all, long, short], money);
  return formatRecord(terminal, [
    ['Run', String(run)],
    ['Window', `${minuteText(startMs)} to ${minuteText(endMs)}`],
    ['In words', conclude(statistics, profitCurrency)],
    ['Starting equity', money(statistics.startEquity)],
    ['Total profit', money(statistics.totalProfit)],
    ['Of it open', money(statistics.openProfit)],
    ['Buy and hold', percent(statistics.hold.returnPercent)],
    ['Largest drawdown', money(statistics.maxDrawdown)],
    ...returnRows(statistics).map(([name, own]) => [name, own] as const),
    ...sided.map(([name, [whole = '', ofLong = '', ofShort = '']]) => {
      return [name, `${whole} (long ${ofLong}, short ${ofShort})`] as const;
    }),
    ...statistics.months.map(({ period, returnPercent, holdPercent }) => {
      return [period, `${percent(returnPercent)} (buy and hold ${percent(holdPercent)})`] as const;
    }),
  ]);
}

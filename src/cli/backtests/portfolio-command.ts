// `tidemill portfolio`: backtests and bots added up, and `tidemill backtests difference`: two
// backtests beside one another, with a test.

import type { Command } from 'commander';
import type { Decimal } from '#lib/decimal.ts';
import { decimalFromFloat } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import { COIN_PLACES, percentText, shortDecimal } from '#services/reports/shown-decimals.ts';
import type {
  MemberName,
  NamedMember,
  PortfolioReport,
  RunDifference,
} from '#services/portfolio/get-portfolio.ts';
import { getDifference, getPortfolio } from '#services/portfolio/get-portfolio.ts';
import { userOption, userWords } from '#cli/choose-user.ts';
import { baseCommand, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import type { LabOptions } from '#cli/labs-text.ts';
import { asUser } from '#cli/labs-text.ts';
import { formatRecord, formatTable } from '#cli/table.ts';

/** Command `tidemill portfolio`. */
export function portfolioCommand(host: Host): Command {
  return baseCommand('portfolio', 'show several backtests and bots as one: equity, falls, shares')
    .argument('<ID...>', 'backtests (bt_…) and bots (bot_…), of one currency')
    .addOption(userOption('whose they are'))
    .action(async (ids: readonly string[], options: LabOptions) => {
      await asUser(host, options, async (deps, caller) => {
        const found = await getPortfolio(deps, { caller, members: ids.map(memberNamed) });
        if (!found.ok)
          throw new CommandFailed(
            found.rejection.detail,
            `See what there is: tidemill backtests list${userWords(options)}`,
          );
        const all = found.value;
        writeResult(host, options, portfolioToJson(all), () => portfolioInWords(host, all));
      });
    });
}

function memberNamed(id: string): MemberName {
  return { kind: id.startsWith('bot_') ? 'bot' : 'backtest', id };
}

/** Command `tidemill backtests difference`. */
export function differenceCommand(host: Host): Command {
  return baseCommand('difference', 'compare two backtests day by day: may it be luck?')
    .argument('<ID>', 'a finished backtest')
    .argument('<OTHER>', 'the one that it is compared with')
    .addOption(userOption('whose they are'))
    .action(async (backtestId: string, otherId: string, options: LabOptions) => {
      await asUser(host, options, async (deps, caller) => {
        const found = await getDifference(deps, { caller, backtestId, otherId });
        if (!found.ok)
          throw new CommandFailed(
            found.rejection.detail,
            `See what there is: tidemill backtests list${userWords(options)}`,
          );
        writeResult(host, options, differenceToJson(found.value), () =>
          differenceText(found.value),
        );
      });
    });
}

/** Portfolio as a table of figures and one of its members. */
export function portfolioInWords(host: Pick<Host, 'terminal'>, all: PortfolioReport): string {
  const { profitCurrency: currency } = all;
  const record = formatRecord(host.terminal, [
    ['From', formatInstant(all.startMs)],
    ['To', formatInstant(all.endMs)],
    ['Began with', `${shortDecimal(money(all.startEquity), COIN_PLACES)} ${currency}`],
    ['Ended with', `${shortDecimal(money(all.endEquity), COIN_PLACES)} ${currency}`],
    ['Largest drawdown', percentText(ratio(all.maxDrawdownPercent))],
  ]);
  return `${record}\n${formatTable(host.terminal, COLUMNS, all.members, '')}`;
}

const COLUMNS = [
  { title: 'ID', cell: ({ member }: NamedMember) => member.id },
  { title: 'MARKET', cell: ({ marketTag }: NamedMember) => marketTag ?? '' },
  { title: 'PROFIT', places: 2, figure: ({ profit }: NamedMember) => money(profit) },
  { title: 'RETURN %', places: 2, figure: (of: NamedMember) => shown(of.returnPercent) },
  { title: 'DRAWDOWN %', places: 2, figure: (of: NamedMember) => ratio(of.maxDrawdownPercent) },
  { title: 'OF PROFIT %', places: 1, figure: (of: NamedMember) => shown(of.profitSharePercent) },
  { title: 'OF RISK %', places: 1, figure: (of: NamedMember) => shown(of.riskSharePercent) },
  {
    title: 'CORRELATIONS',
    cell: ({ correlations }: NamedMember) =>
      correlations.map((each) => (each === null ? '-' : each.toFixed(2))).join(' '),
  },
] as const;

const MONEY_PLACES = 8;
const RATIO_PLACES = 6;

function money(value: number): Decimal {
  return decimalFromFloat(value, MONEY_PLACES);
}

function ratio(value: number): Decimal {
  return decimalFromFloat(value, RATIO_PLACES);
}

function shown(value: number | null): Decimal | string {
  return value === null ? '-' : ratio(value);
}

function portfolioToJson({ equity, members, ...all }: PortfolioReport): object {
  return {
    profit_currency: all.profitCurrency,
    from: formatInstant(all.startMs),
    to: formatInstant(all.endMs),
    start_equity: all.startEquity,
    end_equity: all.endEquity,
    max_drawdown_percent: all.maxDrawdownPercent,
    members: members.map((of) => ({
      kind: of.member.kind,
      id: of.member.id,
      market_tag: of.marketTag,
      profit: of.profit,
      return: of.returnPercent,
      max_drawdown_percent: of.maxDrawdownPercent,
      profit_share: of.profitSharePercent,
      risk_share: of.riskSharePercent,
      correlations: of.correlations,
    })),
    equity: equity.map(({ atMs, value }) => ({ timestamp: formatInstant(atMs), equity: value })),
  };
}

function differenceToJson({ days, meanPercent, test }: RunDifference): object {
  if (test === null) return { days, mean: meanPercent, test };
  const { luckPercent, lowPercent, highPercent, samples, blockDays } = test;
  const shownTest = { luck: luckPercent, low: lowPercent, high: highPercent };
  return { days, mean: meanPercent, test: { ...shownTest, samples, block_days: blockDays } };
}

/** Difference in percent a day and its test, where one can be made. */
export function differenceText({ days, meanPercent, test }: RunDifference): string {
  const mean = `Over ${days} days of both: ${meanPercent.toFixed(4)} % a day.\n`;
  if (test === null) return `${mean}Too few days, or no difference, to say whether it is luck.\n`;
  const { luckPercent, lowPercent, highPercent } = test;
  return (
    `${mean}The difference could be luck in ${luckWords(luckPercent)} of 100 ` +
    `(nine of ten draws: ${lowPercent.toFixed(4)} to ${highPercent.toFixed(4)} % a day).\n`
  );
}

function luckWords(percent: number): string {
  return percent < 1 ? 'less than 1' : String(Math.round(percent));
}

// `tidemill backtests`: those that the service ran, newest first, and one of them with its figures.

import type { Command } from 'commander';
import { addDecimal, decimalFromInteger } from '#lib/decimal.ts';
import { countText } from '#lib/group-thousands.ts';
import { LIMITS } from '#lib/limits.ts';
import { formatInstant } from '#lib/time.ts';
import type { BacktestView } from '#services/results/get-backtest.ts';
import { getBacktest, listBacktests } from '#services/results/get-backtest.ts';
import { totalReturnPercent } from '#services/reports/net-profit.ts';
import {
  COIN_PLACES,
  percentText,
  shortDecimal,
  shownPercent,
} from '#services/reports/shown-decimals.ts';
import { backtestValuesCommand } from '#cli/backtests/backtest-values-command.ts';
import { differenceCommand } from '#cli/backtests/portfolio-command.ts';
import { figuresToJson } from '#cli/backtests/backtest-summary.ts';
import { userOption, userWords } from '#cli/choose-user.ts';
import { baseCommand, groupCommand, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import { minuteText } from '#cli/history/history-text.ts';
import type { Host } from '#cli/host.ts';
import type { LabOptions } from '#cli/labs-text.ts';
import { asUser } from '#cli/labs-text.ts';
import { wholeFrom } from '#cli/parse-argument.ts';
import { formatRecord, formatTable } from '#cli/table.ts';

type ListOptions = LabOptions & { readonly limit: number };

/** Group `tidemill backtests`. */
export function backtestsCommand(host: Host): Command {
  return groupCommand('backtests', 'backtests that the service ran: which there are, and figures', [
    listCommand(host),
    showCommand(host),
    backtestValuesCommand(host),
    differenceCommand(host),
  ]);
}

function listCommand(host: Host): Command {
  return baseCommand('list', "show a user's backtests, newest first")
    .addOption(userOption('whose backtests'))
    .option('--limit <COUNT>', 'at most so many', wholeFrom(1, LIMITS.pageItemsMax), 20)
    .action(async (options: ListOptions) => {
      await asUser(host, options, async (deps, caller) => {
        const { views } = await listBacktests(deps, { caller, after: null, limit: options.limit });
        const whenEmpty = 'There are no backtests. The service runs them: POST /v1/backtests';
        writeResult(host, options, { data: views.map(viewToJson) }, () =>
          formatTable(host.terminal, COLUMNS, views, whenEmpty),
        );
      });
    });
}

function showCommand(host: Host): Command {
  return baseCommand('show', 'show the figures of a backtest')
    .argument('<ID>', 'the id that "tidemill backtests list" shows')
    .addOption(userOption('whose backtest'))
    .action(async (backtestId: string, options: LabOptions) => {
      await asUser(host, options, async (deps, caller) => {
        const found = await getBacktest(deps, { caller, backtestId });
        if (!found.ok) {
          const advice = `See what there is: tidemill backtests list${userWords(options)}`;
          throw new CommandFailed(found.rejection.detail, advice);
        }
        writeResult(host, options, viewToJson(found.value), () =>
          formatRecord(host.terminal, recordOf(found.value)),
        );
      });
    });
}

const COLUMNS = [
  { title: 'ID', cell: ({ backtest }: BacktestView) => backtest.backtestId },
  { title: 'STATUS', cell: statusOf },
  { title: 'MARKET', cell: ({ backtest }: BacktestView) => backtest.marketTag },
  { title: 'FROM', cell: ({ backtest }: BacktestView) => minuteText(backtest.startMs) },
  { title: 'TO', cell: ({ backtest }: BacktestView) => minuteText(backtest.endMs) },
  {
    title: 'PROFIT',
    figure: ({ figures }: BacktestView) =>
      figures === null ? '' : addDecimal(figures.realizedProfit, figures.unrealizedProfit),
  },
  { title: 'IN', cell: ({ figures }: BacktestView) => figures?.profitCurrency ?? '' },
  {
    title: 'RETURN %',
    places: 2,
    figure: ({ figures }: BacktestView) =>
      figures === null ? '' : (totalReturnPercent(figures) ?? '-'),
  },
  {
    title: 'WIN %',
    places: 2,
    figure: ({ figures }: BacktestView) => figures?.winRatePercent ?? '',
  },
  {
    title: 'POSITIONS',
    figure: ({ figures }: BacktestView) =>
      figures === null ? '' : decimalFromInteger(figures.positionsClosed),
  },
] as const;

function statusOf({ figures }: BacktestView): string {
  return figures === null ? 'queued' : 'finished';
}

function recordOf(view: BacktestView): readonly (readonly [string, string])[] {
  const { backtest, figures } = view;
  const requested = [
    ['Id', backtest.backtestId],
    ['Status', statusOf(view)],
    ['Script', backtest.scriptId ?? ''],
    ['Market', `${backtest.marketTag}, ${backtest.intervalMinutes} minutes`],
    ['Window', `${minuteText(backtest.startMs)} to ${minuteText(backtest.endMs)}`],
  ] as const;
  if (figures === null) return requested;
  const currency = figures.profitCurrency;
  const total = totalReturnPercent(figures);
  return [
    ...requested,
    ...(total === null ? [] : [['Total return', `${percentText(total)} %`] as const]),
    ['Realized profit', `${shortDecimal(figures.realizedProfit, COIN_PLACES)} ${currency}`],
    ['Unrealized profit', `${shortDecimal(figures.unrealizedProfit, COIN_PLACES)} ${currency}`],
    ['Fees', `${shortDecimal(figures.fees, COIN_PLACES)} ${currency}`],
    ['ROI on used margin', `${percentText(figures.roiPercent)} %`],
    ['Buy and hold', `${percentText(figures.priceChangePercent)} %`],
    ['Max drawdown', `${shownPercent(figures.maxDrawdownPercent)} %`],
    ['Positions', `${countText(figures.positionsClosed)} closed`],
    ['Win rate', figures.positionsClosed === 0 ? '–' : `${shownPercent(figures.winRatePercent)} %`],
    ['Profit factor', figures.positionsLosing === 0 ? '–' : shortDecimal(figures.profitFactor, 2)],
    ['Orders', `${countText(figures.ordersTotal)} placed`],
  ];
}

function viewToJson(view: BacktestView): object {
  const { backtest, figures } = view;
  return {
    backtest_id: backtest.backtestId,
    status: statusOf(view),
    script_id: backtest.scriptId,
    account_id: backtest.accountId,
    market_tag: backtest.marketTag,
    interval: backtest.intervalMinutes,
    start_at: formatInstant(backtest.startMs),
    end_at: formatInstant(backtest.endMs),
    report: figures === null ? null : figuresToJson(figures),
  };
}

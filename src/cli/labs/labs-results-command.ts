// `tidemill labs results`: the best results of a lab, and a page about all of them.

import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import type { Decimal } from '#lib/decimal.ts';
import { decimalFromFloat, decimalFromInteger, formatDecimal } from '#lib/decimal.ts';
import type { LabSort } from '#services/labs/lab-deps.ts';
import { SORT_FIGURES } from '#services/labs/lab-deps.ts';
import type { ResultView } from '#services/labs/read-labs.ts';
import { listLabFront } from '#services/labs/lab-front.ts';
import { marketResultId } from '#services/labs/lab-markets.ts';
import { netPercent } from '#services/labs/lab-results.ts';
import { getLab, listLabResults } from '#services/labs/read-labs.ts';
import type { RepeatedResult } from '#services/labs/repeat-result.ts';
import { repeatResult } from '#services/labs/repeat-result.ts';
import type { LabReport } from '#services/reports/gather-lab-report.ts';
import { gatherLabReport } from '#services/reports/gather-lab-report.ts';
import { fixedDecimal } from '#services/reports/shown-decimals.ts';
import { userOption } from '#cli/choose-user.ts';
import { baseCommand, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import type { LabCommandDeps, LabOptions } from '#cli/labs-text.ts';
import { asUser, nextCommand, noSuchLab } from '#cli/labs-text.ts';
import type { ReportChoice } from '#cli/report-file.ts';
import { checkOpening, openOption, openReport, writeReport } from '#cli/report-file.ts';
import { formatTable } from '#cli/table.ts';

/** As the API has them. */
const FLOAT_PLACES = 8;

type Options = LabOptions & {
  sort: LabSort;
  minPositions: number;
  maxDrawdown?: number;
  limit: number;
  front?: readonly LabSort[];
  reports: number;
} & ReportChoice;

/** Command `tidemill labs results`. */
export function resultsCommand(host: Host): Command {
  return baseCommand('results', 'show the best results of a lab')
    .argument('<LAB_ID>', 'as "tidemill labs list" shows it')
    .addOption(userOption('whose lab it is'))
    .addOption(
      new Option('--sort <FIGURE>', 'what to sort by').choices(SORT_FIGURES).default('roi'),
    )
    .option('--min-positions <COUNT>', 'only results that closed so many', parseWhole, 0)
    .option('--max-drawdown <PERCENT>', 'only results that fell by no more', parseWhole)
    .option('--limit <COUNT>', 'at most so many', parseWhole, 20)
    .addOption(
      new Option('--front <GOALS...>', 'the best trade-offs of these goals alone').choices(
        SORT_FIGURES,
      ),
    )
    .option('--report <FILE>', 'write a page with charts of all results')
    .option('--reports <COUNT>', 'reports of so many of the best runs in it', parseReports, 3)
    .addOption(openOption())
    .action(async (labId: string, options: Options) => {
      checkOpening(options);
      await asUser(host, options, async (deps, { userId }) => {
        const views = await bestOf(deps, userId, labId, options);
        const written = await writeReportOf(host, deps, { userId, labId }, options);
        writeResult(host, options, { data: views.map(toJson) }, () =>
          formatTable(host.terminal, columnsOf(views), views, 'There are no results.').concat(
            written,
          ),
        );
        await openReport(host, options);
      });
    });
}

async function bestOf(
  deps: LabCommandDeps,
  userId: string,
  labId: string,
  options: Options,
): Promise<readonly ResultView[]> {
  const { limit, maxDrawdown, minPositions, sort } = options;
  const isDescending = sort !== 'drawdown';
  const only = { positionsMin: minPositions, drawdownMax: maxDrawdown ?? null };
  if (options.front !== undefined) {
    const goals = [...new Set(options.front)];
    const positionsMin = Math.max(1, minPositions);
    const front = await listLabFront(deps, { userId, labId, ...only, goals, positionsMin });
    if (front.ok) return front.value.slice(0, limit);
    throw noSuchLab(options, labId);
  }
  const page = { sort, isDescending, ...only, after: null, limit };
  const listed = await listLabResults(deps, { userId, labId, ...page });
  if (listed.ok) return listed.value.views;
  throw noSuchLab(options, labId);
}

async function writeReportOf(
  host: Host,
  deps: LabCommandDeps,
  { userId, labId }: { readonly userId: string; readonly labId: string },
  options: Options,
): Promise<string> {
  const { report: file } = options;
  if (file === undefined) return '';
  const lab = await getLab(deps, { userId, labId });
  const report = lab.ok ? await gatherLabReport(deps, lab.value) : null;
  if (report === null) {
    const next = nextCommand(options, 'start', labId, '--from TIME', '--to TIME');
    throw new CommandFailed('The lab has no results yet.', `Start it: ${next}`);
  }
  const runs = await runsOf(host, deps, report, options.reports);
  writeReport(file, await host.renderReport({ kind: 'lab', report, runs }));
  return `\nThe report is in ${file}\n`;
}

/** The best by profit are run again; one that cannot be is left out. */
async function runsOf(
  host: Host,
  deps: LabCommandDeps,
  { lab: { userId }, views }: LabReport,
  count: number,
): Promise<readonly RepeatedResult[]> {
  const traded = views.filter(({ result }) => result.positionsClosed > 0);
  const runs: RepeatedResult[] = [];
  for (const { result } of traded.slice(0, count)) {
    const { backtestId } = result;
    const repeated = await repeatResult(deps, host.runBacktest, { userId, backtestId });
    if (repeated.ok) runs.push(repeated.value);
    else
      host.terminal.writeError(`The report of ${backtestId} is left out: ${repeated.rejection}\n`);
  }
  return runs;
}

/** Percent, and shares of one: two decimals, as on the page. */
const PLACES = 2;

function rounded(value: number | null | undefined): Decimal | string {
  return value === null || value === undefined ? '-' : decimalFromFloat(value, FLOAT_PLACES);
}

/** Of the starting equity, as reports have it. */
function returnOf(
  figures: Pick<LabFigures, 'startEquity'> | null,
  profit: Decimal | undefined,
): Decimal | string {
  if (profit === undefined) return '-';
  return rounded(netPercent(Number(formatDecimal(profit)), figures?.startEquity ?? null));
}

type LabFigures = NonNullable<ResultView['stored']['figures']>;

const COLUMNS = [
  { title: 'ID', cell: ({ result }: ResultView) => result.backtestId },
  {
    title: 'RETURN %',
    places: PLACES,
    figure: ({ stored: { figures } }: ResultView) =>
      figures === null ? 'failed' : returnOf(figures, figures.realizedProfit),
  },
  {
    title: 'SEEN PART %',
    places: PLACES,
    figure: ({ stored: { figures } }: ResultView) =>
      returnOf(figures, figures?.inSample.realizedProfit),
  },
  {
    title: 'UNSEEN PART %',
    places: PLACES,
    figure: ({ stored: { figures } }: ResultView) =>
      returnOf(figures, figures?.outOfSample.realizedProfit),
  },
  {
    title: 'NEIGHBOURS, ON USED %',
    places: PLACES,
    figure: (view: ResultView) => rounded(view.judgement?.neighbourhoodRoi),
  },
  {
    title: 'STABILITY',
    places: PLACES,
    figure: (view: ResultView) => rounded(view.judgement?.stability),
  },
  {
    title: 'DEFLATED SHARPE',
    places: PLACES,
    figure: (view: ResultView) => rounded(view.judgement?.deflatedSharpe),
  },
  {
    title: 'POSITIONS',
    figure: ({ result }: ResultView) => decimalFromInteger(result.positionsClosed),
  },
  {
    title: 'PARAMETERS',
    cell: ({ parameters }: ResultView) =>
      Object.entries(parameters)
        .map(([key, value]) => `${key}=${String(value)}`)
        .join(' '),
  },
] as const;

const MARKETS_COLUMN = {
  title: 'BY MARKET',
  cell: ({ stored: { markets = [] } }: ResultView) =>
    markets
      .map(({ marketTag, figures: of }) => {
        const share = returnOf(of, of?.realizedProfit);
        return `${marketTag} ${typeof share === 'string' ? share : fixedDecimal(share, PLACES)}`;
      })
      .join(', '),
} as const;

const columnsOf = (views: readonly ResultView[]) =>
  views.some(({ stored }) => stored.markets !== undefined) ? [...COLUMNS, MARKETS_COLUMN] : COLUMNS;

function toJson({ judgement, parameters, result, stored }: ResultView) {
  const { figures } = stored;
  return {
    backtest_id: result.backtestId,
    parameters,
    roi: figures === null ? null : formatDecimal(figures.roiPercent),
    positions_closed: result.positionsClosed,
    in_sample_roi: figure(figures?.inSample.roiPercent),
    out_of_sample_roi: figure(figures?.outOfSample.roiPercent),
    neighbourhood_roi: figure(judgement?.neighbourhoodRoi),
    stability: figure(judgement?.stability),
    deflated_sharpe_ratio: figure(judgement?.deflatedSharpe),
    error: stored.failure?.message ?? null,
    markets: (stored.markets ?? []).map(({ marketTag, figures: of }, place) => ({
      market_tag: marketTag,
      backtest_id: marketResultId(result.backtestId, place),
      realized_profit: of === null ? null : formatDecimal(of.realizedProfit),
    })),
  };
}

/** As the API returns it. */
function figure(value: number | null | undefined): string | null {
  return value === null || value === undefined
    ? null
    : formatDecimal(decimalFromFloat(value, FLOAT_PLACES));
}

function parseWhole(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`Expected a whole number; found "${text}".`);
}

const REPORTS_MAX = 20;

function parseReports(text: string): number {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : Infinity;
  if (count <= REPORTS_MAX) return count;
  throw new InvalidArgumentError(`Expected a number from 0 to ${REPORTS_MAX}; found "${text}".`);
}

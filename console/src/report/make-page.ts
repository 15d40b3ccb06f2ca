// A report or a lab as one page that needs nothing else: the frame that files of reports have, with
// all that the page shows written in.

import type { BacktestJob, LabDetail, Portfolio } from '@tidemill/client';
import type { QueryClient } from '@tanstack/react-query';
import {
  backtestLogQuery,
  backtestOrdersQuery,
  barsQuery,
  curveQuery,
  drawingsQuery,
  exportsQuery,
  objectsQuery,
  plotsQuery,
  statisticsQuery,
  tradesQuery,
} from '../api/backtest-queries.ts';
import { labOverfittingQuery, labParametersQuery, labResultsQuery } from '../api/lab-queries.ts';
import type { BacktestDocument, LabDocument, ReportDocument } from './report-document.ts';
import { REPORT_FRAME } from './report-frame.ts';
import { REPORT } from '../words/report.ts';

type PageWords = { readonly name: string; readonly decimals: number };

/** Page of a backtest as one text of HTML; what is not read yet is fetched. */
export async function backtestPage(
  client: QueryClient,
  job: BacktestJob,
  { name, decimals }: PageWords,
): Promise<string> {
  const id = job.backtest_id;
  const [statistics, bars, equity, plots, drawings, objects, trades, orders, logs, exports] =
    await Promise.all([
      client.query({ ...statisticsQuery(id), staleTime: 'static' }),
      client.query({ ...barsQuery(id), staleTime: 'static' }),
      client.query({ ...curveQuery(id), staleTime: 'static' }),
      client.query({ ...plotsQuery(id), staleTime: 'static' }),
      client.query({ ...drawingsQuery(id), staleTime: 'static' }),
      client.query({ ...objectsQuery(id), staleTime: 'static' }),
      client.query({ ...tradesQuery(id), staleTime: 'static' }),
      client.query({ ...backtestOrdersQuery(id), staleTime: 'static' }),
      client.query({ ...backtestLogQuery(id), staleTime: 'static' }),
      client.query({ ...exportsQuery(id), staleTime: 'static' }),
    ]);
  const drawn = { plots, drawings, objects };
  const parts = { statistics, bars, equity, ...drawn, trades, orders, logs, exports };
  const document: BacktestDocument = {
    kind: 'backtest',
    script_name: name,
    price_decimals: decimals,
    job,
    ...parts,
  };
  return framed(document, REPORT.on(name, job.market_tag ?? ''));
}

/** Page of a lab as one text of HTML; what is not read yet is fetched. */
export async function labPage(
  client: QueryClient,
  lab: LabDetail,
  scriptName: string,
): Promise<string> {
  const id = lab.lab_id;
  const [{ data: parameters }, results, overfitting] = await Promise.all([
    client.query({ ...labParametersQuery(id), staleTime: 'static' }),
    client.query({ ...labResultsQuery(id, lab.completed_backtests), staleTime: 'static' }),
    client.query({ ...labOverfittingQuery(id), staleTime: 'static' }),
  ]);
  const found = { parameters, results, overfitting };
  const document: LabDocument = { kind: 'lab', script_name: scriptName, lab, ...found, runs: [] };
  return framed(document, lab.name);
}

/** Page of a portfolio as one text of HTML. */
export function portfolioPage(portfolio: Portfolio, names: readonly string[]): string {
  return framed({ kind: 'portfolio', portfolio, names }, REPORT.portfolio);
}

function framed(document: ReportDocument, title: string): string {
  // No text of a script, a market or a user may end the element that it stands in.
  const content = JSON.stringify(document).replaceAll('<', String.raw`\u003c`);
  const words = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  // Functions, because `$` in a text that replaces another means something.
  return REPORT_FRAME.replace('__REPORT__', () => content).replace('__TITLE__', () => words);
}

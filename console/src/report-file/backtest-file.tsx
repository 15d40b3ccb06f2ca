// A backtest in a file: the report of the console, filled from what stands in the page.

import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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
import { ChosenInputs } from '../report/chosen-inputs.tsx';
import { subtitleOf } from '../report/report-subtitle.ts';
import { ReportView } from '../report/report-view.tsx';
import type { BacktestDocument } from '../report/report-document.ts';
import { REPORT } from '../words/report.ts';

/** All that the parts of the report would ask for. */
export function fillBacktest(client: QueryClient, document: BacktestDocument): void {
  const id = document.job.backtest_id;
  client.setQueryData(statisticsQuery(id).queryKey, document.statistics);
  client.setQueryData(barsQuery(id).queryKey, [...document.bars]);
  client.setQueryData(curveQuery(id).queryKey, [...document.equity]);
  client.setQueryData(plotsQuery(id).queryKey, document.plots);
  client.setQueryData(drawingsQuery(id).queryKey, document.drawings);
  client.setQueryData(objectsQuery(id).queryKey, document.objects);
  client.setQueryData(tradesQuery(id).queryKey, document.trades);
  client.setQueryData(backtestOrdersQuery(id).queryKey, [...document.orders]);
  client.setQueryData(backtestLogQuery(id).queryKey, [...document.logs]);
  client.setQueryData(exportsQuery(id).queryKey, document.exports);
}

type Props = {
  readonly document: BacktestDocument;
  /** Leads back to what it belongs to. */
  readonly from?: ReactNode;
};

export function BacktestFile({ document, from }: Props) {
  const { job, script_name: name, price_decimals: decimals } = document;
  return (
    <>
      <header className="page-head">
        <div>
          <p className="crumb">{from ?? REPORT.backtest}</p>
          <h1>{name}</h1>
          <p>{subtitleOf(job)}</p>
        </div>
      </header>
      <ChosenInputs job={job} />
      {job.report === null ? null : (
        <ReportView job={job} report={job.report} decimals={decimals} />
      )}
    </>
  );
}

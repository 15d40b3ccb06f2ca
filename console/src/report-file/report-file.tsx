// Starts a report that is a file: the parts of the console that show a backtest, filled from what
// stands in the page. It asks nobody for anything.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  backtestLogQuery,
  backtestOrdersQuery,
  barsQuery,
  curveQuery,
  drawingsQuery,
  exportsQuery,
  plotsQuery,
  statisticsQuery,
  tradesQuery,
} from '../api/backtest-queries.ts';
import { ChartNotice } from '../parts/chart-notice.tsx';
import { ChosenInputs } from '../report/chosen-inputs.tsx';
import { subtitleOf } from '../report/report-subtitle.ts';
import { ReportView } from '../report/report-view.tsx';
import type { ReportDocument } from './report-document.ts';

/** Everything is there and nothing changes. */
function clientOf(document: ReportDocument): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity, retry: false } },
  });
  const id = document.job.backtest_id;
  client.setQueryData(statisticsQuery(id).queryKey, document.statistics);
  client.setQueryData(barsQuery(id).queryKey, [...document.bars]);
  client.setQueryData(curveQuery(id).queryKey, [...document.equity]);
  client.setQueryData(plotsQuery(id).queryKey, document.plots);
  client.setQueryData(drawingsQuery(id).queryKey, document.drawings);
  client.setQueryData(tradesQuery(id).queryKey, document.trades);
  client.setQueryData(backtestOrdersQuery(id).queryKey, [...document.orders]);
  client.setQueryData(backtestLogQuery(id).queryKey, [...document.logs]);
  client.setQueryData(exportsQuery(id).queryKey, document.exports);
  return client;
}

function ReportFile({ document }: { readonly document: ReportDocument }) {
  const { job, script_name: name, price_decimals: decimals } = document;
  return (
    <main className="page page-report report-file">
      <header className="page-head">
        <div>
          <p className="crumb">Backtest</p>
          <h1>{name}</h1>
          <p>{subtitleOf(job)}</p>
        </div>
      </header>
      <ChosenInputs job={job} />
      {job.report === null ? null : (
        <ReportView job={job} report={job.report} decimals={decimals} />
      )}
      <footer className="report-foot">
        <ChartNotice />
      </footer>
    </main>
  );
}

const text = document.querySelector('#report')?.textContent;
const root = document.querySelector('#root');
if (!text || root === null) throw new Error('The page has a report and a place for it.');
const report = JSON.parse(text) as ReportDocument;
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={clientOf(report)}>
      <ReportFile document={report} />
    </QueryClientProvider>
  </StrictMode>,
);

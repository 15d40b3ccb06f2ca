// Starts a report that is a file: parts of the console, filled from what stands in the page. It
// sends no request.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ChartNotice } from '../parts/chart-notice.tsx';
import { BacktestFile, fillBacktest } from './backtest-file.tsx';
import { ComparisonFile } from './comparison-file.tsx';
import { fillLab, LabFile } from './lab-file.tsx';
import { PortfolioFile } from './portfolio-file.tsx';
import type { ReportDocument } from '../report/report-document.ts';

/** Everything is there and nothing changes. */
function clientOf(document: ReportDocument): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity, retry: false } },
  });
  if (document.kind === 'backtest') fillBacktest(client, document);
  if (document.kind === 'lab') fillLab(client, document);
  return client;
}

function ReportFile({ document }: { readonly document: ReportDocument }) {
  return (
    <main className="page page-report report-file">
      <Content document={document} />
      {document.kind === 'comparison' ? null : (
        <footer className="report-foot">
          <ChartNotice />
        </footer>
      )}
    </main>
  );
}

function Content({ document }: { readonly document: ReportDocument }) {
  switch (document.kind) {
    case 'backtest':
      return <BacktestFile document={document} />;
    case 'lab':
      return <LabFile document={document} />;
    case 'portfolio':
      return <PortfolioFile document={document} />;
    case 'comparison':
      return <ComparisonFile document={document} />;
  }
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

// A lab in a file: what the page of the lab shows, and the reports of some of its runs, each at an
// address of its own within the page.

import type { LabResult } from '@tidemill/client';
import type { QueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { LabFindings } from '../labs/lab-findings.tsx';
import { LabStatus } from '../labs/lab-status.tsx';
import { windowText } from '../report/report-subtitle.ts';
import { BacktestFile, fillBacktest } from './backtest-file.tsx';
import type { LabDocument } from '../report/report-document.ts';
import { REPORT } from '../words/report.ts';

/** Fills the cache with the runs of the document. */
export function fillLab(client: QueryClient, { runs }: LabDocument): void {
  for (const run of runs) fillBacktest(client, run);
}

export function LabFile({ document }: { readonly document: LabDocument }) {
  const { lab, runs } = document;
  const place = usePlace();
  const run = runs.find(({ job }) => job.backtest_id === place);
  // As a page of its own would, it begins at the top.
  useLayoutEffect(() => {
    scrollTo(0, 0);
  }, [place]);
  if (run !== undefined)
    return <BacktestFile key={place} document={run} from={<a href="#lab">{lab.name}</a>} />;
  return <Lab document={document} />;
}

function Lab({ document }: { readonly document: LabDocument }) {
  const { lab, overfitting, parameters, results, runs, script_name: name } = document;
  const withReport = new Set(runs.map(({ job }) => job.backtest_id));
  const renderActs = ({ backtest_id: id }: LabResult) =>
    withReport.has(id) ? (
      <a className="button button-small" href={`#${id}`}>
        {REPORT.report}
      </a>
    ) : null;
  return (
    <>
      <header className="page-head">
        <div>
          <p className="crumb">{REPORT.lab}</p>
          <h1>{lab.name}</h1>
          <p>
            <LabStatus lab={lab} /> {name} · {windowText(lab)}
            {lab.cancel_reason === null ? '' : ` · ${lab.cancel_reason}`}
          </p>
        </div>
      </header>
      <LabFindings
        parameters={parameters}
        results={results}
        completed={lab.completed_backtests}
        judged={lab.status === 'completed' ? overfitting : undefined}
        renderActs={renderActs}
        renderMarket={({ market_tag: tag }) => tag}
      />
    </>
  );
}

/** What the address names behind `#`. */
function usePlace(): string {
  return useSyncExternalStore(
    (onChange) => {
      addEventListener('hashchange', onChange);
      return () => removeEventListener('hashchange', onChange);
    },
    () => location.hash.slice(1),
  );
}

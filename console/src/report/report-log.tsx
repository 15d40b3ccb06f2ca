// Log of the script and the engine during a run, oldest first.

import type { BacktestLogLine } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { backtestLogQuery } from '../api/backtest-queries.ts';
import { formatTime, formatUtc } from '../parts/format.ts';
import { withLocalInstants } from '../parts/local-instants.ts';
import { Panel } from '../parts/widgets.tsx';
import { REPORT } from '../words/report.ts';

export function ReportLog({ backtestId }: { readonly backtestId: string }) {
  const { data: lines = [] } = useQuery(backtestLogQuery(backtestId));
  if (lines.length === 0) return null;
  return (
    <Panel title={REPORT.log} side={<span className="hint">{countText(lines.length)}</span>}>
      <div className="log" tabIndex={0} role="region" aria-label={REPORT.log}>
        {lines.map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </div>
    </Panel>
  );
}

const countText = (count: number): string => (count === 1 ? '1 line' : REPORT.lines(count));

function Line({ line: { timestamp, severity, message } }: { readonly line: BacktestLogLine }) {
  return (
    <div className="log-line" data-severity={severity}>
      {timestamp === null ? (
        <span />
      ) : (
        <time className="faint" dateTime={timestamp} title={formatUtc(timestamp)}>
          {formatTime(timestamp)}
        </time>
      )}
      <span>{timestamp === null ? message : withLocalInstants(message, timestamp)}</span>
    </div>
  );
}

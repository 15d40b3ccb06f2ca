// What a bot writes, newest first, as it comes; older lines on request.

import type { BotLogPage } from '@tidemill/client';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { botLogQuery } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { formatClock } from '../../parts/format.ts';
import { Empty, Failed, Loading } from '../../parts/states.tsx';

const SEVERITIES = [
  ['all', 'All'],
  ['trade', 'Trades'],
  ['problem', 'Warnings'],
] as const;
type Wanted = (typeof SEVERITIES)[number][0];

export function BotLog({ botId }: { readonly botId: string }) {
  return <LogLines log={useInfiniteQuery(botLogQuery(botId))} />;
}

type LinesProps = {
  readonly log: UseInfiniteQueryResult<InfiniteData<Pick<BotLogPage, 'data'>>>;
};

export function LogLines({ log }: LinesProps) {
  const [wanted, setWanted] = useState<Wanted>('all');
  if (log.isPending) return <Loading lines={6} />;
  if (log.isError && log.data === undefined)
    return <Failed error={log.error} onRetry={() => void log.refetch()} />;
  const lines = log.data?.pages.flatMap(({ data }) => data) ?? [];
  const shown = lines.filter(({ severity }) => isWanted(severity, wanted));
  if (lines.length === 0)
    return <Empty title="Nothing logged yet">What the script logs shows here as it comes.</Empty>;
  return (
    <>
      <div className="log-filter" role="group" aria-label="Lines">
        {SEVERITIES.map(([value, text]) => (
          <button
            key={value}
            type="button"
            className="chart-tool"
            aria-pressed={wanted === value}
            onClick={() => setWanted(value)}
          >
            {text}
          </button>
        ))}
      </div>
      <div className="log" tabIndex={0} role="log" aria-label="Log">
        {shown.map((line, index) => (
          <div key={index} className="log-line" data-severity={line.severity}>
            <time
              className="faint"
              dateTime={line.timestamp}
              title={`${line.timestamp.replace('T', ' ').slice(0, 19)} UTC`}
            >
              {dayOf(line.timestamp)} {formatClock(line.timestamp)}
            </time>
            <span>{line.message}</span>
          </div>
        ))}
        {shown.length === 0 ? <p className="hint log-none">No such line among these.</p> : null}
        {log.hasNextPage ? (
          <div className="log-more">
            <Button
              isSmall
              isDisabled={log.isFetchingNextPage}
              onPress={() => void log.fetchNextPage()}
            >
              {log.isFetchingNextPage ? 'Reading…' : 'Older lines'}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  );
}

function isWanted(severity: string, wanted: Wanted): boolean {
  if (wanted === 'all') return true;
  if (wanted === 'trade') return severity === 'trade';
  return severity === 'warning' || severity === 'error';
}

const DAY = new Intl.DateTimeFormat(undefined, { day: '2-digit', month: '2-digit' });
const dayOf = (instant: string): string => DAY.format(new Date(instant));

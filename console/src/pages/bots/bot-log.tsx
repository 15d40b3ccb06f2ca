// Log of a bot, newest first, as it comes; older lines on request.

import type { BotLogPage } from '@tidemill/client';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { botLogQuery } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { formatClock, formatUtc } from '../../parts/format.ts';
import { withLocalInstants } from '../../parts/local-instants.ts';
import { Empty, Failed, Loading } from '../../parts/states.tsx';
import type { LogAddress, LogFilter } from './log-lines.ts';
import { isShown, LOG_FILTERS, readLogAddress } from './log-lines.ts';
import { BOTS } from '../../words/bots.ts';
import { LOCALE } from '../../words/language.ts';

type FilterProps = {
  readonly filter: LogFilter;
  readonly onFilter: (address: LogAddress) => void;
};

type Props = FilterProps & { readonly botId: string };

export function BotLog({ botId, ...filter }: Props) {
  return <LogLines log={useInfiniteQuery(botLogQuery(botId))} {...filter} />;
}

type LinesProps = FilterProps & {
  readonly log: UseInfiniteQueryResult<InfiniteData<Pick<BotLogPage, 'data'>>>;
};

/** Lines of a log that is being read, with its filter and a button for older ones. */
export function LogLines({ log, filter, onFilter }: LinesProps) {
  if (log.isPending) return <Loading lines={6} />;
  if (log.isError && log.data === undefined)
    return <Failed error={log.error} onRetry={() => void log.refetch()} />;
  const lines = log.data?.pages.flatMap(({ data }) => data) ?? [];
  const shown = lines.filter(({ severity }) => isShown(severity, filter));
  if (lines.length === 0)
    return <Empty title={BOTS.nothingLoggedYet}>{BOTS.logLinesFromThe}</Empty>;
  return (
    <>
      <div className="log-filter" role="group" aria-label={BOTS.lines}>
        {LOG_FILTERS.map(([value, text]) => (
          <button
            key={value}
            type="button"
            className="chart-tool"
            aria-pressed={filter === value}
            onClick={() => onFilter(readLogAddress(value))}
          >
            {text}
          </button>
        ))}
      </div>
      <div className="log" tabIndex={0} role="log" aria-label={BOTS.log}>
        {shown.map((line, index) => (
          <div key={index} className="log-line" data-severity={line.severity}>
            <time className="faint" dateTime={line.timestamp} title={formatUtc(line.timestamp)}>
              {dayOf(line.timestamp)} {formatClock(line.timestamp)}
            </time>
            <span>{withLocalInstants(line.message, line.timestamp)}</span>
          </div>
        ))}
        {shown.length === 0 ? <p className="hint log-none">{BOTS.noMatchingLines}</p> : null}
        {log.hasNextPage ? (
          <div className="log-more">
            <Button
              isSmall
              isDisabled={log.isFetchingNextPage}
              onPress={() => void log.fetchNextPage()}
            >
              {log.isFetchingNextPage ? BOTS.reading : BOTS.olderLines}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  );
}

const DAY = new Intl.DateTimeFormat(LOCALE, { day: '2-digit', month: '2-digit' });
const dayOf = (instant: string): string => DAY.format(new Date(instant));

// Equity of one wallet over a span that is chosen.

import type { EquityPage } from '@tidemill/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { formatDecimal } from '../../parts/format.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Segments } from '../../parts/widgets.tsx';
import type { SpanName } from '../home/worth-span.ts';
import { SPANS } from '../home/worth-span.ts';
import { ACCOUNTS } from '../../words/accounts.ts';

const ValueChart = lazy(async () => {
  const { ValueChart: chart } = await import('../../chart/value-chart.tsx');
  return { default: chart };
});

type Props = {
  readonly query: UseQueryResult<Pick<EquityPage, 'data'>>;
  readonly span: SpanName;
  readonly onSpan: (span: SpanName) => void;
};

export function WorthOverTime({ query, span, onSpan }: Props) {
  return (
    <section className="panel" aria-label={ACCOUNTS.value}>
      <Loaded query={query} lines={5}>
        {({ data }) => {
          const last = data.at(-1);
          return last === undefined ? (
            <Empty title={ACCOUNTS.notValuedYet}>{ACCOUNTS.theAccountIsValued}</Empty>
          ) : (
            <>
              <header className="worth-head">
                <p className="worth-now">
                  {formatDecimal(last.value, 2)} <span className="unit">{last.currency}</span>
                </p>
                <Segments label={ACCOUNTS.span} value={span} choices={SPANS} onChange={onSpan} />
              </header>
              {last.unpriced.length === 0 ? null : (
                <p className="hint worth-note">
                  {ACCOUNTS.withoutWhichHaveNo(last.unpriced.join(', '))}
                </p>
              )}
              <Suspense fallback={<div className="chart chart-worth" />}>
                <ValueChart values={data} currency={last.currency} />
              </Suspense>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

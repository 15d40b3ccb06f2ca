// Equity of all accounts over time: real money and play money apart, each in the currency that it
// is valued in.

import type { EquitySum } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { firstWorthQuery, worthQuery } from '../../api/queries.ts';
import { useGo } from '../../app/use-go.ts';
import { formatDecimal, formatSigned } from '../../parts/format.ts';
import { Empty, Failed, Loading } from '../../parts/states.tsx';
import { compareDecimals, differenceOf } from '../../parts/steps.ts';
import { Segments } from '../../parts/widgets.tsx';
import { firstWindow, spanOf, SPANS } from './worth-span.ts';
import type { SpanName } from './worth-span.ts';
import { HOME } from '../../words/home.ts';
import { PARTS } from '../../words/parts.ts';

const ValueChart = lazy(async () => {
  const { ValueChart: chart } = await import('../../chart/value-chart.tsx');
  return { default: chart };
});

export function WorthPanel() {
  const { span = '1W' } = useSearch({ from: '/inside/' });
  const go = useGo({ from: '/' });
  const setSpan = (next: SpanName): void => {
    void go({ search: next === '1W' ? {} : { span: next }, replace: true });
  };
  const [chosen, setChosen] = useState<string | null>(null);
  const sums = useQuery(worthQuery(span));
  const all = sums.data?.data ?? [];
  const sum = all.find((of) => keyOf(of) === chosen) ?? mainOf(all);
  return (
    <section className="panel" aria-label={HOME.value}>
      {sums.isPending ? (
        <Loading lines={7} />
      ) : sums.isError && sums.data === undefined ? (
        <Failed error={sums.error} onRetry={() => void sums.refetch()} />
      ) : sum === undefined ? (
        <Empty title={HOME.noValue}>{HOME.noValueWhy}</Empty>
      ) : (
        <>
          <header className="worth-head">
            <Worth sum={sum} span={span} />
            <div className="worth-choices">
              {all.length < 2 ? null : (
                <Segments
                  label={HOME.money}
                  value={keyOf(sum)}
                  choices={all.map((of) => [keyOf(of), nameOf(of)])}
                  onChange={setChosen}
                />
              )}
              <Segments label={HOME.span} value={span} choices={SPANS} onChange={setSpan} />
            </div>
          </header>
          <Suspense fallback={<div className="chart chart-worth" />}>
            <ValueChart values={sum.values} currency={sum.currency} />
          </Suspense>
        </>
      )}
    </section>
  );
}

const keyOf = ({ currency, is_play_money: isPlay }: EquitySum): string =>
  `${currency} ${isPlay ? 'play' : 'real'}`;
const nameOf = ({ currency, is_play_money: isPlay }: EquitySum): string =>
  isPlay ? HOME.inPlayMoney(currency) : currency;

/** Real money goes before play money. */
function mainOf(all: readonly EquitySum[]): EquitySum | undefined {
  return [...all].sort(
    (one, other) =>
      Number(one.is_play_money) - Number(other.is_play_money) ||
      compareDecimals(other.values.at(-1)?.value ?? '0', one.values.at(-1)?.value ?? '0'),
  )[0];
}

function Worth({ sum, span }: { readonly sum: EquitySum; readonly span: SpanName }) {
  const { currency, is_play_money: isPlay, values } = sum;
  const now = values.at(-1)?.value ?? '0';
  const today = useToday(sum);
  const first = useFirst(sum, span) ?? now;
  return (
    <div className="worth">
      <p className="hint">
        {HOME.allAccounts}
        {isPlay ? ' ' : ''}
        {isPlay ? <span className="tag tag-accent">{PARTS.playMoney}</span> : null}
      </p>
      <p className="worth-now">
        {formatDecimal(now, 2)} <span className="unit">{currency}</span>
      </p>
      <dl className="worth-changes">
        {today === null ? null : (
          <Change name={HOME.today} from={today} to={now} currency={currency} />
        )}
        <Change name={spanOf(span).words} from={first} to={now} currency={currency} />
      </dl>
    </div>
  );
}

type ChangeProps = {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly currency: string;
};

/** Deposits and withdrawals are in it, too. */
function Change({ name, from, to, currency }: ChangeProps) {
  const change = differenceOf(to, from);
  const sign = compareDecimals(change, '0');
  const percent = Number(from) > 0 ? (Number(change) / Number(from)) * 100 : null;
  return (
    <div>
      <dt>{name}</dt>
      <dd className={sign > 0 ? 'rise' : sign < 0 ? 'fall' : 'soft'}>
        {formatSigned(change, 2)} {currency}
        {percent === null ? '' : ` (${formatSigned(percent.toFixed(2), 2)} %)`}
      </dd>
    </div>
  );
}

/** What it was worth when the span began, or when the first account was opened. */
function useFirst(sum: EquitySum, span: SpanName): string | null {
  const first = sum.values[0];
  const [openedMs] = useState(() => Date.now());
  const window = first === undefined ? null : firstWindow(span, first.at, openedMs);
  const { data } = useQuery({ ...firstWorthQuery(window), enabled: window !== null });
  const earliest = data === undefined ? undefined : sameMoney(data.data, sum)?.values[0];
  return (earliest ?? first)?.value ?? null;
}

const sameMoney = (all: readonly EquitySum[], of: EquitySum): EquitySum | undefined =>
  all.find((each) => keyOf(each) === keyOf(of));

/** What it was worth at midnight, by the reader's clock; null: not known. */
function useToday(sum: EquitySum): string | null {
  const { data } = useQuery(worthQuery('today'));
  return data === undefined ? null : (sameMoney(data.data, sum)?.values[0]?.value ?? null);
}

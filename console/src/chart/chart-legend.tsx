// Legend in the corner of the chart: the bar at the pointer, and what was traded in it.

import type { Market } from '@tidemill/client';
import { useSyncExternalStore } from 'react';
import { fixedNumber, formatPriceNumber, formatUtcSpan, formatVolume } from '../parts/format.ts';
import { Time } from '../parts/widgets.tsx';
import { besidePointer } from './beside-pointer.ts';
import type { ChartReading, LineReading, Reading } from './chart-reading.ts';
import type { Interval } from './intervals.ts';
import { INTERVALS } from './intervals.ts';
import type { Mark, Trade } from './marks.ts';
import { CHART } from '../words/chart.ts';

type Props = {
  readonly market: Market;
  readonly interval: Interval;
  readonly reading: ChartReading;
};

export function ChartLegend({ market, interval, reading }: Props) {
  const current = useSyncExternalStore(reading.subscribe, reading.current);
  const name = INTERVALS.find(([minutes]) => minutes === interval)?.[1];
  if (current === null) return null;
  const { bar, former } = current;
  const change = bar.close - (former ?? bar.open);
  const percent = (change / (former ?? bar.open)) * 100;
  const look = bar.close >= bar.open ? 'rise' : 'fall';
  const price = (value: number): string => formatPriceNumber(value, market.price_decimals);
  return (
    <>
      <div className="chart-legend">
        <span className="chart-legend-name">
          {market.base}/{market.quote} · {name}
        </span>
        {(['open', 'high', 'low', 'close'] as const).map((part) => (
          <span
            key={part}
            className={part === 'close' ? 'chart-legend-part' : 'chart-legend-part wide-only'}
          >
            {part.charAt(0).toUpperCase()} <b className={look}>{price(bar[part])}</b>
          </span>
        ))}
        <span className={`${change >= 0 ? 'rise' : 'fall'} chart-legend-part`}>
          {change >= 0 ? '+' : '−'}
          {fixedNumber(Math.abs(percent), 2)} %
        </span>
        <span className="chart-legend-part wide-only">
          {CHART.vol} <b>{formatVolume(bar.volume)}</b>
        </span>
        {current.lines.map((line, index) => (
          <span key={`${index} ${line.name}`} className="chart-legend-part">
            <i className="swatch" style={{ background: line.colour }} /> {line.name}{' '}
            <b>{lineText(line, market.price_decimals)}</b>
          </span>
        ))}
      </div>
      {current.marks.length === 0 ? null : <MarkCard reading={current} />}
    </>
  );
}

/** Far from prices digits are as many as tell two bars apart. */
function lineText({ value, chart }: LineReading, priceDecimals: number): string {
  if (value === null) return '–';
  if (chart === 0) return formatPriceNumber(value, priceDecimals);
  if (Math.abs(value) >= 100_000) return formatVolume(value);
  return formatPriceNumber(value, Math.abs(value) < 1 ? 5 : 2);
}

const SHOWN_MAX = 6;

const instantOf = ({ atMs }: Trade): string => new Date(atMs).toISOString();

function MarkCard({ reading: { marks, x, y } }: { readonly reading: Reading }) {
  const instants = marks.flatMap(({ trades }) => trades.map(instantOf)).sort();
  return (
    <div className="chart-card" style={{ top: Math.max(34, y - 20), left: besidePointer(x) }}>
      {marks.map((mark) => (
        <MarkRows key={mark.id} mark={mark} />
      ))}
      <div className="chart-card-utc number">{formatUtcSpan(instants)}</div>
    </div>
  );
}

function MarkRows({ mark: { side, trades } }: { readonly mark: Mark }) {
  const more = trades.length - SHOWN_MAX;
  return (
    <>
      {trades.slice(0, SHOWN_MAX).map((trade) => (
        <div key={trade.id} className="chart-card-row">
          <span className={side === 'buy' ? 'mark-buy' : 'mark-sell'}>
            {side === 'buy' ? '▲' : '▼'}
          </span>
          <span className="number">{trade.text}</span>
          <span className="faint number">
            <Time at={instantOf(trade)} />
          </span>
        </div>
      ))}
      {more > 0 ? <div className="faint">{CHART.andMore(more)}</div> : null}
    </>
  );
}

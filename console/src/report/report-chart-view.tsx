// The chart of a report, with what the pointer is at. Texts of marks are shown only there.

import { useEffect, useRef, useState } from 'react';
import { besidePointer } from '../chart/beside-pointer.ts';
import { useThemeCount } from '../chart/chart-theme.ts';
import { printWhole } from '../chart/print-chart.ts';
import {
  fixedNumber,
  formatPriceNumber,
  formatSigned,
  formatUtcSpan,
  formatVolume,
} from '../parts/format.ts';
import { Time } from '../parts/widgets.tsx';
import type { PointerReading, ReportChart } from './report-chart.ts';
import { makeReportChart } from './report-chart.ts';
import type { ReportContent, TradeMark } from './report-content.ts';
import { REPORT } from '../words/report.ts';

type Props = {
  readonly content: ReportContent;
  readonly intervalMinutes: number;
  readonly priceDecimals: number;
  /** The trade to show; null: all of the window. */
  readonly shownTrade: string | null;
  readonly onShowAll: () => void;
  readonly isSmall?: boolean;
  /** Index of the candle at the pointer; null: it is elsewhere. */
  readonly onBar?: ((bar: number | null) => void) | undefined;
  /** A trade was chosen in the chart. */
  readonly onTrade?: ((positionId: string) => void) | undefined;
};

export function ReportChartView(props: Props) {
  const { content, intervalMinutes, priceDecimals, shownTrade, onShowAll, isSmall = false } = props;
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ReportChart>(null);
  const [pointed, setPointed] = useState<PointerReading | null>(null);
  const themeCount = useThemeCount();
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (place.current === null) return;
    const made = makeReportChart(place.current, content, {
      intervalMinutes,
      priceDecimals,
      formatPrice: (price) => formatPriceNumber(price, priceDecimals),
      onPoint(next) {
        setPointed(next);
        latest.current.onBar?.(next?.isPointed === true ? next.index : null);
      },
      onPick: ({ trade }) => latest.current.onTrade?.(trade.position_id),
    });
    chart.current = made;
    const leavePaper = printWhole(made.picture, place.current);
    return () => {
      leavePaper();
      made.remove();
    };
  }, [content, intervalMinutes, priceDecimals, themeCount]);
  useEffect(() => {
    const marks = content.marks.filter(({ trade }) => trade.position_id === shownTrade);
    if (shownTrade === null || marks.length === 0) chart.current?.showAll();
    else chart.current?.showTrade(marks);
  }, [content, shownTrade, themeCount]);
  const extraPanes = chartsOf(content).size;
  const height = (isSmall ? 330 : 500) + Math.min(3, extraPanes) * (isSmall ? 60 : 90);
  return (
    <div className="chart report-chart" style={{ height }}>
      <div ref={place} className="chart-canvas" role="img" aria-label={labelOf(content)} />
      {pointed === null ? null : (
        <Legend
          pointed={pointed}
          decimals={priceDecimals}
          isSmall={isSmall}
          onToggle={(index) => chart.current?.toggle(index)}
        />
      )}
      {pointed?.isPointed === true ? <Card pointed={pointed} decimals={priceDecimals} /> : null}
      {shownTrade === null ? null : (
        <button type="button" className="button button-small chart-end" onClick={onShowAll}>
          {REPORT.showAll}
        </button>
      )}
    </div>
  );
}

/** The charts below that of the prices. */
function chartsOf({ plots, prices, volumes, signals, levels, labels, objects }: ReportContent) {
  const all = [...plots, ...prices, ...volumes, ...signals, ...levels, ...labels, ...objects];
  return new Set(all.map(({ chart }) => chart).filter((chart) => chart !== 0));
}

function labelOf({ bars, marks }: ReportContent): string {
  const entries = marks.filter(({ what }) => what === 'entry').length;
  return REPORT.chartOfCandlesWith(bars.length, entries);
}

type LegendProps = {
  readonly pointed: PointerReading;
  readonly decimals: number;
  readonly isSmall: boolean;
  readonly onToggle: (index: number) => void;
};

function Legend({ pointed, decimals, isSmall, onToggle }: LegendProps) {
  const { bar, readings } = pointed;
  const look = bar.close >= bar.open ? 'rise' : 'fall';
  const price = (value: number): string => formatPriceNumber(value, decimals);
  return (
    <div className="chart-legend" data-time={bar.time}>
      <span className="chart-legend-name">
        <Time at={new Date(bar.time * 1_000).toISOString()} />
      </span>
      {(['open', 'high', 'low', 'close'] as const).map((part) =>
        isSmall && part !== 'close' ? null : (
          <span key={part} className="chart-legend-part wide-only">
            {part.charAt(0).toUpperCase()} <b className={look}>{price(bar[part])}</b>
          </span>
        ),
      )}
      {isSmall ? null : (
        <span className="chart-legend-part wide-only">
          {REPORT.vol} <b>{formatVolume(bar.volume)}</b>
        </span>
      )}
      {readings.map(({ name, colour, value, unit, pane, isHidden }, index) => (
        <button
          key={`${pane} ${name}`}
          type="button"
          className="chart-legend-line"
          aria-pressed={!isHidden}
          title={isHidden ? REPORT.showThisLine : REPORT.hideThisLine}
          onClick={() => onToggle(index)}
        >
          <i className="swatch" style={{ background: colour }} /> {name}{' '}
          <b>{value === null ? '–' : `${readingText(value, unit, decimals)}${unit}`}</b>
        </button>
      ))}
    </div>
  );
}

function readingText(value: number, unit: string, decimals: number): string {
  if (unit !== '') return fixedNumber(value, Math.abs(value) < 1 ? 3 : 2);
  return formatPriceNumber(value, Math.abs(value) < 1_000 ? Math.max(2, decimals) : decimals);
}

function Card({
  pointed,
  decimals,
}: {
  readonly pointed: PointerReading;
  readonly decimals: number;
}) {
  const { marks, shapes, tooltips, x, y } = pointed;
  const texts = [...shapes.map(({ name }) => name).filter((name) => name !== ''), ...tooltips];
  if (marks.length === 0 && texts.length === 0) return null;
  const instants = marks.flatMap((mark) => instantOf(mark) ?? []).sort();
  return (
    <div className="chart-card" style={{ top: Math.max(40, y - 20), left: besidePointer(x) }}>
      {marks.slice(0, 6).map((mark) => (
        <MarkLine key={`${mark.what} ${mark.trade.position_id}`} mark={mark} decimals={decimals} />
      ))}
      {marks.length > 6 ? (
        <div className="faint">
          {marks.length - 6} {REPORT.more}
        </div>
      ) : null}
      {texts.slice(0, 4).map((text, index) => (
        <div key={index} className="chart-card-row">
          {text}
        </div>
      ))}
      <div className="chart-card-utc number">{formatUtcSpan(instants)}</div>
    </div>
  );
}

const instantOf = ({ what, trade }: TradeMark): string | null =>
  what === 'entry' ? trade.opened_at : trade.closed_at;

function MarkLine({ mark, decimals }: { readonly mark: TradeMark; readonly decimals: number }) {
  const { trade, what } = mark;
  if (what === 'entry')
    return (
      <div className="chart-card-row" data-mark={`entry ${trade.position_id}`}>
        <span className={trade.direction === 'long' ? 'mark-buy' : 'mark-sell'}>
          {trade.direction === 'long' ? REPORT.long : REPORT.short}
        </span>
        <span>{formatPriceNumber(Number(trade.average_price), decimals)}</span>
        <span className="faint">
          <Time at={trade.opened_at} />
        </span>
      </div>
    );
  const look = Number(trade.realized_profit) >= 0 ? 'rise' : 'fall';
  return (
    <div className="chart-card-row" data-mark={`exit ${trade.position_id}`}>
      <span className={look}>{REPORT.exit}</span>
      <span>{formatPriceNumber(Number(trade.exit_price), decimals)}</span>
      <span className={look}>{formatSigned(trade.realized_profit, 2)}</span>
      <span className="faint">
        <Time at={trade.closed_at} />
      </span>
    </div>
  );
}

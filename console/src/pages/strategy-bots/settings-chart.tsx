// The chart beside settings of a bot: their lines are drawn on it, and the range of a grid is moved
// on it.

import type { Market, PartnerStrategySetting } from '@tidemill/client';
import type { ReactNode } from 'react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { IntervalChoice } from '../../chart/chart-toolbar.tsx';
import type { Interval } from '../../chart/intervals.ts';
import type { PriceChart, PriceLine } from '../../chart/price-chart.ts';
import { PriceHandles } from '../../chart/price-handles.tsx';
import type { ChosenSettings } from './chosen-settings.ts';
import { rangeHandles } from './range-handles.ts';
import { STRATEGIES } from '../../words/strategies.ts';

const PriceChartView = lazy(async () => {
  const { PriceChartView: view } = await import('../../chart/price-chart-view.tsx');
  return { default: view };
});

type Props = {
  readonly market: Market;
  readonly settings: readonly PartnerStrategySetting[];
  readonly chosen: ChosenSettings;
  readonly lines: readonly PriceLine[];
  /** What is going on. */
  readonly status?: string;
  readonly onPrice: (key: string, price: string) => void;
};

export function SettingsChart(props: Props) {
  const { market, settings, chosen, lines, status = '', onPrice } = props;
  const [interval, setInterval] = useState<Interval>(60);
  const { price_decimals: decimals } = market;
  const handles = useMemo(
    () => rangeHandles(settings, chosen, decimals),
    [settings, chosen, decimals],
  );
  const overlay = (chart: PriceChart): ReactNode => (
    <PriceHandles chart={chart} handles={handles} decimals={decimals} onMove={onPrice} />
  );
  return (
    <section className="panel" aria-label={STRATEGIES.chart}>
      <header className="panel-head panel-head-tight">
        <IntervalChoice interval={interval} onInterval={setInterval} />
        <span className="hint" role="status">
          {status}
        </span>
      </header>
      <Suspense fallback={<div className="chart chart-tall" />}>
        <PriceChartView
          className="chart chart-tall"
          market={market}
          interval={interval}
          lines={lines}
          overlay={overlay}
        />
      </Suspense>
    </section>
  );
}

// A chart of values of any time of the day, with its times in the reader's zone. The library's own
// charts name them in UTC.

import type { DeepPartial, IChartApiBase, IHorzScaleBehavior, Time } from 'lightweight-charts';
import type { ChartOptions } from 'lightweight-charts';
import { createChartEx } from 'lightweight-charts';
import type { ChartColours } from './chart-theme.ts';
import { chartOptions } from './chart-theme.ts';
import { crosshairTime, horizontalScale } from './local-time.ts';

/** Of the axis: values are of any time of the day. */
const WITHIN_DAY_MINUTES = 5;

type Changes = Pick<DeepPartial<ChartOptions>, 'handleScroll' | 'handleScale' | 'timeScale'> & {
  readonly priceFormatter?: (value: number) => string;
};

/** Chart in an element, which its caller removes. */
export function createTimeChart(
  element: HTMLElement,
  colours: ChartColours,
  { priceFormatter, timeScale, ...changes }: Changes = {},
): IChartApiBase {
  const common = chartOptions(colours);
  return createChartEx<Time, IHorzScaleBehavior<Time>>(
    element,
    horizontalScale(WITHIN_DAY_MINUTES),
    {
      ...common,
      ...changes,
      localization: {
        ...common.localization,
        ...(priceFormatter === undefined ? {} : { priceFormatter }),
        timeFormatter: crosshairTime(WITHIN_DAY_MINUTES),
      },
      timeScale: { ...common.timeScale, ...timeScale },
    },
  );
}

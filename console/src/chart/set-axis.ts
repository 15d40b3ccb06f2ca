// Chart settings of a script: titles, heights, ranges and kinds of axes, and labels on them.

import type { BacktestDrawing } from '@tidemill/client';
import type {
  AutoscaleInfo,
  IChartApiBase,
  ISeriesApi,
  SeriesType,
  Time,
} from 'lightweight-charts';
import { createTextWatermark, PriceScaleMode } from 'lightweight-charts';

type Series = ISeriesApi<SeriesType>;

const LABEL = '#5f6a7b';
const LABEL_TEXT = '#ffffff';

/** A text at a value, beside the axis; returns what takes it away. */
export function addAxisLabel(
  { name, color, second_color: text, value }: BacktestDrawing,
  series: Series | undefined,
): (() => void)[] {
  if (series === undefined || value === null) return [];
  const line = series.createPriceLine({
    price: Number(value),
    title: name,
    color: color?.slice(0, 7) ?? LABEL,
    lineVisible: false,
    axisLabelVisible: true,
    axisLabelColor: color?.slice(0, 7) ?? LABEL,
    axisLabelTextColor: text?.slice(0, 7) ?? LABEL_TEXT,
  });
  return [() => series.removePriceLine(line)];
}

/** The range of an axis, whether it is seen, and whether it counts in percent. */
export function setAxis(
  chart: IChartApiBase,
  { value, end, side, is_shown: isShown, scale }: BacktestDrawing,
  pane: number,
  seriesOf: readonly Series[],
): (() => void)[] {
  const undo: (() => void)[] = [];
  const own = seriesOf.filter((series) => series.options().priceScaleId === (side ?? 'right'));
  if (own.length > 0 || pane === 0) {
    const axis = chart.priceScale(side ?? 'right', pane);
    const { visible, mode } = axis.options();
    const isPercentage = scale === 'percentage';
    axis.applyOptions({
      visible: isShown !== false,
      mode: isPercentage ? PriceScaleMode.Percentage : PriceScaleMode.Normal,
    });
    // A pane that is gone has no axis left to mend.
    undo.push(() => pane === 0 && axis.applyOptions({ visible, mode }));
  }
  if (value === null && end === null) return undo;
  for (const series of own) {
    const before = series.options().autoscaleInfoProvider ?? ((base) => base());
    series.applyOptions({ autoscaleInfoProvider: rangeFrom(value, end) });
    undo.push(() => series.applyOptions({ autoscaleInfoProvider: before }));
  }
  return undo;
}

/** Where the script chose no end, what is drawn decides. */
function rangeFrom(low: string | null, high: string | null) {
  return (base: () => AutoscaleInfo | null): AutoscaleInfo | null => {
    const info = base();
    const range = info?.priceRange ?? null;
    const minValue = low === null ? range?.minValue : Number(low);
    const maxValue = high === null ? range?.maxValue : Number(high);
    if (minValue === undefined || maxValue === undefined || minValue >= maxValue) return info;
    return { ...info, priceRange: { minValue, maxValue } };
  };
}

/** Its title stands in the chart; on that of the prices the legend already names things. */
export function addTitle(
  chart: IChartApiBase,
  { name, color }: Pick<BacktestDrawing, 'name' | 'color'>,
  pane: number,
  textColour: string,
): (() => void)[] {
  const place = chart.panes()[pane];
  if (place === undefined || name === '') return [];
  const title = createTextWatermark<Time>(place, {
    horzAlign: pane === 0 ? 'center' : 'left',
    vertAlign: 'top',
    lines: [
      // Below the legend.
      ...(pane === 0 ? [{ text: ' ', color: 'transparent', fontSize: 44 }] : []),
      { text: name, color: color ?? textColour, fontSize: 11 },
    ],
  });
  return [() => title.detach()];
}

/** Heights in pixels, or below 1 as shares of all; what is left over is for the others. */
export function setHeights(
  chart: IChartApiBase,
  charts: readonly BacktestDrawing[],
  paneOf: ReadonlyMap<number, number>,
  wholePx: number,
): void {
  const wishes = new Map<number, number>();
  for (const { chart: number, size } of charts) {
    const pane = paneOf.get(number);
    if (pane === undefined || size === null) continue;
    const wish = Number(size) < 1 ? Number(size) * wholePx : Number(size);
    wishes.set(pane, Math.max(HEIGHT_MIN_PX, Math.min(wholePx * SHARE_MAX, wish)));
  }
  if (wishes.size === 0) return;
  const panes = chart.panes();
  const others = panes.filter((_, index) => !wishes.has(index));
  const factors = others.reduce((sum, pane) => sum + pane.getStretchFactor(), 0);
  const wished = [...wishes.values()].reduce((sum, wish) => sum + wish, 0);
  const left = Math.max(wholePx * (1 - SHARE_MAX), wholePx - wished);
  for (const pane of others) pane.setStretchFactor((left * pane.getStretchFactor()) / factors);
  for (const [index, wish] of wishes) panes[index]?.setStretchFactor(wish);
}

const HEIGHT_MIN_PX = 30;
/** Others are to be seen too. */
const SHARE_MAX = 0.8;

// The range of a grid, as two prices that are moved on the chart.

import type { PartnerStrategySetting } from '@tidemill/client';
import type { PriceHandle } from '../../chart/price-handles.tsx';
import type { PriceLine } from '../../chart/price-chart.ts';
import { served } from '../../words/served.ts';
import type { ChosenSettings } from './chosen-settings.ts';

const LOWER = 'lower_price';
const UPPER = 'upper_price';
/** As far as a range may be dragged from its other end. */
const WIDEST = 100;

/** Lines at both ends, for a chart that has none of a plan: its axis reaches as far as they are. */
export function rangeLines(chosen: ChosenSettings): readonly PriceLine[] {
  const ends = [LOWER, UPPER].map((id) => ({ id, price: Number(chosen[id] || NaN) }));
  if (!ends.every(({ price }) => price > 0)) return [];
  return ends.map((end) => ({ ...end, look: 'faint', isFitted: true }));
}

/** Neither passes the other; none where there is no range, or it is not a number yet. */
export function rangeHandles(
  settings: readonly PartnerStrategySetting[],
  chosen: ChosenSettings,
  decimals: number,
): readonly PriceHandle[] {
  const [lower, upper] = [Number(chosen[LOWER] || NaN), Number(chosen[UPPER] || NaN)];
  if (!(lower > 0 && upper > lower)) return [];
  const step = 10 ** -decimals;
  const nameOf = (key: string): string =>
    served(settings.find((of) => of.key === key)?.name ?? key);
  return [
    { id: LOWER, label: nameOf(LOWER), price: lower, least: step, most: upper - step },
    { id: UPPER, label: nameOf(UPPER), price: upper, least: lower + step, most: lower * WIDEST },
  ];
}

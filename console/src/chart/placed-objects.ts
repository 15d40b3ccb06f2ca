// Objects of a script on the bars of a chart: corners and ends as places among the bars, also
// before the first one and behind the last.

import type { Bar } from './bars.ts';
import { barIndexAt } from './bars.ts';

/** `at`: the number of its bar, below zero or beyond the last where there is none. */
export type Spot = { readonly at: number; readonly value: number };

type Look = {
  readonly kind: 'line' | 'box' | 'label' | 'polyline' | 'linefill' | 'table' | 'cell';
  readonly chart: number;
  readonly text: string;
  readonly color: string | null;
  readonly fill_color: string | null;
  readonly text_color: string | null;
  readonly tooltip: string;
  /** Column, row, columns and rows. */
  readonly cell: readonly number[] | null;
};

/** As the API sends it. */
type SentObject = Look & {
  readonly points: readonly { readonly timestamp: string; readonly value: string }[];
  readonly style: readonly string[];
  readonly width: string;
  readonly height: string;
  readonly text_size: string;
};

export type PlacedObject = Look & {
  readonly spots: readonly Spot[];
  readonly style: ReadonlySet<string>;
  readonly width: number;
  readonly height: number;
  readonly textSize: number;
};

/** Objects with their places among the bars; none without bars. */
export function placedObjects(
  objects: readonly SentObject[],
  bars: readonly Bar[],
): readonly PlacedObject[] {
  if (objects.length === 0 || bars.length === 0) return [];
  return objects.map((of) => ({
    ...of,
    spots: of.points.map(({ timestamp, value }) => ({
      at: placeAt(bars, Date.parse(timestamp) / 1_000),
      value: Number(value),
    })),
    style: new Set(of.style),
    width: Number(of.width),
    height: Number(of.height),
    textSize: Number(of.text_size),
  }));
}

/** In steps of a bar where there are none. */
function placeAt(bars: readonly Bar[], seconds: number): number {
  const [first, last] = [bars[0]?.time ?? 0, bars.at(-1)?.time ?? 0];
  const step = bars.length > 1 ? last - (bars.at(-2)?.time ?? 0) : 60;
  if (seconds < first) return Math.floor((seconds - first) / step);
  if (seconds >= last + step) return bars.length - 1 + Math.floor((seconds - last) / step);
  return barIndexAt(bars, seconds);
}

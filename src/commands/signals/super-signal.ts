// The signal of an indicator and its signal line, in one of seven ways of reading them.

import type { SeriesLike } from '#engine/run-api/series-api.ts';
import { SIGNAL } from '#commands/signals/map-signal.ts';
import { constantNumber } from '#commands/values/constant-value.ts';

const TYPE = {
  signalCross: constantNumber('IndicatorSignalCrossType'),
  indicatorCenter: constantNumber('IndicatorCenterCrossType'),
  signalCenter: constantNumber('SignalCenterCrossType'),
  bothCenter: constantNumber('BothCenterCrossType'),
  indicatorThreshold: constantNumber('IndicatorThresholdType'),
  signalThreshold: constantNumber('SignalThresholdType'),
};

/** Where the indicator and its signal line stand, at a position from 1. */
type Pair = readonly [indicator: number, line: number];

function pairAt(indicator: SeriesLike, line: SeriesLike, position: number): Pair {
  return [indicator.at(position), line.at(position)];
}

/** Which values of a pair are compared with the centre or the levels. */
function compared(type: number, [indicator, line]: Pair): readonly number[] {
  if (type === TYPE.indicatorCenter || type === TYPE.indicatorThreshold) return [indicator];
  if (type === TYPE.signalCenter || type === TYPE.signalThreshold) return [line];
  return [indicator, line];
}

function either(isLong: boolean, isShort: boolean): number {
  if (isLong) return SIGNAL.long;
  return isShort ? SIGNAL.short : SIGNAL.none;
}

function hasCrossed(now: boolean, before: boolean): boolean {
  return now && !before;
}

/** Long when the values have come to lie above the centre, short when below it. */
function centerSignal(now: readonly number[], before: readonly number[], center: number): number {
  if (before.some(Number.isNaN)) return SIGNAL.none;
  const above = (values: readonly number[]) => values.every((value) => value > center);
  const below = (values: readonly number[]) => values.every((value) => value < center);
  return either(hasCrossed(above(now), above(before)), hasCrossed(below(now), below(before)));
}

/** Signal of the newest two elements: a crossing of the centre, or both values beyond a level. */
export function superSignal(
  _: unknown,
  indicator: SeriesLike,
  line: SeriesLike,
  type: number,
  center: number,
  ...[buyLevel, sellLevel]: [number, number]
): number {
  const now = pairAt(indicator, line, 1);
  const before = pairAt(indicator, line, 2);
  if (type === TYPE.signalCross) {
    return centerSignal([now[0] - now[1]], [before[0] - before[1]], 0);
  }
  const values = compared(type, now);
  const isCenter =
    type === TYPE.indicatorCenter || type === TYPE.signalCenter || type === TYPE.bothCenter;
  if (isCenter) return centerSignal(values, compared(type, before), center);
  return either(
    values.every((value) => value < buyLevel),
    values.every((value) => value > sellLevel),
  );
}

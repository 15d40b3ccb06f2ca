// `ta.pivot_point_levels`: levels that follow from the bars between two anchors, as the manual
// names them: P, R1, S1, R2, S2, R3, S3, R4, S4, R5, S5.

import { now } from '#pine/runtime/pine-now.ts';
import type { PineArray } from '#pine/runtime/pine-values.ts';
import { arrayOf } from '#pine/runtime/pine-values.ts';

type Span = { open: number; high: number; low: number; close: number };

export type PivotState = { bar?: number; here?: Span; last?: Span; done?: Span; was?: Span };

const COUNT = 11;

/** The newest bar taken into the span between anchors; a second call on a bar begins again. */
function follow(state: PivotState, anchor: boolean): void {
  const { open, high, low, close } = now;
  if (state.bar !== now.bar) {
    if (state.here !== undefined) state.last = state.here;
    if (state.done !== undefined) state.was = state.done;
    state.bar = now.bar;
  }
  const { last } = state;
  if (anchor || last === undefined) {
    if (anchor && last !== undefined) state.done = last;
    state.here = { open, high, low, close };
    return;
  }
  if (state.was === undefined) delete state.done;
  else state.done = state.was;
  state.here = {
    open: last.open,
    high: Math.max(last.high, high),
    low: Math.min(last.low, low),
    close,
  };
}

/**
 * Array of eleven levels; NaN for those that the type does not have, and before the first anchor.
 */
export function pivotLevels(
  state: PivotState,
  type: string | null,
  anchor: boolean | null,
  developing = false,
): PineArray {
  follow(state, anchor === true);
  const span = developing ? state.here : state.done;
  const levels = span === undefined ? [] : levelsOf(type ?? '', span, state.here?.open ?? NaN);
  return arrayOf(Array.from({ length: COUNT }, (_, at) => levels[at] ?? NaN));
}

function levelsOf(type: string, { open, high, low, close }: Span, openNow: number): number[] {
  const range = high - low;
  const middle = (high + low + close) / 3;
  const mirrored = (p: number): number[] => [p, 2 * p - low, 2 * p - high, p + range, p - range];
  const around = (center: number, shares: readonly number[]): number[] =>
    shares.flatMap((share) => [center + share * range, center - share * range]);
  switch (type.toLowerCase()) {
    case 'traditional':
      return [
        ...mirrored(middle),
        2 * middle + (high - 2 * low),
        2 * middle - (2 * high - low),
        3 * middle + (high - 3 * low),
        3 * middle - (3 * high - low),
        4 * middle + (high - 4 * low),
        4 * middle - (4 * high - low),
      ];
    case 'fibonacci':
      return [middle, ...around(middle, [0.382, 0.618, 1])];
    case 'woodie': {
      const p = (high + low + 2 * openNow) / 4;
      const [r3, s3] = [high + 2 * (p - low), low - 2 * (high - p)];
      return [...mirrored(p), r3, s3, r3 + range, s3 - range];
    }
    case 'classic':
      return [...mirrored(middle), ...around(middle, [2, 3])];
    case 'dm': {
      const base =
        open === close
          ? high + low + 2 * close
          : close > open
            ? 2 * high + low + close
            : high + 2 * low + close;
      return [base / 4, base / 2 - low, base / 2 - high];
    }
    case 'camarilla': {
      const r5 = (high / low) * close;
      return [
        middle,
        ...around(close, [1.1 / 12, 1.1 / 6, 1.1 / 4, 1.1 / 2]),
        r5,
        close - (r5 - close),
      ];
    }
    default:
      return [];
  }
}

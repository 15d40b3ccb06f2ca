// What a script drew, retained at the times of the equity curve's samples so that any length of run
// stays small.

import type { ChartCall, ChartStyle } from '#engine/run-api/chart-api.ts';

export type DrawnLine = {
  readonly lineId: string;
  readonly chart: number;
  readonly name: string;
  style: ChartStyle;
  readonly rows: number[];
  readonly values: number[];
};

export type Drawing = {
  /** By chart, then by name. */
  readonly charts: Map<number, Map<string, DrawnLine>>;
  lineCount: number;
  /** Everything else that was drawn or set, each once. */
  readonly calls: Map<string, ChartCall>;
};

export function drawing(): Drawing {
  return { charts: new Map(), lineCount: 0, calls: new Map() };
}

/** All lines, in the order of their first points. */
export function drawnLines({ charts }: Drawing): readonly DrawnLine[] {
  const lines = [...charts.values()].flatMap((chart) => [...chart.values()]);
  return lines.sort((left, right) => (left.lineId < right.lineId ? -1 : 1));
}

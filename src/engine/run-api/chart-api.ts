// Drawing by a script. Recorded for the report and never read back by trading.

type ChartValue = number | string | boolean | null;

export type ChartCall = {
  /** The command's name. */
  readonly command: string;
  /** Arguments as plain data; a series stands as its newest value. */
  readonly values: readonly ChartValue[];
};

export type ChartApi = {
  /** Whether anybody sees it: of a run whose figures alone are wanted nothing is drawn. */
  readonly isShown: boolean;
  /** A point of a line in this update; equal chart and name continue the line. Returns its id. */
  plot(chart: number, name: string, value: number, style: ChartStyle): string;
  /** Anything else that is drawn or set. Returns an id for those that have one. */
  draw(call: ChartCall): string;
};

export type ChartStyle = {
  readonly color: string | null;
  readonly style: string | null;
  readonly width: number | null;
  /** Number of the constant: dashed or dotted. Absent in runs of earlier versions. */
  readonly decoration?: string | null;
  readonly id: string | null;
  /** What else is chosen of its place; absent where nothing is. */
  readonly place?: LinePlace;
};

export type LinePlace = {
  readonly side?: 'left';
  /** Candles by which it is moved forward. */
  readonly offset?: number;
  readonly isBehind?: true;
  readonly isOffAxis?: true;
  readonly trails?: true;
};

// Plots that a script asks for, as its host takes them.

export type ChartPlot = {
  readonly title: string;
  readonly value: number;
  readonly color: string | null;
  /** Name of a style of plots, such as `style_histogram`. */
  readonly style: string;
  readonly dash: string;
  readonly width: number | null;
  readonly offset: number;
  readonly isShown: boolean;
  /** Whether it stands on the prices whatever the declaration says. */
  readonly isForced: boolean;
};

export type ChartShape = {
  /** Name of a shape, or `text`. */
  readonly shape: string;
  readonly color: string | null;
  readonly text: string | null;
  readonly textColor: string | null;
  readonly offset: number;
  readonly isAbove: boolean;
  readonly isForced: boolean;
};

export type ChartLevel = {
  readonly title: string;
  readonly price: number;
  readonly color: string | null;
  readonly dash: string;
};

export type PineCharts = {
  /** Its name on the chart, by which fills know it. */
  readonly plot: (plot: ChartPlot) => string;
  readonly level: (level: ChartLevel) => string;
  readonly fill: (first: string, second: string, color: string | null) => void;
  readonly shape: (shape: ChartShape) => void;
  /** A color behind the bar. */
  readonly background: (color: string | null, isForced: boolean) => void;
};

/** Where nobody looks. */
export const UNSEEN_CHARTS: PineCharts = {
  plot: () => '',
  level: () => '',
  fill: () => undefined,
  shape: () => undefined,
  background: () => undefined,
};

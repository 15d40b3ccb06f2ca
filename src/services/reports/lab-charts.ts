// The charts of a lab's page, drawn as SVG: no script is needed to look at them.

import type { Html } from '#lib/html.ts';
import { html } from '#lib/html.ts';
import type { LabReport, LabReportRow } from '#services/reports/gather-lab-report.ts';

const WIDTH = 640;
const HEIGHT = 360;
const MARGIN = 46;
/** More lines or points than this say nothing more. */
const SHOWN_MAX = 2_000;
/** Cells of a heat map. */
const COLUMNS_MAX = 64;
const ROWS_MAX = 40;
const BINS = 40;
const TICKS = 8;

/** A lab with two parameters or more has all four. */
export function labCharts(report: LabReport): Html {
  const pair = report.parameters.length > 1 ? heatMap(report, 0, 1) : html``;
  return html`<div class="charts">
    ${pair} ${distribution(report)} ${parallelCoordinates(report)} ${inAgainstOut(report)}
  </div>`;
}

type Scored = LabReportRow & { readonly roi: number };

function scoredOf({ rows }: Pick<LabReport, 'rows'>): Scored[] {
  return rows.filter((row): row is Scored => row.roi !== null);
}

/** Green above zero, red below; the stronger the further towards the extremes. */
function colourOf(value: number, least: number, most: number): string {
  const reach = value >= 0 ? Math.max(most, 1e-9) : Math.max(-least, 1e-9);
  const share = Math.min(1, Math.abs(value) / reach);
  const light = Math.round(92 - 52 * share);
  return `hsl(${value >= 0 ? 150 : 4} 60% ${light}%)`;
}

function figure(title: string, parts: readonly Html[], height = HEIGHT): Html {
  return html`<figure>
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">${parts}</svg>
  </figure>`;
}

function label(x: number, y: number, text: string, anchor = 'middle'): Html {
  return html`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${text}</text>`;
}

type Axis = {
  readonly cellsCount: number;
  cellOf(place: number): number;
  /** The values that lie in a cell. */
  nameOf(cell: number): string;
};

/** Where a cell would be too small to be seen, neighbouring values share one. */
function axisOf({ key, values }: LabReport['parameters'][number], cellsMax: number): Axis {
  const cellsCount = Math.min(values.length, cellsMax);
  const firstOf = (cell: number): number => Math.ceil((cell * values.length) / cellsCount);
  return {
    cellsCount,
    cellOf: (place) => Math.floor((place * cellsCount) / values.length),
    nameOf(cell) {
      const [first, last] = [firstOf(cell), firstOf(cell + 1) - 1];
      const to = last > first ? ` to ${values[last] ?? ''}` : '';
      return `${key} ${values[first] ?? ''}${to}`;
    },
  };
}

/** The best ROI of each pair of values of two parameters. */
function heatMap(report: LabReport, across: number, up: number): Html {
  const [x, y] = [report.parameters[across], report.parameters[up]];
  if (x === undefined || y === undefined) return html``;
  const [xAxis, yAxis] = [axisOf(x, COLUMNS_MAX), axisOf(y, ROWS_MAX)];
  const best = new Map<number, number>();
  for (const { places, roi } of scoredOf(report)) {
    const column = xAxis.cellOf(places[across] ?? 0);
    const cell = yAxis.cellOf(places[up] ?? 0) * COLUMNS_MAX + column;
    best.set(cell, Math.max(best.get(cell) ?? -Infinity, roi));
  }
  const [least, most] = rangeOf([...best.values()]);
  const cellWidth = (WIDTH - 2 * MARGIN) / xAxis.cellsCount;
  const cellHeight = (HEIGHT - 2 * MARGIN) / yAxis.cellsCount;
  const cells = [...best].map(([cell, roi]) => {
    const [column, row] = [cell % COLUMNS_MAX, Math.floor(cell / COLUMNS_MAX)];
    const top = HEIGHT - MARGIN - (row + 1) * cellHeight;
    const said = `${xAxis.nameOf(column)}, ${yAxis.nameOf(row)}`;
    return html`<rect
      x="${(MARGIN + column * cellWidth).toFixed(2)}"
      y="${top.toFixed(2)}"
      width="${cellWidth.toFixed(2)}"
      height="${cellHeight.toFixed(2)}"
      fill="${colourOf(roi, least, most)}"
      ><title>${said}: ${roi.toFixed(2)} %</title></rect
    >`;
  });
  const ticksX = ticksOf(x.values).map((place) => {
    const left = MARGIN + (xAxis.cellOf(place) + 0.5) * cellWidth;
    return label(left, HEIGHT - MARGIN + 16, x.values[place] ?? '');
  });
  const ticksY = ticksOf(y.values).map((place) => {
    const top = HEIGHT - MARGIN - (yAxis.cellOf(place) + 0.35) * cellHeight;
    return label(MARGIN - 6, top, y.values[place] ?? '', 'end');
  });
  const names = [label(WIDTH / 2, HEIGHT - 8, x.key), label(MARGIN, 18, y.key)];
  const marked = bestCell(best, cellWidth, cellHeight);
  const parts = [...cells, ...marked, ...ticksX, ...ticksY, ...names];
  return figure(
    `Best ROI on used margin by ${x.key} and ${y.key}, from ${least.toFixed(2)} % to ` +
      `${most.toFixed(2)} %: green gained, red lost, the best is framed`,
    parts,
  );
}

/** A frame around the best cell. */
function bestCell(
  best: ReadonlyMap<number, number>,
  cellWidth: number,
  cellHeight: number,
): readonly Html[] {
  const [cell] = [...best].toSorted((left, right) => right[1] - left[1])[0] ?? [];
  if (cell === undefined) return [];
  const [column, row] = [cell % COLUMNS_MAX, Math.floor(cell / COLUMNS_MAX)];
  return [
    html`<rect
      class="best"
      x="${(MARGIN + column * cellWidth + 1).toFixed(2)}"
      y="${(HEIGHT - MARGIN - (row + 1) * cellHeight + 1).toFixed(2)}"
      width="${(cellWidth - 2).toFixed(2)}"
      height="${(cellHeight - 2).toFixed(2)}"
    />`,
  ];
}

function rule(x1: number, y1: number, x2: number, y2: number, kind = 'rule'): Html {
  const [left = '', top = '', right = '', bottom = ''] = [x1, y1, x2, y2].map((place) =>
    place.toFixed(1),
  );
  return html`<line class="${kind}" x1="${left}" y1="${top}" x2="${right}" y2="${bottom}" />`;
}

/** The two axes of a chart. */
function frame(): readonly Html[] {
  const [left, right, top, bottom] = [MARGIN, WIDTH - MARGIN, MARGIN, HEIGHT - MARGIN];
  return [rule(left, bottom, right, bottom, 'axis'), rule(left, top, left, bottom, 'axis')];
}

/** A line for each result through its values, the best on top. */
function parallelCoordinates(report: LabReport): Html {
  const scored = scoredOf(report);
  const [least, most] = rangeOf(scored.map(({ roi }) => roi));
  const axes = report.parameters.length + 1;
  const xOf = (axis: number): number => MARGIN + (axis * (WIDTH - 2 * MARGIN)) / (axes - 1);
  const yOf = (share: number): number => HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN);
  const shown = thinned(scored.toSorted((left, right) => left.roi - right.roi));
  const lines = shown.map(({ places, roi }) => {
    const points = report.parameters.map(({ values }, axis) => {
      const share = (places[axis] ?? 0) / Math.max(1, values.length - 1);
      return `${xOf(axis).toFixed(1)},${yOf(share).toFixed(1)}`;
    });
    const share = most > least ? (roi - least) / (most - least) : 0.5;
    points.push(`${xOf(axes - 1).toFixed(1)},${yOf(share).toFixed(1)}`);
    return html`<polyline
      points="${points.join(' ')}"
      fill="none"
      stroke="${colourOf(roi, least, most)}"
      opacity="0.6"
    />`;
  });
  const names = [...report.parameters.map(({ key }) => key), 'ROI'].map((key, axis) =>
    label(xOf(axis), HEIGHT - 8, key),
  );
  const rules = Array.from(
    { length: axes },
    (_, axis) =>
      html`<line class="axis" x1="${xOf(axis)}" x2="${xOf(axis)}" y1="${yOf(0)}" y2="${yOf(1)}" />`,
  );
  const ends = report.parameters.flatMap(({ values }, axis) => [
    label(xOf(axis), HEIGHT - MARGIN + 14, values[0] ?? ''),
    label(xOf(axis), MARGIN - 6, values.at(-1) ?? ''),
  ]);
  ends.push(label(xOf(axes - 1), HEIGHT - MARGIN + 14, `${least.toFixed(1)} %`));
  ends.push(label(xOf(axes - 1), MARGIN - 6, `${most.toFixed(1)} %`));
  return figure('Parallel coordinates: green gained, red lost', [
    ...lines,
    ...rules,
    ...ends,
    ...names,
  ]);
}

/** How often each ROI came out. */
function distribution(report: LabReport): Html {
  const values = scoredOf(report).map(({ roi }) => roi);
  const [least, most] = rangeOf(values);
  const width = Math.max(most - least, 1e-9) / BINS;
  const counts = Array.from({ length: BINS }, () => 0);
  for (const value of values) {
    const bin = Math.min(BINS - 1, Math.floor((value - least) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const highest = Math.max(1, ...counts);
  const barWidth = (WIDTH - 2 * MARGIN) / BINS;
  const bars = counts.map((count, bin) => {
    const height = (count / highest) * (HEIGHT - 2 * MARGIN);
    const middle = least + (bin + 0.5) * width;
    return html`<rect
      x="${(MARGIN + bin * barWidth).toFixed(2)}"
      y="${(HEIGHT - MARGIN - height).toFixed(2)}"
      width="${(barWidth - 1).toFixed(2)}"
      height="${height.toFixed(2)}"
      fill="${colourOf(middle, least, most)}"
      ><title>${middle.toFixed(2)} %: ${count}</title></rect
    >`;
  });
  const ends = [
    label(MARGIN, HEIGHT - MARGIN + 18, `${least.toFixed(2)} %`),
    label(WIDTH - MARGIN, HEIGHT - MARGIN + 18, `${most.toFixed(2)} %`),
  ];
  const zero = MARGIN + ((0 - least) / (width * BINS)) * (WIDTH - 2 * MARGIN);
  const isZeroIn = least < 0 && most > 0;
  const zeroRule = isZeroIn
    ? [rule(zero, MARGIN, zero, HEIGHT - MARGIN), label(zero, 40, '0')]
    : [];
  const counted = label(MARGIN - 6, MARGIN + 4, String(highest), 'end');
  return figure('Distribution of ROI on used margin: how many results', [
    ...bars,
    ...frame(),
    ...zeroRule,
    counted,
    ...ends,
  ]);
}

/** What the search saw against what it did not: to the upper right is what did well in both. */
function inAgainstOut(report: LabReport): Html {
  const title = 'In-sample against out-of-sample';
  const pairs = report.rows.flatMap(({ inSampleRoi: x, outOfSampleRoi: y }) =>
    x === null || y === null ? [] : [{ x, y }],
  );
  if (pairs.length === 0) {
    const none = 'no result closed positions in both parts';
    return figure(title, [label(WIDTH / 2, HEIGHT / 2, none)]);
  }
  const [leastX, mostX] = rangeOf(pairs.map(({ x }) => x));
  const [leastY, mostY] = rangeOf(pairs.map(({ y }) => y));
  const place = (value: number, least: number, most: number): number =>
    most > least ? (value - least) / (most - least) : 0.5;
  const xOf = (value: number): number =>
    MARGIN + place(value, leastX, mostX) * (WIDTH - 2 * MARGIN);
  const yOf = (value: number): number =>
    HEIGHT - MARGIN - place(value, leastY, mostY) * (HEIGHT - 2 * MARGIN);
  const points = thinned(pairs).map(
    ({ x, y }) =>
      html`<circle cx="${xOf(x).toFixed(1)}" cy="${yOf(y).toFixed(1)}" r="2.5" class="point" />`,
  );
  const ends = [
    label(MARGIN, HEIGHT - MARGIN + 18, `${leastX.toFixed(2)} %`),
    label(WIDTH - MARGIN, HEIGHT - MARGIN + 18, `${mostX.toFixed(2)} %`),
    label(MARGIN - 6, yOf(leastY), leastY.toFixed(1), 'end'),
    label(MARGIN - 6, yOf(mostY) + 8, mostY.toFixed(1), 'end'),
    label(WIDTH / 2, HEIGHT - 6, 'in-sample ROI, percent; up: out-of-sample'),
  ];
  const rules = [
    ...(leastX < 0 && mostX > 0 ? [rule(xOf(0), MARGIN, xOf(0), HEIGHT - MARGIN)] : []),
    ...(leastY < 0 && mostY > 0 ? [rule(MARGIN, yOf(0), WIDTH - MARGIN, yOf(0))] : []),
  ];
  return figure(`${title}: broken lines are at zero`, [...frame(), ...rules, ...points, ...ends]);
}

function rangeOf(values: readonly number[]): readonly [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return least <= most ? [least, most] : [0, 0];
}

/** At most so many, evenly, the last always. */
function thinned<T>(items: readonly T[]): readonly T[] {
  const stride = Math.ceil(items.length / SHOWN_MAX);
  return items.filter((_, place) => (items.length - 1 - place) % stride === 0);
}

/** Places of the values that are written at an axis. */
function ticksOf(values: readonly string[]): readonly number[] {
  const stride = Math.ceil(values.length / TICKS);
  return Array.from(values.keys()).filter((place) => place % stride === 0);
}

// The charts of a lab's page, drawn as SVG: no script is needed to see them.

import type { Html } from '#lib/html.ts';
import { html } from '#lib/html.ts';
import type { LabReport, LabReportRow } from '#services/reports/gather-lab-report.ts';
import { roundTicks } from '#services/reports/round-ticks.ts';

const WIDTH = 640;
const HEIGHT = 360;
/** Room for a value beside an axis, also in the larger letters of a phone. */
const MARGIN = 62;
/** More lines or points than this say nothing more. */
const SHOWN_MAX = 2_000;
/** Cells of a heat map. */
const COLUMNS_MAX = 64;
const ROWS_MAX = 40;
const BINS = 40;
const TICKS = 8;
/** Of a heat map that has room for a value in each cell. */
const NAMED_COLUMNS_MAX = 8;
const NAMED_ROWS_MAX = 10;

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
  const light = Math.round(92 - 52 * strengthOf(value, least, most));
  return `hsl(${value >= 0 ? 150 : 4} 60% ${light}%)`;
}

function strengthOf(value: number, least: number, most: number): number {
  const reach = value >= 0 ? Math.max(most, 1e-9) : Math.max(-least, 1e-9);
  return Math.min(1, Math.abs(value) / reach);
}

function figure(title: string, parts: readonly Html[], height = HEIGHT): Html {
  return html`<figure>
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">${parts}</svg>
  </figure>`;
}

function label(x: number, y: number, text: string, anchor = 'middle', kind = ''): Html {
  const [left, top] = [x.toFixed(1), y.toFixed(1)];
  return html`<text class="${kind}" x="${left}" y="${top}" text-anchor="${anchor}">${text}</text>`;
}

/** Of many values at an axis every second one gives way where letters are large. */
function kindOf(index: number, count: number): string {
  return count > TICKS / 2 && index % 2 === 1 ? 'minor' : '';
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
  const ticksX = ticksOf(x.values).map((place, index, { length }) => {
    const left = MARGIN + (xAxis.cellOf(place) + 0.5) * cellWidth;
    return label(
      left,
      HEIGHT - MARGIN + 20,
      x.values[place] ?? '',
      'middle',
      kindOf(index, length),
    );
  });
  const ticksY = ticksOf(y.values).map((place, index, { length }) => {
    const top = HEIGHT - MARGIN - (yAxis.cellOf(place) + 0.35) * cellHeight;
    return label(MARGIN - 6, top, y.values[place] ?? '', 'end', kindOf(index, length));
  });
  const names = [label(WIDTH / 2, HEIGHT - 8, x.key), label(MARGIN, MARGIN - 12, y.key)];
  const marked = bestCell(best, cellWidth, cellHeight);
  const hasRoom = xAxis.cellsCount <= NAMED_COLUMNS_MAX && yAxis.cellsCount <= NAMED_ROWS_MAX;
  const named = hasRoom ? cellValues(best, cellWidth, cellHeight) : [];
  const parts = [...cells, ...marked, ...named, ...ticksX, ...ticksY, ...names];
  return figure(
    `Best ROI on used margin by ${x.key} and ${y.key}, from ${least.toFixed(2)} % to ` +
      `${most.toFixed(2)} %: green gained, red lost${bestText(best, xAxis, yAxis)}`,
    parts,
  );
}

function bestText(best: ReadonlyMap<number, number>, xAxis: Axis, yAxis: Axis): string {
  const cell = bestOf(best);
  if (cell === null) return '';
  const [column, row] = [cell % COLUMNS_MAX, Math.floor(cell / COLUMNS_MAX)];
  return `; the best, ${xAxis.nameOf(column)} and ${yAxis.nameOf(row)}, is framed`;
}

function bestOf(best: ReadonlyMap<number, number>): number | null {
  return [...best].toSorted((left, right) => right[1] - left[1])[0]?.[0] ?? null;
}

/** The value of each cell, in it. */
function cellValues(
  best: ReadonlyMap<number, number>,
  cellWidth: number,
  cellHeight: number,
): readonly Html[] {
  const [least, most] = rangeOf([...best.values()]);
  return [...best].map(([cell, roi]) => {
    const [column, row] = [cell % COLUMNS_MAX, Math.floor(cell / COLUMNS_MAX)];
    const kind = strengthOf(roi, least, most) > 0.6 ? 'inside strong' : 'inside';
    const left = MARGIN + (column + 0.5) * cellWidth;
    const top = HEIGHT - MARGIN - (row + 0.5) * cellHeight + 5;
    const digits = Math.abs(roi) < 10 ? 1 : 0;
    return label(left, top, roi.toFixed(digits), 'middle', kind);
  });
}

/** A frame around the best cell. */
function bestCell(
  best: ReadonlyMap<number, number>,
  cellWidth: number,
  cellHeight: number,
): readonly Html[] {
  const cell = bestOf(best);
  if (cell === null) return [];
  const [column, row] = [cell % COLUMNS_MAX, Math.floor(cell / COLUMNS_MAX)];
  const [left, top] = [
    MARGIN + column * cellWidth + 1,
    HEIGHT - MARGIN - (row + 1) * cellHeight + 1,
  ];
  return ['halo', 'best'].map(
    (kind) =>
      html`<rect
        class="${kind}"
        x="${left.toFixed(2)}"
        y="${top.toFixed(2)}"
        width="${(cellWidth - 2).toFixed(2)}"
        height="${(cellHeight - 2).toFixed(2)}"
      />`,
  );
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

type Scale = {
  readonly least: number;
  readonly most: number;
  /** Where a value lies, in pixels of the chart. */
  placeOf(value: number): number;
};

/** Between the margins; in the middle where there is one value only. */
function scaleOf(values: readonly number[], from: number, to: number): Scale {
  const [least, most] = rangeOf(values);
  const share = (value: number): number => (most > least ? (value - least) / (most - least) : 0.5);
  return { least, most, placeOf: (value) => from + share(value) * (to - from) };
}

/** Round values below the axis and beside it, each with a tick. */
function scaleTicks(x: Scale, y: Scale, isCount = false): readonly Html[] {
  const bottom = HEIGHT - MARGIN;
  const below = roundTicks(x.least, x.most, TICKS / 2).flatMap(({ value, text }) => {
    const left = x.placeOf(value);
    return [rule(left, bottom, left, bottom + 5, 'tick'), label(left, bottom + 22, text)];
  });
  const ticksY = roundTicks(y.least, y.most, TICKS / 2).filter(
    ({ value }) => !isCount || Number.isInteger(value),
  );
  const beside = ticksY.flatMap(({ value, text }) => {
    const top = y.placeOf(value);
    return [
      rule(MARGIN - 5, top, MARGIN, top, 'tick'),
      label(MARGIN - 9, top + 5, isCount ? String(value) : text, 'end'),
    ];
  });
  return [...below, ...beside];
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
  const names = [...report.parameters.map(({ key }) => key), 'ROI, %'].map((key, axis) => {
    // Neighbours stand in two rows, and those at the ends within the chart.
    const anchor = axis === 0 ? 'start' : axis === axes - 1 ? 'end' : 'middle';
    const inset = axis === 0 ? -MARGIN + 4 : axis === axes - 1 ? MARGIN - 4 : 0;
    return label(xOf(axis) + inset, axis % 2 === 0 ? HEIGHT - 22 : HEIGHT - 4, key, anchor);
  });
  const rules = Array.from(
    { length: axes },
    (_, axis) =>
      html`<line class="axis" x1="${xOf(axis)}" x2="${xOf(axis)}" y1="${yOf(0)}" y2="${yOf(1)}" />`,
  );
  const ends = report.parameters.flatMap(({ values }, axis) => [
    label(xOf(axis), HEIGHT - MARGIN + 18, values[0] ?? ''),
    label(xOf(axis), MARGIN - 8, values.at(-1) ?? ''),
  ]);
  ends.push(label(xOf(axes - 1), HEIGHT - MARGIN + 18, least.toFixed(1)));
  ends.push(label(xOf(axes - 1), MARGIN - 8, most.toFixed(1)));
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
  const end = least + width * BINS;
  const x = scaleOf([least, end], MARGIN, WIDTH - MARGIN);
  const y = scaleOf([0, highest], HEIGHT - MARGIN, MARGIN);
  const isZeroIn = least < 0 && most > 0;
  const zeroRule = isZeroIn ? [rule(x.placeOf(0), MARGIN, x.placeOf(0), HEIGHT - MARGIN)] : [];
  return figure('How many results had which ROI on used margin, in percent', [
    ...bars,
    ...frame(),
    ...zeroRule,
    ...scaleTicks(x, y, true),
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
  const x = scaleOf(
    pairs.map((pair) => pair.x),
    MARGIN,
    WIDTH - MARGIN,
  );
  const y = scaleOf(
    pairs.map((pair) => pair.y),
    HEIGHT - MARGIN,
    MARGIN,
  );
  const points = thinned(pairs).map((pair) => {
    const [left, top] = [x.placeOf(pair.x).toFixed(1), y.placeOf(pair.y).toFixed(1)];
    return html`<circle cx="${left}" cy="${top}" r="3" class="point" />`;
  });
  const [zeroX, zeroY] = [x.placeOf(0), y.placeOf(0)];
  const rules = [
    ...(x.least < 0 && x.most > 0 ? [rule(zeroX, MARGIN, zeroX, HEIGHT - MARGIN)] : []),
    ...(y.least < 0 && y.most > 0 ? [rule(MARGIN, zeroY, WIDTH - MARGIN, zeroY)] : []),
  ];
  const names = [
    label(WIDTH / 2, HEIGHT - 8, 'in-sample ROI, %'),
    label(MARGIN, MARGIN - 16, 'out-of-sample ROI, %', 'start'),
  ];
  const parts = [...frame(), ...rules, ...points, ...scaleTicks(x, y), ...names];
  return figure(`${title}: broken lines are at zero`, parts);
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

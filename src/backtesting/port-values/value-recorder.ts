// Recorder of a traced visual script: takes what each block gives in each update, and retains it by
// bars; of each order, the blocks that led to it. It reads the run and changes nothing of it.

import { MINUTE_MS } from '#lib/time.ts';
import { endOfColumns } from '#domain/candle/candle-columns.ts';
import { barOfMinute } from '#domain/candle/interval.ts';
import type { TracedNode, TracedVisual } from '#domain/visual/traced-visual.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { pathOfAct } from '#backtesting/port-values/path-of-act.ts';
import type { PortValues } from '#backtesting/port-values/port-values.ts';
import { RECORDED_RUNS_MAX } from '#backtesting/port-values/port-values.ts';
import type { RecordedPort } from '#backtesting/port-values/recorded-ports.ts';
import { recordedPorts } from '#backtesting/port-values/recorded-ports.ts';
import { partOf, shownValue } from '#backtesting/port-values/shown-value.ts';
import type { UpdatePlace, ValueColumn } from '#backtesting/port-values/value-column.ts';
import { addValue, runsOf, valueColumn } from '#backtesting/port-values/value-column.ts';
import { barMinutesOf } from '#backtesting/report-bars.ts';
import type { Run } from '#engine/run/run.ts';
import { instantOfRow } from '#engine/run/run.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

export type ValueRecorder = {
  /** A node of the traced script gave a value, in the update at the row. */
  readonly record: (this: void, row: number, node: number, value: LuaValue) => void;
  /** Forgets what it has, for another run of the same input. */
  readonly begin: (this: void, run: Run) => void;
  /** Takes nothing more. */
  readonly end: (this: void) => void;
  readonly values: (this: void) => readonly PortValues[];
  /** Of orders that blocks made, by their ids. */
  readonly paths: (this: void) => ReadonlyMap<string, readonly string[]>;
};

type Slot = RecordedPort & { readonly column: ValueColumn };

function slotsOf(nodes: readonly TracedNode[], bars: number): readonly Slot[] {
  return recordedPorts(nodes).map((each) => ({ ...each, column: valueColumn(bars) }));
}

/** Candles of the chart: the number of the first, and how many there are. */
type Chart = { readonly minutes: number; readonly first: number; readonly count: number };

function chartOf(input: BacktestInput): Chart {
  const minutes = barMinutesOf(input);
  const candles = input.markets[0]?.candles;
  const fromMs = Math.max(input.startMs, candles?.firstOpenMs ?? 0);
  const toMs = Math.min(input.endMs, candles === undefined ? 0 : endOfColumns(candles));
  const barMs = minutes * MINUTE_MS;
  const first = Math.floor(fromMs / barMs);
  return { minutes, first, count: Math.max(0, Math.floor((toMs - 1) / barMs) - first + 1) };
}

type Recording = {
  readonly run: Run;
  readonly slots: readonly Slot[];
  /** By node. */
  readonly slotsOf: readonly (readonly Slot[])[];
  /** The row in which each node ran last. */
  readonly ranIn: Int32Array;
  readonly paths: Map<string, readonly string[]>;
  /** Orders that were placed before the node that is recorded. */
  placed: number;
};

const NONE: readonly Slot[] = [];

/** Recorder over the bars of a run's chart. It must be opened for a run before it records. */
export function valueRecorder({ nodes }: TracedVisual, input: BacktestInput): ValueRecorder {
  const chart = chartOf(input);
  const { intervalMinutes } = input;
  let recording: Recording | null = null;
  let isOpen = false;
  let place: UpdatePlace = { row: -1, bar: 0, candle: 0 };

  const placeOf = ({ setup }: Run, row: number): UpdatePlace => {
    const minute = setup.firstOpenMs / MINUTE_MS + row;
    const bar = Math.floor(minute / chart.minutes) - chart.first;
    return { row, bar, candle: barOfMinute(intervalMinutes, minute) };
  };

  const record: ValueRecorder['record'] = (row, node, value) => {
    if (!isOpen || recording === null) return;
    const { run, ranIn } = recording;
    if (row !== place.row) place = placeOf(run, row);
    ranIn[node] = row;
    for (const { port, kind, column } of recording.slotsOf[node] ?? NONE) {
      const shown = shownValue(partOf(value, port), port);
      const isActive =
        kind === 'action' || (kind === 'value' ? shown !== undefined : shown === true);
      addValue(column, place, shown, isActive);
    }
    if (run.orders.placedCount > recording.placed) notePaths(recording, nodes, row, node);
  };

  return {
    record,
    begin(run) {
      const slots = slotsOf(nodes, chart.count);
      const own = nodes.map((_, node) => slots.filter((slot) => slot.node === node));
      const ranIn = new Int32Array(nodes.length).fill(-1);
      recording = { run, slots, slotsOf: own, ranIn, paths: new Map(), placed: 0 };
      place = { row: -1, bar: 0, candle: 0 };
      isOpen = true;
    },
    end() {
      isOpen = false;
    },
    values: () => (recording === null ? [] : valuesOf(recording, nodes, chart, intervalMinutes)),
    paths: () => recording?.paths ?? new Map(),
  };
}

/** Orders that the node placed; others were placed between updates. */
function notePaths(
  recording: Recording,
  nodes: readonly TracedNode[],
  row: number,
  node: number,
): void {
  const { run, ranIn, paths, slotsOf: slots } = recording;
  const { all, placedCount } = run.orders;
  const fresh = all.slice(Math.max(0, all.length - (placedCount - recording.placed)));
  recording.placed = placedCount;
  const atMs = instantOfRow(run.setup, row);
  const own = fresh.filter(({ openedAtMs }) => openedAtMs === atMs);
  if (own.length === 0) return;
  const path = pathOfAct(
    nodes,
    node,
    (each) => ranIn[each] === row,
    (each, name) => {
      const last = slots[each]?.find(({ port }) => port.name === name)?.column.last;
      return typeof last === 'boolean' ? last : undefined;
    },
  );
  for (const { orderId } of own) paths.set(orderId, path);
}

function valuesOf(
  { run, slots }: Recording,
  nodes: readonly TracedNode[],
  chart: Chart,
  intervalMinutes: number,
): readonly PortValues[] {
  const { setup, stage } = run;
  const candleAt = (row: number): number =>
    barOfMinute(intervalMinutes, setup.firstOpenMs / MINUTE_MS + row);
  const bars = candleAt(stage.row) - candleAt(setup.firstRow) + 1;
  let left = RECORDED_RUNS_MAX;
  return slots.map(({ node, port, kind, column }) => {
    const runs = runsOf(column, chart.count, kind === 'action');
    const isFit = runs.length <= left;
    if (isFit) left -= runs.length;
    const { lastActiveRow: lastRow } = column;
    return {
      block: nodes[node]?.block ?? '',
      port: port.name,
      kind,
      bars,
      activeBars: column.activeBars,
      lastActiveAtMs: lastRow < 0 ? null : instantOfRow(setup, lastRow),
      runs: isFit ? runs : [],
    };
  });
}

// All of a run that later updates may read, written down as one text, and put back into a run that
// was built from the same setup over the same minutes or more. Columns are not part of it: they
// are requested again, and follow from the minutes.

import { assert } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { RunBrain } from '#engine/run/run-brain.ts';
import type { Run } from '#engine/run/run.ts';
import type { GroupSeed } from '#engine/series/column-store.ts';
import type { HeldSeriesApi } from '#engine/series/make-series-api.ts';
import { ColumnSeries } from '#engine/series/series.ts';
import type { RequestedColumn } from '#engine/series/series-history.ts';
import type { BrainState, PlaceOfCall } from '#engine/run/brain-state.ts';
import type { GraphText, NamedValues } from '#engine/values/graph-text.ts';
import { NO_NAMED_VALUES } from '#engine/values/graph-text.ts';
import { firstDifference } from '#engine/snapshot/first-difference.ts';
import { moveRows } from '#engine/snapshot/move-rows.ts';
import { readGraph } from '#engine/snapshot/read-graph.ts';
import type { Unwritable } from '#engine/snapshot/write-graph.ts';
import { writeGraph } from '#engine/snapshot/write-graph.ts';
import { withFullMeter } from '#lua/run-script.ts';

const { botSnapshotCharactersMax: charactersMax } = LIMITS;

/** Grows whenever what is written, or what it means, changes. */
export const RUN_STATE_FORMAT = 6;

/** Objects that stay, whose members are replaced. */
const FILLED = [
  'orders',
  'positions',
  'settings',
  'equity',
  'drawing',
  'chance',
  'saved',
  'reckoned',
] as const satisfies readonly (keyof Run)[];

const MAPS = [
  'memory',
  'session',
  'notes',
  'inputs',
  'custom',
  'exports',
] as const satisfies readonly (keyof Run)[];

const REPLACED = [
  'updateCount',
  'updateOffset',
  'inputFault',
  'inputGroup',
  'exportBytes',
  'roiBase',
  'stop',
  'sleptMs',
] as const satisfies readonly (keyof Run)[];

/** Treated by themselves, follow from the setup, or are empty between updates. */
type Other =
  | 'setup'
  | 'markets'
  | 'marketByTag'
  | 'stage'
  | 'log'
  | 'entryLimit'
  | 'signals'
  | 'intrabarMs'
  | 'decisions'
  | 'feeChanges'
  | 'atEnd';

type MissingMember = Exclude<
  keyof Run,
  (typeof FILLED)[number] | (typeof MAPS)[number] | (typeof REPLACED)[number] | Other
>;

/** Nothing can be named once a run has a member that is in none of the lists. */
type Members = [MissingMember] extends [never] ? keyof Run : never;

/** How scripts see orders and positions follows from these. */
const DERIVED: ReadonlySet<string> = new Set(['view', 'openViews']);

export type RunParts = {
  readonly run: Run;
  readonly brain: RunBrain;
  readonly series: HeldSeriesApi;
};

type SavedRun = {
  readonly row: number;
  readonly members: Readonly<Record<string, unknown>>;
  readonly entries: ReadonlyMap<string, unknown> | null;
  /** Of its log; how much was written is for whoever feeds it. */
  readonly writtenOnce: ReadonlySet<string>;
  readonly signals: readonly Run['signals'][number][];
};

type SavedRoot = {
  readonly run: SavedRun;
  readonly brain: object;
  /** Of whoever feeds the run. */
  readonly feeder: object;
};

/** The text. The rejection says in words why there is none: what the script retains, and where. */
export function writeRunState(parts: RunParts, feeder: object): Result<string, string> {
  const { run, brain, series } = parts;
  if (run.atEnd.length > 0) return rejected('a function waits for the end of an update');
  const { rowsBefore } = series.history;
  // Rows are written as they are in a run over all of its minutes.
  moveRows(run, rowsBefore);
  const root: SavedRoot = { run: savedRun(run), brain: brain.state.save(), feeder };
  const shown = brain.state.shown();
  const setting = { named: namesOf(parts), shown, derived: DERIVED, charactersMax };
  const written = writeGraph(root, setting);
  moveRows(run, -rowsBefore);
  if (!written.ok) return rejected(describe(brain, written.rejection));
  const calls = brain.state.calls();
  const text: StateText = { asked: requestedText(series), calls, state: written.value };
  return accepted(JSON.stringify(text));
}

/** Columns and custom commands stand by themselves, because values are named by them. */
type StateText = {
  readonly asked: GraphText;
  readonly calls: readonly PlaceOfCall[];
  readonly state: GraphText;
};

const PLAIN = { named: NO_NAMED_VALUES, shown: [] } as const;
const NOTHING: ReadonlySet<string> = new Set();

function requestedText({ history }: HeldSeriesApi): GraphText {
  const written = writeGraph(history.requested, { ...PLAIN, derived: NOTHING, charactersMax });
  assert(written.ok, 'questions for columns are plain data');
  return written.value;
}

/** Plain data as a text of its own. */
export function writePlain(data: object): string {
  const written = writeGraph(data, { ...PLAIN, derived: NOTHING, charactersMax: Infinity });
  assert(written.ok, 'plain data can be written');
  return JSON.stringify(written.value);
}

/** Reads a graph that has no columns. */
export function readPlain(text: string): unknown {
  return readGraph(JSON.parse(text) as GraphText, { ...PLAIN, fixedSeries: () => null });
}

/**
 * Puts the state back and returns the feeder's part. The run was built and has not gone on;
 * `seeds` are for one over minutes that begin later than it did.
 */
export function readRunState(
  parts: RunParts,
  text: string,
  seeds: readonly (GroupSeed | null)[] = [],
): object {
  const { run, brain, series } = parts;
  const { asked, calls, state } = JSON.parse(text) as StateText;
  return withFullMeter(() => {
    const noSeries = { ...PLAIN, fixedSeries: () => null };
    series.ask(readGraph(asked, noSeries) as readonly RequestedColumn[], seeds);
    brain.state.beginCalls(calls);
    const shown = brain.state.shown();
    const fixedSeries = (values: readonly number[]) => series.fromNumbers(values);
    const root = readGraph(state, { named: namesOf(parts), shown, fixedSeries }) as SavedRoot;
    restoreRun(run, root.run);
    moveRows(run, -series.history.rowsBefore);
    brain.state.restore(root.brain);
    return root.feeder;
  });
}

/** Where two states first differ, in words; null when they are the same. */
export function firstStateDifference(left: string, right: string): string | null {
  if (left === right) return null;
  const [one, other] = [JSON.parse(left) as StateText, JSON.parse(right) as StateText];
  const calls = JSON.stringify(one.calls) === JSON.stringify(other.calls);
  return (
    firstDifference(one.state, other.state) ??
    firstDifference(one.asked, other.asked) ??
    (calls ? 'the order of what is written' : 'its custom commands')
  );
}

function savedRun(run: Run): SavedRun {
  const names: readonly Members[] = [...FILLED, ...MAPS, ...REPLACED];
  return {
    row: run.stage.row,
    members: Object.fromEntries(names.map((name) => [name, run[name]])),
    entries: run.entryLimit?.entries ?? null,
    writtenOnce: run.log.writtenOnce,
    signals: run.signals,
  };
}

function restoreRun(run: Run, { row, members, entries, writtenOnce, signals }: SavedRun): void {
  run.stage.row = row;
  for (const name of FILLED) {
    const saved = members[name] as object;
    assert(hasSameMembers(saved, run[name]), `"${name}" is stored as it is now`);
    Object.assign(run[name], saved);
  }
  for (const name of MAPS) {
    const map = run[name] as Map<string, unknown>;
    map.clear();
    for (const [key, value] of members[name] as ReadonlyMap<string, unknown>) map.set(key, value);
  }
  for (const name of REPLACED) Object.assign(run, { [name]: members[name] });
  for (const [positionId, open] of entries ?? [])
    (run.entryLimit?.entries as Map<string, unknown> | undefined)?.set(positionId, open);
  for (const key of writtenOnce) run.log.writtenOnce.add(key);
  run.signals.splice(0, Infinity, ...signals);
}

function hasSameMembers(saved: object, fresh: object): boolean {
  return Object.keys(saved).join(' ') === Object.keys(fresh).join(' ');
}

/** Markets and series by their places, and what the brain has names for. */
function namesOf({ run, brain, series }: RunParts): NamedValues {
  const { named } = brain.state;
  return {
    nameOf(value) {
      if (value instanceof ColumnSeries) {
        const place = series.history.places.get(value);
        return place === undefined ? null : `series:${place}`;
      }
      const market = (run.markets as readonly unknown[]).indexOf(value);
      return market < 0 ? named.nameOf(value) : `market:${market}`;
    },
    valueOf(name) {
      const [kind, place] = name.split(':', 2);
      if (kind === 'market') return run.markets[Number(place)] ?? null;
      if (kind === 'series') return series.history.series[Number(place)] ?? null;
      return named.valueOf(name);
    },
  };
}

/** What is in the way, as the owner of the script knows it. */
function describe({ state }: RunBrain, { what, path }: Unwritable): string {
  const [, part, name, ...behind] = path;
  if (part === 'calls' && name !== undefined) return describeCall(state, what, name, behind);
  if (part === 'globals' && name !== undefined)
    return `its global ${state.describeGlobal(name)} keeps ${what} from update to update`;
  return `${what} is withheld from update to update (${path.slice(1).join(' ')})`;
}

/** `place` is the command's among all, in brackets and from 1. */
function describeCall(
  state: BrainState,
  what: string,
  place: string,
  [part = '', within, name]: readonly string[],
): string {
  const call = Number(place.slice(1, -1)) - 1;
  const command = `its custom command "${state.calls()[call]?.name}"`;
  if (part === 'result') return `what ${command} returns for an interval keeps ${what}`;
  if (part === 'args') return `${command} is called with ${what} for an interval`;
  const isGlobal = within === 'globals' && name !== undefined;
  const where = isGlobal ? `the global ${state.describeGlobal(name, call)} of ${command}` : command;
  return `${where} keeps ${what} from update to update`;
}

// Data series that a script may read: those that it names, or all of its owner where it makes their
// names while it runs.

import { LIMITS } from '#lib/limits.ts';
import type { NamedPoints } from '#domain/data-series/data-points.ts';
import { saysPine } from '#domain/script/says-pine.ts';
import type { LoadedBrain } from '#ports/stores/bot-store.ts';
import type { DataSeriesStore } from '#ports/stores/data-series-store.ts';
import { textsPassedTo } from '#services/scripts/texts-passed-to.ts';

const READERS: ReadonlySet<string> = new Set(['DataSeries']);

/** Null: any, as the sources make names while they run. */
function dataSeriesNamesIn(sources: readonly string[]): readonly string[] | null {
  const named = new Set<string>();
  for (const source of sources) {
    if (saysPine(source)) continue;
    const texts = textsPassedTo(READERS, source);
    if (texts === null) return null;
    for (const text of texts) named.add(text);
  }
  return [...named].toSorted();
}

/** Those that a bot reads; null: any. */
export function dataSeriesOfBrain(brain: LoadedBrain): readonly string[] | null {
  if (brain.kind === 'strategy') return [];
  const { source, libraries } = brain;
  // Custom commands that it may call.
  const called = source.includes('CC_') ? libraries.map((library) => library.source) : [];
  return dataSeriesNamesIn([source, ...called]);
}

export type SeriesWish = {
  readonly userId: string;
  readonly sources: readonly string[];
  /** Points that came later are not known. */
  readonly untilMs: number;
  /** Points that were stored later are left out, so that all parts of a lab read the same. */
  readonly recordedUntilMs: number;
};

/** By name; one that is not there is left out, which the script learns when it reads it. */
export async function seriesOfScript(
  store: Pick<DataSeriesStore, 'listDataSeries' | 'loadDataPoints'>,
  { userId, sources, untilMs, recordedUntilMs }: SeriesWish,
): Promise<readonly NamedPoints[]> {
  const texts = dataSeriesNamesIn(sources);
  if (texts?.length === 0) return [];
  const names = texts ?? (await store.listDataSeries(userId)).map(({ name }) => name);
  const found: NamedPoints[] = [];
  const limit = LIMITS.dataPointsPerSeriesMax;
  for (const name of names) {
    const wish = { untilMs, recordedUntilMs, afterMs: null, limit };
    const points = await store.loadDataPoints(userId, name, wish);
    if (points !== null) found.push({ name, ...points });
  }
  return found;
}

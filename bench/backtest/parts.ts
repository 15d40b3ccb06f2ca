// Shares of the engine's parts in the processor's time, by the file that was being executed.

import { Session } from 'node:inspector/promises';

/** A name, and the files and functions that it stands for. */
export type Part = readonly [name: string, pattern: RegExp];

/** The first that fits counts. */
const PARTS: readonly Part[] = [
  ['collector', /\(garbage collector\)/],
  ['script', /lua-script|^ (warm|main)$|src\/(script|indicators)/],
  ['script', /src\/commands|engine\/(values|series)/],
  ['report', /build-report|report-rows|run-figures|trade-statistics|equity-curve|digest|data-hash/],
  ['ledger', /domain\/(ledger|money|position|margin|funding)|lib\/decimal/],
  ['matching', /domain\/(matching|venue|order|market)|engine\/backtest/],
  ['run', /engine\/run/],
];

/** Shares of the parts while `work` runs, the largest first, in percent. */
export async function sharesOfParts(work: () => void): Promise<string> {
  const shares = await partsOf(work, PARTS, 200);
  return shares.map(([part, share]) => `${part} ${(share * 100).toFixed(0)} %`).join(', ');
}

/** Share of each part while `work` runs, the largest first. */
export async function partsOf(
  work: () => void,
  parts: readonly Part[],
  intervalUs: number,
): Promise<readonly (readonly [part: string, share: number])[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: intervalUs });
  await session.post('Profiler.start');
  work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const places = new Map(
    profile.nodes.map(({ id, callFrame }) => [id, `${callFrame.url} ${callFrame.functionName}`]),
  );
  const spent = new Map<string, number>();
  let total = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const place = places.get(id) ?? '';
    const part = parts.find(([, pattern]) => pattern.test(place))?.[0] ?? 'other';
    if (place.includes('(idle)') || place.startsWith('node:inspector')) continue;
    const delta = profile.timeDeltas?.[index] ?? 0;
    spent.set(part, (spent.get(part) ?? 0) + delta);
    total += delta;
  }
  return [...spent]
    .sort((left, right) => right[1] - left[1])
    .map(([part, us]) => [part, us / total] as const);
}

// Shares of the engine's parts in the processor's time, by the file that was being executed.

import { Session } from 'node:inspector/promises';

/** The first that fits counts. */
const PARTS: readonly (readonly [name: string, pattern: RegExp])[] = [
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
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
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
    const part = PARTS.find(([, pattern]) => pattern.test(place))?.[0] ?? 'other';
    if (place.includes('(idle)') || place.startsWith('node:inspector')) continue;
    const delta = profile.timeDeltas?.[index] ?? 0;
    spent.set(part, (spent.get(part) ?? 0) + delta);
    total += delta;
  }
  return [...spent]
    .sort((left, right) => right[1] - left[1])
    .map(([part, us]) => `${part} ${((us / total) * 100).toFixed(0)} %`)
    .join(', ');
}

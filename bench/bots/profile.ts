// Profile of a process that runs bots, by the file that was being executed; the database's driver
// counts for whoever used it last as `database`.

import { Session } from 'node:inspector/promises';

/** The first that fits counts. */
const PARTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['idle', /\(idle\)/],
  ['collector', /\(garbage collector\)/],
  ['program', /\(program\)/],
  ['scripts', /lua-script|src\/(script|indicators)|engine\/values|src\/commands/],
  ['columns', /engine\/series|market-window|domain\/candle|services\/history/],
  ['run', /src\/engine/],
  ['exchange', /adapters\/sim|domain\/(venue|matching|ledger|margin|funding)/],
  ['orders', /services\/orders|order-store|order-row/],
  ['database', /node_modules\/(pg|pgpass|postgres)|adapters\/postgres/],
  ['runner', /services\/bot|src\/main|coalesce/],
  ['money', /lib\/decimal|domain\//],
  ['node', /^node:/],
];

/** Begins to look; the response ends it and tells the shares, the largest first, idle left out. */
export async function startProfile(): Promise<() => Promise<string>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    const places = new Map(
      profile.nodes.map(({ id, callFrame }) => [id, `${callFrame.url} ${callFrame.functionName}`]),
    );
    const spent = new Map<string, number>();
    const hot = new Map<string, number>();
    let total = 0;
    for (const [index, id] of (profile.samples ?? []).entries()) {
      const place = places.get(id) ?? '';
      const part = PARTS.find(([, pattern]) => pattern.test(place.trim()))?.[0] ?? 'other';
      if (part === 'idle') continue;
      const delta = profile.timeDeltas?.[index] ?? 0;
      spent.set(part, (spent.get(part) ?? 0) + delta);
      hot.set(place, (hot.get(place) ?? 0) + delta);
      total += delta;
    }
    return [shares(spent, total, 20), ...shares(hot, total, 30).split(', ')].join('\n    ');
  };
}

function shares(spent: ReadonlyMap<string, number>, total: number, most: number): string {
  return [...spent]
    .sort((left, right) => right[1] - left[1])
    .slice(0, most)
    .map(([name, us]) => `${name} ${((us / total) * 100).toFixed(1)} %`)
    .join(', ');
}

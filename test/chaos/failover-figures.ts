// Durations of a failover: until the standby is the primary, and from then on until orders are
// acknowledged again, at the simulated exchange and at the one on the loopback, and until one and
// all bots have read a signal.

import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { World } from './chaos-world.ts';
import type { Failover } from './database-pair.ts';

export type FailoverFigures = {
  readonly way: Failover;
  readonly promotedMs: number;
  readonly orderMs: number | null;
  readonly realOrderMs: number | null;
  readonly botMs: number | null;
  readonly allBotsMs: number | null;
};

const POLL_MS = 50;
const PATIENCE_MS = 180_000;
const HEARD = `SELECT bot_id, count(*)::int AS count FROM bot_log_lines
  WHERE message LIKE 'heard %' GROUP BY bot_id`;

/** Takes the primary away; `figures` waits until all goes on, each null where it never does. */
export function measureFailover(
  world: World,
  way: Failover,
): { readonly promoted: Promise<void>; figures(): Promise<FailoverFigures> } {
  const beganMs = performance.now();
  const promoted = world.pair.takeAway(way).then(() => world.pair.promote());
  return {
    promoted,
    async figures() {
      await promoted;
      const promotedAtMs = performance.now();
      const since = (ms: number | null): number | null =>
        ms === null ? null : Math.round(ms - promotedAtMs);
      const [order, real, bots] = await Promise.all([
        acknowledgedAgain(world, (key) => !key.startsWith('real-')),
        world.realAccountId === null
          ? null
          : acknowledgedAgain(world, (key) => key.startsWith('real-')),
        botsHearAgain(world),
      ]);
      return {
        way,
        promotedMs: Math.round(promotedAtMs - beganMs),
        orderMs: since(order),
        realOrderMs: since(real),
        botMs: since(bots.one),
        allBotsMs: since(bots.all),
      };
    },
  };
}

/** When there is one more. */
async function acknowledgedAgain(
  { acknowledged }: World,
  isWanted: (key: string) => boolean,
): Promise<number | null> {
  const count = (): number => acknowledged.filter(({ key }) => isWanted(key)).length;
  const before = count();
  return whenHolds(async () => count() > before);
}

/** By the lines that the new primary has; those that it had at first count for nothing. */
async function botsHearAgain(
  world: World,
): Promise<{ readonly one: number | null; readonly all: number | null }> {
  const client = new Client({ connectionString: world.pair.standby.url });
  client.on('error', () => undefined);
  await client.connect();
  const read = async (): Promise<ReadonlyMap<string, number>> => {
    const { rows } = await client.query<{ readonly bot_id: string; readonly count: number }>(HEARD);
    return new Map(rows.map((row) => [row.bot_id, row.count]));
  };
  try {
    const before = await read();
    const heardCount = async (): Promise<number> => {
      const now = await read();
      return world.botIds.filter((id) => (now.get(id) ?? 0) > (before.get(id) ?? 0)).length;
    };
    const one = await whenHolds(async () => (await heardCount()) > 0);
    const all = await whenHolds(async () => (await heardCount()) === world.botIds.length);
    return { one, all };
  } finally {
    await client.end();
  }
}

async function whenHolds(holds: () => Promise<boolean>): Promise<number | null> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (performance.now() < deadlineMs) {
    if (await holds()) return performance.now();
    await pause(POLL_MS);
  }
  return null;
}

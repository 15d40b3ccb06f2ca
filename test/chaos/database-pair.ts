// Pairs of database servers over which a run of chaos goes: two servers that we promote ourselves,
// the same behind a PgBouncer each, and two that Patroni takes care of.

import { hasPatroni, withPatroniCluster } from '../support/patroni-cluster.ts';
import { hasPgbouncer, startPgbouncer } from '../support/pgbouncer.ts';
import { withServerPair } from '../support/server-pair.ts';
import { until } from '../support/until.ts';

export const PAIR_KINDS = ['plain', 'pgbouncer', 'patroni'] as const;
export type PairKind = (typeof PAIR_KINDS)[number];

/** In which the primary is taken away. Only Patroni ends a primary that is merely cut off. */
export const FAILOVERS = ['kill', 'freeze', 'partition'] as const;
export type Failover = (typeof FAILOVERS)[number];

export type PairedServer = {
  /** At which processes reach it. */
  readonly port: number;
  /** Of the server itself, for the judge. */
  readonly url: string;
};

export type DatabasePair = {
  readonly primary: PairedServer;
  readonly standby: PairedServer;
  takeAway(this: void, way: Failover): Promise<void>;
  /** Resolves when the standby is the primary. */
  promote(this: void): Promise<void>;
};

/** In which ways a primary of this kind can be taken away. */
export function failoversOf(kind: PairKind): readonly [Failover, ...Failover[]] {
  return kind === 'patroni' ? FAILOVERS : ['kill', 'freeze'];
}

/** Whether what it needs is installed. */
export function hasPair(kind: PairKind): boolean {
  if (kind === 'patroni') return hasPatroni;
  return kind === 'plain' || hasPgbouncer;
}

export async function withDatabasePair(
  kind: PairKind,
  work: (pair: DatabasePair) => Promise<void>,
): Promise<void> {
  if (kind === 'patroni') return withPatroni(work);
  return withServerPair(async (servers) => {
    const { primary, standby } = servers;
    const promote = (): Promise<void> => servers.promote();
    const takeAway = async (way: Failover): Promise<void> => {
      if (way === 'partition') throw new Error('Only Patroni ends a primary that is cut off.');
      await primary[way]();
    };
    if (kind === 'plain') return work({ primary, standby, takeAway, promote });
    const [first, second] = [await poolOf(primary), await poolOf(standby)];
    try {
      await work({
        primary: { port: first.port, url: primary.url },
        standby: { port: second.port, url: standby.url },
        takeAway,
        promote,
      });
    } finally {
      await Promise.all([first.close(), second.close()]);
    }
  });
}

async function poolOf({ port }: PairedServer) {
  const url = `postgresql:///postgres?host=127.0.0.1&port=${port}&user=tidemill`;
  const pooler = await startPgbouncer(url, 'session');
  return { port: Number(new URL(pooler.urlOf(url)).port), close: pooler.close };
}

/** It promotes by itself. */
function withPatroni(work: (pair: DatabasePair) => Promise<void>): Promise<void> {
  return withPatroniCluster(async (cluster) => {
    const primary = await cluster.primary();
    const standby = cluster.nodes.find((node) => node !== primary) ?? primary;
    await work({
      primary,
      standby,
      takeAway: async (way) => {
        if (way === 'kill') await primary.kill();
        if (way === 'freeze') primary.freeze();
        if (way === 'partition') primary.cutOff(true);
      },
      promote: () => until('the other one is promoted', standby.isPrimary, PROMOTED_MS_MAX),
    });
  });
}

const PROMOTED_MS_MAX = 300_000;

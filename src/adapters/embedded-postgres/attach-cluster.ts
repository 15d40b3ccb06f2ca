// The embedded PostgreSQL as the rest of the service sees it: attach, use, detach. Any number of
// processes share the cluster of a data directory; the first one starts it and the last one stops
// it, through the keeper (keeper.ts).

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterPaths } from '#adapters/embedded-postgres/cluster-paths.ts';
import { prepareClusterPaths } from '#adapters/embedded-postgres/cluster-paths.ts';
import { CLUSTER_USER } from '#adapters/embedded-postgres/ensure-cluster.ts';
import type { KeeperLink } from '#adapters/embedded-postgres/find-keeper.ts';
import { findKeeper } from '#adapters/embedded-postgres/find-keeper.ts';
import type { KeeperTask } from '#adapters/embedded-postgres/keeper-message.ts';
import { SOCKET_PORT } from '#adapters/embedded-postgres/postmaster.ts';

export type AttachOptions = {
  /** Server settings, `name=value`; those of whoever starts the server count. */
  readonly settings?: readonly string[];
  /** How long PostgreSQL outlives the last attached process; 0 unless given. */
  readonly lingerMs?: number;
  /**
   * Remove the data directory when the server stops, unless it holds a file named `keep`. For
   * tests.
   */
  readonly isScratch?: boolean;
  /** Hears about a keeper that could not be replaced; tried again each second. */
  readonly report?: (message: string) => void;
};

export type Cluster = {
  /** The owner of the database, a superuser; works wherever a database URL does. */
  readonly url: string;
  /** The same database for another role, which need not exist yet. */
  urlFor(role: string): string;
  /** Lets the cluster go. The last one to detach returns only when PostgreSQL has stopped. */
  detach(): Promise<void>;
  /** Lets the process end without detaching; the keeper notices. */
  unref(): void;
  /** False while a keeper that was lost is being replaced. */
  isAttached(): boolean;
};

const REATTACH_PAUSE_MS = 1_000;

/**
 * Settles when the cluster of this data directory accepts connections; makes and starts it if
 * needed. Throws Failure.
 */
export async function attachCluster(
  dataDirectory: string,
  options: AttachOptions = {},
): Promise<Cluster> {
  const paths = prepareClusterPaths(dataDirectory);
  const attachment = await keepAttached(
    {
      dataDirectory: paths.root,
      settings: options.settings ?? [],
      lingerMs: options.lingerMs ?? 0,
      isScratch: options.isScratch ?? false,
    },
    options.report,
  );
  return {
    url: clusterUrl(paths, CLUSTER_USER),
    urlFor: (role) => clusterUrl(paths, role),
    detach: () => attachment.detach(),
    unref: () => attachment.unref(),
    isAttached: () => attachment.isAttached(),
  };
}

function clusterUrl(paths: ClusterPaths, user: string): string {
  const query = new URLSearchParams({
    host: paths.postgresSocketFolder,
    port: String(SOCKET_PORT),
    user,
  });
  return `postgresql:///postgres?${query.toString()}`;
}

/** Holds a link to a keeper, and gets another one whenever it is lost. */
async function keepAttached(
  task: KeeperTask,
  report: ((message: string) => void) | undefined,
): Promise<Omit<Cluster, 'url' | 'urlFor'>> {
  const state = {
    link: (await findKeeper(task)) as KeeperLink | null,
    isRef: true,
    isDetaching: false,
  };

  async function followLink(): Promise<void> {
    while (!state.isDetaching) {
      await state.link?.closed;
      state.link = null;
      if (state.isDetaching) return;
      try {
        state.link = await findKeeper(task);
        if (!state.isRef) state.link.unref();
      } catch (error) {
        report?.((error as Error).message);
        await sleep(REATTACH_PAUSE_MS, undefined, { ref: state.isRef });
      }
    }
    await state.link?.detach();
  }
  const following = followLink();

  return {
    async detach() {
      state.isDetaching = true;
      await state.link?.detach();
      await following;
    },
    unref() {
      state.isRef = false;
      state.link?.unref();
    },
    isAttached: () => state.link !== null,
  };
}

// Two servers of a test's own, a primary and a standby that each commit waits for, on ports of this
// machine. The standby is a copy of the primary from before its first start.

import { appendFileSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { removeFolder } from './remove-folder.ts';
import { makeSharedFolder } from './shared-folder.ts';
import type { TcpServer } from './tcp-server.ts';
import { ask, chooseUser, giveAll, initServer, serverIn } from './tcp-server.ts';
import { until } from './until.ts';

export type ServerPair = {
  readonly primary: TcpServer;
  readonly standby: TcpServer;
  /** Of both. */
  readonly url: string;
  /** Makes the standby a primary that waits for nobody. */
  promote(): Promise<void>;
};

export async function withServerPair(work: (pair: ServerPair) => Promise<void>): Promise<void> {
  const root = makeSharedFolder('tidemill-pair-');
  const runAs = chooseUser();
  const [first, second] = [join(root, 'first'), join(root, 'second')];
  const ports = [await freePort(), await freePort()] as const;
  initServer(first, runAs);
  cpSync(first, second, { recursive: true, preserveTimestamps: true });
  writeFileSync(join(second, 'standby.signal'), '');
  const source = `host=127.0.0.1 port=${ports[0]} user=tidemill application_name=standby`;
  appendFileSync(join(second, 'postgresql.conf'), `\nprimary_conninfo = '${source}'\n`);
  for (const folder of [first, second]) giveAll(runAs, folder);
  const primary = serverIn(first, ports[0], runAs, ['synchronous_standby_names=standby']);
  const standby = serverIn(second, ports[1], runAs, []);
  try {
    await Promise.all([primary.start(), standby.start()]);
    await until('commits wait', async () => (await ask(primary, STREAMING)) === 'sync');
    await work({
      primary,
      standby,
      url: `postgresql://tidemill@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/postgres`,
      promote: async () => void (await ask(standby, 'SELECT pg_promote(true, 30)::text AS value')),
    });
  } finally {
    await Promise.all([primary.kill(), standby.kill()]);
    await removeFolder(root);
  }
}

const STREAMING = 'SELECT sync_state AS value FROM pg_stat_replication';

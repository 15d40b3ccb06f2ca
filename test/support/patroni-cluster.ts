// A PostgreSQL of two servers that Patroni takes care of, with etcd (Debian's packages patroni,
// etcd-server and postgresql-15): commits wait for the standby, and Patroni promotes it. What comes
// to a server, and what is between its Patroni and etcd, is by proxies, so that it can be cut off.

import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { removeFolder } from './remove-folder.ts';
import { makeSharedFolder } from './shared-folder.ts';
import { seededChance } from '../sim/chance.ts';
import type { TcpProxy } from './tcp-proxy.ts';
import { startTcpProxy } from './tcp-proxy.ts';
import { familyOf, signalOne } from './tcp-server.ts';
import { until } from './until.ts';

const BINARIES = '/usr/lib/postgresql/15/bin';
const NOBODY = 65_534;
/** A loaded machine has taken two minutes to start one of them. */
const PATIENCE_MS = 600_000;

export const hasPatroni =
  existsSync(BINARIES) &&
  [['patroni', '--version'] as const, ['etcd', '--version'] as const].every(
    ([program, flag]) => spawnSync(program, [flag]).status === 0,
  );

/** A server with its Patroni: what happens to the one happens to the other. */
export type PatroniNode = {
  readonly name: string;
  /** Of its server alone, also while it is cut off. */
  readonly url: string;
  /** At which everybody else reaches its server. */
  readonly port: number;
  /** Whether Patroni says that it is the primary, which takes changes. */
  isPrimary(this: void): Promise<boolean>;
  isSynchronousStandby(this: void): Promise<boolean>;
  /** `kill -9` of both, with all processes of the server. */
  kill(this: void): Promise<void>;
  freeze(this: void): void;
  thaw(this: void): void;
  /** No byte comes to it any more, or from its Patroni to etcd; `false` ends that. */
  cutOff(this: void, isCut: boolean): void;
  /** Starts it again after `kill`. */
  start(this: void): void;
  log(this: void): string;
};

export type PatroniCluster = {
  readonly nodes: readonly [PatroniNode, PatroniNode];
  /** Of both servers. */
  readonly url: string;
  /** The primary, once there is one. */
  primary(this: void): Promise<PatroniNode>;
  /** Resolves when commits wait for a standby. */
  untilSynchronous(this: void): Promise<void>;
  /** Has Patroni hand over in order. */
  switchover(this: void): Promise<void>;
};

/** Ends all of it after `work`. */
export async function withPatroniCluster(
  work: (cluster: PatroniCluster) => Promise<void>,
): Promise<void> {
  const root = makeSharedFolder('tidemill-patroni-');
  const etcd = await startEtcd(root);
  // Not "first": PostgreSQL would read it as a keyword of synchronous_standby_names.
  const one = await makeNode(root, 'one', etcd.port);
  const two = await makeNode(root, 'two', etcd.port);
  const nodes = [one, two] as const;
  const primary = async (): Promise<PatroniNode> => {
    let found: PatroniNode | undefined;
    await until(
      'there is a primary',
      async () => {
        const are = await Promise.all(nodes.map((node) => node.isPrimary()));
        found = nodes[are.indexOf(true)];
        return found !== undefined;
      },
      PATIENCE_MS,
    );
    return found as PatroniNode;
  };
  try {
    one.start();
    await primary();
    two.start();
    const cluster: PatroniCluster = {
      nodes,
      url: `postgresql://tidemill@127.0.0.1:${one.port},127.0.0.1:${two.port}/postgres`,
      primary,
      untilSynchronous: async () =>
        until(
          'a standby is synchronous',
          async () =>
            (await Promise.all(nodes.map((n) => n.isSynchronousStandby()))).includes(true),
          PATIENCE_MS,
        ),
      switchover: async () => switchOver(await primary(), nodes),
    };
    await cluster.untilSynchronous();
    await work(cluster);
  } finally {
    await Promise.all([...nodes.map((node) => node.kill()), etcd.kill()]);
    await Promise.all(nodes.flatMap(({ ways }) => ways.map((way) => way.close())));
    await removeFolder(root);
  }
}

type PreparedNode = PatroniNode & {
  readonly restPort: number;
  readonly ways: readonly TcpProxy[];
};

async function startEtcd(root: string) {
  const folder = ownFolder(root, 'etcd');
  const [port, peerPort] = [await freePort(), await freePort()];
  const client = `http://127.0.0.1:${port}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  const words = [
    ['--name', 'only'],
    ['--data-dir', join(folder, 'data')],
    ['--listen-client-urls', client],
    ['--advertise-client-urls', client],
    ['--listen-peer-urls', peer],
    ['--initial-advertise-peer-urls', peer],
    ['--initial-cluster', `only=${peer}`],
  ].flat();
  const child = startAsNobody('etcd', words, () => undefined);
  await until('etcd is healthy', async () => (await statusOf(`${client}/health`)) === 200);
  return { port, kill: async () => endAll(child) };
}

async function makeNode(root: string, name: string, etcdPort: number): Promise<PreparedNode> {
  const folder = ownFolder(root, name);
  const [port, restPort] = [await freePort(), await freePort()];
  const toServer = await startTcpProxy(port, seededChance(1));
  const toRest = await startTcpProxy(restPort, seededChance(1));
  const toEtcd = await startTcpProxy(etcdPort, seededChance(1));
  const ways = [toServer, toRest, toEtcd];
  const settings = join(folder, 'patroni.json');
  const ports = { port, restPort, etcdPort: toEtcd.port };
  const seenAt = { port: toServer.port, restPort: toRest.port };
  writeFileSync(settings, JSON.stringify(settingsOf(folder, { name, ...ports, seenAt })));
  chmodSync(settings, 0o644);
  let child: ChildProcess | null = null;
  let log = '';
  const isAt = async (path: string): Promise<boolean> =>
    (await statusOf(`http://127.0.0.1:${restPort}${path}`)) === 200;
  const signalAll = (signal: NodeJS.Signals): void => {
    for (const each of child === null ? [] : membersOf(child, folder)) signalOne(each, signal);
  };
  return {
    name,
    port: toServer.port,
    restPort,
    ways,
    url: `postgresql://tidemill@127.0.0.1:${port}/postgres`,
    isPrimary: async () => isAt('/primary'),
    isSynchronousStandby: async () => isAt('/synchronous'),
    kill: async () => (child === null ? undefined : endAll(child, folder)),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    cutOff(isCut) {
      for (const way of ways) way.setWeather({ kind: isCut ? 'black hole' : 'clear' });
    },
    start() {
      child = startAsNobody('patroni', [settings], (text) => (log = (log + text).slice(-20_000)));
    },
    log: () => log,
  };
}

type NodeNames = {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly etcdPort: number;
  /** By others. */
  readonly seenAt: { readonly port: number; readonly restPort: number };
};

/** As its manual has them; the shortest times that it takes. */
function settingsOf(folder: string, { name, port, restPort, etcdPort, seenAt }: NodeNames): object {
  const everybody = ['local all all trust', 'host all all 127.0.0.1/32 trust'];
  const standbys = ['host replication all 127.0.0.1/32 trust'];
  return {
    scope: 'tidemill',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${seenAt.restPort}` },
    // Otherwise it asks etcd for its members, and reaches them by ways of their own.
    etcd3: { hosts: [`127.0.0.1:${etcdPort}`], use_proxies: true },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 3,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, { auth: 'trust' }],
      pg_hba: [...everybody, ...standbys],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${seenAt.port}`,
      data_dir: join(folder, 'data'),
      bin_dir: BINARIES,
      pgpass: join(folder, 'pgpass'),
      pg_hba: [...everybody, ...standbys],
      authentication: {
        superuser: { username: 'tidemill' },
        replication: { username: 'tidemill' },
        rewind: { username: 'tidemill' },
      },
      parameters: { unix_socket_directories: folder },
    },
  };
}

async function switchOver(leader: PatroniNode, nodes: readonly PreparedNode[]): Promise<void> {
  const from = nodes.find(({ name }) => name === leader.name) as PreparedNode;
  const response = await fetch(`http://127.0.0.1:${from.restPort}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: from.name }),
  });
  if (response.status !== 200)
    throw new Error(`${response.status} ${await response.text()}: ${from.log().slice(-2_000)}`);
}

/** Patroni and PostgreSQL refuse to be root. */
function startAsNobody(
  program: string,
  words: readonly string[],
  onOutput: (text: string) => void,
): ChildProcess {
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program, [...words], {
    cwd: '/',
    env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => onOutput(chunk.toString()));
  return child;
}

/** Patroni starts the server as a leader of its own session, which outlives it. */
function membersOf(child: ChildProcess, folder: string): readonly number[] {
  const family = child.pid === undefined ? [] : familyOf(child.pid);
  const server = serverIn(folder);
  return [...family, ...(server === null ? [] : familyOf(server))];
}

function serverIn(folder: string): number | null {
  try {
    const data = join(folder, 'data');
    const [line = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    // After a kill the file has an id that may be another process's.
    return readlinkSync(`/proc/${line}/cwd`) === data ? Number(line) : null;
  } catch {
    // There is none.
    return null;
  }
}

async function endAll(child: ChildProcess, folder?: string): Promise<void> {
  const members = folder === undefined ? [child.pid ?? 0] : membersOf(child, folder);
  const isOver = child.exitCode !== null || child.signalCode !== null;
  const ended = isOver ? null : once(child, 'exit');
  for (const member of members) signalOne(member, 'SIGKILL');
  await ended;
}

function ownFolder(root: string, name: string): string {
  const folder = join(root, name);
  mkdirSync(folder, { mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY);
  return folder;
}

/** Null when nobody responds. */
async function statusOf(url: string): Promise<number | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}

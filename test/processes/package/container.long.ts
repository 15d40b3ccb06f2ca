// The image as operators run it: built from the Containerfile, on a root file system that nothing
// writes to, without capabilities, stopped, and started again with the same volume. It needs podman
// as root or rootless. TIDEMILL_PODMAN_BUILD and TIDEMILL_PODMAN_RUN have further words for its
// `build` and `run`, such as mirrors and certificates of this machine.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import { freePort } from '../../support/free-port.ts';
import { openSilentProxy } from '../../support/silent-proxy.ts';
import { until } from '../../support/until.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FILE = 'packaging/Containerfile';
/** In the repository, which podman sees where it has a root of its own. */
const CONTEXT = path.join(ROOT, 'node_modules/.cache', `container-${process.pid}`);
const COMPOSE = 'packaging/compose.yaml';
/** Of the container, its volume, and the image unless one is given. */
const NAME = `tidemill-test-${process.pid}`;
const GIVEN_IMAGE = process.env['TIDEMILL_PODMAN_IMAGE'];
const IMAGE = GIVEN_IMAGE ?? NAME;
/** The image forgives failed checks for the first 90 seconds. */
const HEALTH_TIMEOUT_MS = 300_000;
const GRACE_S = 40;
const OUTPUT_BYTES_MAX = 50_000_000;
/** As the compose file has them. */
const HARDENED = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'];
const NO_NEW_RIGHTS = ['--security-opt', 'no-new-privileges'];

const wordsOf = (name: string): readonly string[] =>
  (process.env[name] ?? '').split(' ').filter(Boolean);

async function podman(...words: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run('podman', words, { cwd: ROOT, maxBuffer: OUTPUT_BYTES_MAX });
  return stdout + stderr;
}

const isHere = await podman('--version').then(
  () => true,
  () => false,
);

suite('the container', { skip: isHere ? false : 'podman is missing' }, () => {
  let folder: string | undefined;
  let cluster: Awaited<ReturnType<typeof attachCluster>> | undefined;
  let database: Awaited<ReturnType<typeof openSilentProxy>> | undefined;
  let port: number;
  const service = { key: '', accountId: '' };

  before(async () => {
    if (GIVEN_IMAGE === undefined) {
      // A clean clone, as others build it.
      await run('git', ['clone', '--quiet', ROOT, CONTEXT]);
      const words = wordsOf('TIDEMILL_PODMAN_BUILD');
      await podman('build', '--format', 'docker', ...words, '-f', FILE, '-t', IMAGE, CONTEXT);
    }
    folder = await mkdtemp(path.join(tmpdir(), 'tidemill-container-'));
    cluster = await attachCluster(folder);
    database = await openSilentProxy(cluster.url);
    port = await freePort();
    const environment = {
      DATABASE_URL: database.url,
      TIDEMILL_PORT: port,
      TIDEMILL_VENUES: 'none',
    };
    const settings = Object.entries(environment).flatMap(([name, value]) => [
      '--env',
      `${name}=${value}`,
    ]);
    const volume = ['--volume', `${NAME}:/var/lib/tidemill`];
    const words = ['--detach', '--name', NAME, '--network', 'host', ...HARDENED, ...NO_NEW_RIGHTS];
    const own = wordsOf('TIDEMILL_PODMAN_RUN');
    await podman('run', ...words, ...volume, ...settings, ...own, IMAGE);
    await untilReady();
  });
  after(async () => {
    await podman('rm', '--force', '--volumes', NAME).catch(() => undefined);
    await podman('volume', 'rm', '--force', NAME).catch(() => undefined);
    if (GIVEN_IMAGE === undefined) await podman('rmi', '--force', IMAGE).catch(() => undefined);
    await removeFolder(CONTEXT);
    await database?.close();
    await cluster?.detach();
    if (folder !== undefined) await removeFolder(folder);
  });

  async function untilReady(): Promise<void> {
    await until('it is ready', async () => {
      const state = await podman('inspect', '--format', '{{.State.Status}}', NAME);
      assert.match(state, /running/, await podman('logs', NAME));
      return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok === true;
    });
  }

  async function ask(place: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
    const response = await fetch(`http://127.0.0.1:${port}${place}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const found = (await response.json()) as Readonly<Record<string, unknown>>;
    assert(response.ok, `${place}: ${response.status} ${JSON.stringify(found)}`);
    return found;
  }

  test('runs as a user of its own, who writes to its volume alone', async () => {
    assert.match(await podman('exec', NAME, 'id', '-u'), /^10001$/m);
    for (const place of ['/etc/x', '/opt/tidemill/x', '/usr/bin/x'])
      await assert.rejects(podman('exec', NAME, 'touch', place), /Read-only|denied/);
    await podman('exec', NAME, 'touch', '/var/lib/tidemill/written');
    const mode = await podman('exec', NAME, 'stat', '-c', '%a %u', '/var/lib/tidemill/master.key');
    assert.match(mode, /^400 10001$/m);
  });

  test('has no source, no repository and none of its secrets', async () => {
    const found = await podman('exec', NAME, 'find', '/opt/tidemill', '/var/lib/tidemill');
    assert.doesNotMatch(found, /\/\.git\/|\/\.tidemill\/|\/\.env$|embedded-postgres\/linux/m);
    assert.match(await podman('exec', NAME, 'tidemill', '--version'), /\([0-9a-f]{12}\)/);
  });

  test('is found well by its own check, and by the doctor', async () => {
    await podman('healthcheck', 'run', NAME);
    const said = await podman('exec', NAME, 'tidemill', 'doctor').catch((error: unknown) => error);
    assert.match(String(said), /master key/);
  });

  /** podman without systemd runs no check by itself: each that is run here is one that is due. */
  async function untilHealth(wanted: string): Promise<void> {
    const isThere = async (): Promise<boolean> => {
      await podman('healthcheck', 'run', NAME).catch(() => undefined);
      const found = await podman('inspect', '--format', '{{.State.Health.Status}}', NAME);
      return new RegExp(`^${wanted}$`, 'm').test(found);
    };
    await until(`its check finds it ${wanted}`, isThere, HEALTH_TIMEOUT_MS);
  }

  test('its check finds it unhealthy while the database is away, and healthy again', async () => {
    await untilHealth('healthy');
    database?.blockNew(true);
    await untilHealth('unhealthy');
    assert.match(await podman('inspect', '--format', '{{.State.Status}}', NAME), /^running$/m);
    database?.blockNew(false);
    await untilHealth('healthy');
  });

  test('places an order, ends in order, and has all of it after another start', async () => {
    assert.doesNotMatch(await podman('logs', NAME), /tm_live_/);
    const printed = await podman('exec', NAME, 'cat', '/var/lib/tidemill/first-start.txt');
    [service.key = ''] = /tm_live_\w+/.exec(printed) ?? [];
    [service.accountId = ''] = /acc_\w+/.exec(printed) ?? [];
    const order = { market_tag: 'SIM_BTC_USDT', side: 'buy', type: 'market', amount: '0.001' };
    const placed = await ask('/v1/orders', { account_id: service.accountId, ...order });
    const beganMs = Date.now();
    await podman('stop', '--time', String(GRACE_S), NAME);
    assert(Date.now() - beganMs < GRACE_S * 1_000, 'it was killed');
    assert.match(await podman('inspect', '--format', '{{.State.ExitCode}}', NAME), /^0$/m);
    await podman('start', NAME);
    await untilReady();
    const found = await ask(`/v1/orders/${String(placed['order_id'])}`);
    assert.equal(found['order_id'], placed['order_id']);
    // The key of the volume opens what the database has.
    assert.match(await podman('logs', NAME), /service\.started[\s\S]*service\.started/);
  });
});

const hasCompose = await run('docker-compose', ['version']).then(
  () => true,
  () => false,
);

test(
  'Docker Compose reads the compose file, and says which password is missing',
  { skip: hasCompose ? false : 'docker-compose is missing' },
  async () => {
    const { DATABASE_PASSWORD: _password, ...env } = process.env;
    const read = (given: NodeJS.ProcessEnv): ReturnType<typeof run> => {
      const words = ['-f', COMPOSE, 'config', '--format', 'json'];
      return run('docker-compose', words, { cwd: ROOT, env: given });
    };
    await assert.rejects(read(env), /DATABASE_PASSWORD is missing a value: write it to/);
    const { stdout, stderr } = await read({ ...env, DATABASE_PASSWORD: 'abc' });
    assert.equal(stderr, '');
    const { services, volumes } = JSON.parse(String(stdout)) as ComposeFile;
    assert.deepEqual(Object.keys(services), ['database', 'tidemill']);
    assert.deepEqual(Object.keys(volumes), ['database', 'keys']);
    for (const service of Object.values(services)) {
      assert.equal(service.read_only, true);
      assert.deepEqual(service.cap_drop, ['ALL']);
      assert(service.healthcheck.test.length > 1);
    }
    const { environment } = services['tidemill'] ?? assert.fail();
    assert.equal(environment['DATABASE_URL'], 'postgresql://tidemill:abc@database:5432/tidemill');
  },
);

type ComposeFile = {
  readonly services: {
    readonly [name: string]: {
      readonly read_only?: boolean;
      readonly cap_drop?: readonly string[];
      readonly environment: Readonly<Record<string, string>>;
      readonly healthcheck: { readonly test: readonly string[] };
    };
  };
  readonly volumes: Readonly<Record<string, object>>;
};

// A service of its own for a benchmark: one user, one key, a number of spot accounts.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceOptions, ServiceProcess } from '../../test/support/service-process.ts';
import { runCommandHere } from '../../test/support/run-command-here.ts';
import { freePort } from '../../test/support/free-port.ts';
import { startServiceProcess } from '../../test/support/service-process.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';

export type Installation = {
  readonly dataDir: string;
  readonly service: ServiceProcess;
  readonly key: string;
  readonly accountIds: readonly string[];
  /** Stops the service and removes everything. */
  end(): Promise<void>;
};

// So many requests that no window ends the benchmark.
const RATE_LIMITS = 'reads=100000000/60,writes=100000000/60,trading=100000000/60';

/** `options` may name roles and settings of the service. */
export async function makeInstallation(
  accountCount: number,
  { roles, environment }: Pick<ServiceOptions, 'roles' | 'environment'> = {},
): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemill-bench-'));
  const service = await startServiceProcess({
    dataDir,
    port: await freePort(),
    // What is measured is the service, not what one user may take of it.
    environment: {
      TIDEMILL_RATE_LIMITS: RATE_LIMITS,
      TIDEMILL_TENANT_REQUESTS: '64/64',
      ...environment,
    },
    ...(roles === undefined ? {} : { roles }),
  });
  await runCommandHere(dataDir, ['users', 'create', 'bench']);
  const words = ['keys', 'create', '--user', 'bench', '--name', 'bench'];
  const { key } = (await runCommandHere(dataDir, words)) as { key: string };
  const accountIds: string[] = [];
  for (let index = 0; index < accountCount; index += 1) {
    accountIds.push(await makeAccount(dataDir, `account ${index}`));
  }
  return {
    dataDir,
    service,
    key,
    accountIds,
    async end() {
      await service.end('SIGTERM');
      await removeFolder(dataDir);
    },
  };
}

async function makeAccount(dataDir: string, name: string): Promise<string> {
  const where = ['--user', 'bench', '--exchange', 'sim', '--market-type', 'spot', '--name', name];
  const money = ['--balance', 'USDT=1000000000', '--balance', 'BTC=10000'];
  const made = await runCommandHere(dataDir, ['accounts', 'create', ...where, ...money]);
  return (made as { account_id: string }).account_id;
}

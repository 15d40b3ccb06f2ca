// A real service on a database of its own that is asked over HTTP as its first user.

import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestDatabase } from './database.ts';
import { withTestDatabase } from './database.ts';
import type { ServiceProcess } from './service-process.ts';
import { freePort } from './free-port.ts';
import { startServiceProcess } from './service-process.ts';
import { removeFolder } from './remove-folder.ts';

export type RequestedService = {
  readonly service: ServiceProcess;
  readonly test: TestDatabase;
  readonly dataDir: string;
  readonly key: string;
  readonly accountId: string;
  readonly botId: string;
};

/** Runs `work` with the service, its first user's key and account, and a bot that is started. */
export async function withRequestedService(
  work: (setup: RequestedService) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tidemill-asked-'));
  let service: ServiceProcess | null = null;
  try {
    await withTestDatabase(async (test) => {
      // One user asks for more at once than is carried out at once.
      const environment = { DATABASE_URL: test.url, TIDEMILL_TENANT_REQUESTS: '8/64' };
      const port = await freePort();
      service = await startServiceProcess({ dataDir, port, roles: ['--api'], environment });
      const [key = ''] = /tm_live_\w+/.exec(service.welcome()) ?? [];
      const [accountId = ''] = /acc_\w+/.exec(service.welcome()) ?? [];
      const [scriptId = ''] = /scr_\w+/.exec(service.welcome()) ?? [];
      const made = { name: 'b', script_id: scriptId, account_id: accountId };
      const harness = { service, test, dataDir, key, accountId };
      const bot = await ask(harness, 'POST', '/v1/bots', { ...made, market_tag: 'SIM_BTC_USDT' });
      const botId = String(bot['bot_id']);
      await ask(harness, 'POST', `/v1/bots/${botId}/start`, {});
      await work({ ...harness, botId });
      await service.end('SIGTERM');
    });
  } finally {
    await (service as ServiceProcess | null)?.end('SIGKILL');
    await removeFolder(dataDir);
  }
}

/** The response's body. Throws when it is no success. */
export async function ask(
  { service, key }: Pick<RequestedService, 'service' | 'key'>,
  method: string,
  url: string,
  body: object | null,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(service.url + url, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert(response.ok, `${method} ${url}: ${response.status} ${text}`);
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

// Each alert fires once and ends, in a real Prometheus (Debian package prometheus) that scrapes an
// exporter which gets ill in one way after another. Skipped, and says so, where there is none.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { until } from '../../support/until.ts';
import { BAD, exposition } from '../../monitoring/bad-figures.ts';
import { ALERTS_FILE, readAlerts } from '../../monitoring/read-alerts.ts';

const isInstalled = spawnSync('prometheus', ['--version']).status === 0;

type Exporter = { readonly port: number; show(text: string | null): void; close(): void };

/** Null: it does not respond as it should. */
async function startExporter(): Promise<Exporter> {
  let shown: string | null = exposition({});
  const server = createServer((_request, response) => {
    response.writeHead(shown === null ? 503 : 200, { 'content-type': 'text/plain; version=0.0.4' });
    response.end(shown ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    show: (text) => void (shown = text),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The same rules without patience, and with windows of seconds. */
function hastyRules(): string {
  const text = readFileSync(ALERTS_FILE, 'utf8').replaceAll(/\n +for: \w+/g, '');
  return text.replaceAll(/\[\d+[smhd]\]/g, '[4s]');
}

async function withPrometheus(
  exporter: Exporter,
  work: (firing: () => Promise<readonly string[]>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemill-prometheus-'));
  const port = await freePort();
  writeFileSync(join(folder, 'alerts.yaml'), hastyRules());
  const config = {
    global: { scrape_interval: '500ms', scrape_timeout: '400ms', evaluation_interval: '500ms' },
    rule_files: ['alerts.yaml'],
    scrape_configs: [
      { job_name: 'tidemill', static_configs: [{ targets: [`127.0.0.1:${exporter.port}`] }] },
    ],
  };
  // JSON is YAML as well.
  writeFileSync(join(folder, 'prometheus.yaml'), JSON.stringify(config));
  const flags = ['--config.file=prometheus.yaml', `--web.listen-address=127.0.0.1:${port}`];
  const child = spawn('prometheus', [...flags, '--storage.tsdb.path=data'], {
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  try {
    await work(async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`).catch(() => null);
      if (reply?.ok !== true) return ['it is not up'];
      const { data } = (await reply.json()) as {
        readonly data: {
          readonly alerts: readonly { readonly labels: { readonly alertname: string } }[];
        };
      };
      return [...new Set(data.alerts.map(({ labels }) => labels.alertname))];
    });
  } finally {
    child.kill();
    await ended;
    await removeFolder(folder);
  }
}

suite('alerts', () => {
  test("Prometheus' own tool accepts rules and configuration", (context) => {
    if (!isInstalled) return context.skip('prometheus is not installed');
    const example = fileURLToPath(new URL('prometheus.yaml', ALERTS_FILE));
    const run = spawnSync('promtool', ['check', 'config', example], { encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stdout, new RegExp(`${readAlerts().length} rules found`));
  });

  test('each fires under its figures alone, and ends with them', async (context) => {
    const names = readAlerts().map(({ name }) => name);
    assert.deepEqual([...Object.keys(BAD), 'ServiceDown'].toSorted(), names.toSorted());
    if (!isInstalled) return context.skip('prometheus is not installed');
    const exporter = await startExporter();
    try {
      await withPrometheus(exporter, async (firing) => {
        await until('nothing fires', async () => (await firing()).length === 0);
        for (const name of names) {
          exporter.show(name === 'ServiceDown' ? null : exposition(BAD[name] ?? {}));
          const fires = async (): Promise<boolean> => (await firing()).includes(name);
          await until(`${name} fires`, fires, 20_000);
          assert.deepEqual(await firing(), [name]);
          exporter.show(exposition({}));
          await until(`${name} ends`, async () => (await firing()).length === 0, 20_000);
        }
      });
    } finally {
      exporter.close();
    }
  });
});

// A real `tidemill serve` in a process of its own, for tests that talk to it over HTTP and end it
// by signal.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { firstStartIn } from './first-start-in.ts';
import type { StartedProgram } from './start-program.ts';
import { ENTRY, startProgram } from './start-program.ts';
import { copyTemplateCluster } from './template-cluster.ts';

/** Of one that neither is ready nor ends: a loaded machine has taken three minutes to start it. */
const READY_TIMEOUT_MS = 600_000;
const POLL_MS = 100;

export type ServiceProcess = StartedProgram & {
  readonly url: string;
  /** What its first start has for its operator; empty when there was none. */
  readonly welcome: () => string;
};

export type ServiceOptions = {
  readonly dataDir: string;
  readonly port: number;
  /** What it serves, such as `--api`; everything unless given. */
  readonly roles?: readonly string[];
  readonly environment?: { readonly [name: string]: string };
  /** It makes its database itself, as that of a new user does, even where a copy is offered. */
  readonly isFirstStart?: boolean;
};

/** Starts the service and waits until it is ready. Throws with its output when it ends before. */
export async function startServiceProcess(options: ServiceOptions): Promise<ServiceProcess> {
  const { dataDir, port, roles = [], environment, isFirstStart = false } = options;
  const words = ['serve', ...roles, '--port', String(port), '--data-dir', dataDir];
  const settings = { ...process.env, ...environment };
  const isBuiltIn = settings['DATABASE_URL'] === undefined;
  if (isBuiltIn && !isFirstStart) copyTemplateCluster(dataDir);
  const program = startProgram(words, settings);
  const url = `http://127.0.0.1:${port}`;
  const service: ServiceProcess = { url, welcome: () => firstStartIn(dataDir), ...program };
  await untilReady(service);
  return service;
}

/** Runs one command of the command line with `--json` and returns what it printed, parsed. */
export async function runCommand(dataDir: string, words: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, [ENTRY, ...words, '--data-dir', dataDir, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`tidemill ${words.join(' ')} ended with ${code}: ${complaint}`);
  return JSON.parse(printed);
}

async function untilReady(service: ServiceProcess): Promise<void> {
  const deadlineMs = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadlineMs) {
    if (service.child.exitCode !== null) break;
    const response = await fetch(`${service.url}/readyz`).catch(() => null);
    if (response !== null) {
      await response.body?.cancel();
      if (response.ok) return;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  service.child.kill('SIGKILL');
  throw new Error(`The service did not become ready. It printed:\n${service.output()}`);
}

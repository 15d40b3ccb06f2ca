// Runs tests with another text in the place of a source, in a process of its own, so that the tree
// stays as it is and an endless loop can be ended.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Substitution } from './substitute-source.ts';

const LOADER = new URL('./substitute-source.ts', import.meta.url);
const RUNNER = new URL('./run-until-failure.ts', import.meta.url);

export type TrialOutcome = {
  readonly outcome: 'passed' | 'failed' | 'timed_out';
  /** Whether the tests, or what they start, loaded the file. */
  readonly isLoaded: boolean;
  readonly tookMs: number;
  /** The last of what was written to stderr. */
  readonly errors: string;
};

/** Runs `tests` with `text` for `file`; null leaves the file its own. Paths are below `root`. */
export async function tryText(
  root: string,
  file: string,
  text: string | null,
  tests: readonly string[],
  timeoutMs: number,
): Promise<TrialOutcome> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tidemill-mutant-'));
  const noted = path.join(folder, 'loaded');
  const order = path.join(folder, 'order.json');
  const substitution: Substitution = { path: path.join(root, file), text, noted };
  fs.writeFileSync(order, JSON.stringify(substitution));
  const startMs = performance.now();
  try {
    const { outcome, errors } = await runTests(root, order, tests, timeoutMs);
    const tookMs = performance.now() - startMs;
    return { outcome, isLoaded: fs.existsSync(noted), tookMs, errors };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function runTests(
  root: string,
  order: string,
  tests: readonly string[],
  timeoutMs: number,
): Promise<Pick<TrialOutcome, 'outcome' | 'errors'>> {
  const { promise, resolve, reject } =
    Promise.withResolvers<Pick<TrialOutcome, 'outcome' | 'errors'>>();
  const files = tests.map((test) => path.join(root, test));
  const child = spawn(process.execPath, [fileURLToPath(RUNNER), ...files], {
    cwd: root,
    // Its own group, which also has what the tests start.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environment(order),
  });
  let errors = '';
  let isLate = false;
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    errors = (errors + part).slice(-2_000);
  });
  const endGroup = (): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  const timer = setTimeout(() => {
    isLate = true;
    endGroup();
  }, timeoutMs);
  child.once('error', reject);
  child.once('close', (code) => {
    clearTimeout(timer);
    endGroup();
    resolve({ outcome: isLate ? 'timed_out' : code === 0 ? 'passed' : 'failed', errors });
  });
  return promise;
}

function environment(order: string): NodeJS.ProcessEnv {
  // A test that runs this would have its runner report to it instead.
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: options = '', ...others } = process.env;
  return {
    ...others,
    NODE_OPTIONS: `${options} --import=${LOADER.href}`.trim(),
    TEST_MUTANT: order,
  };
}

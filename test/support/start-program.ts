// The program in a process of its own, whose output is read and which is ended by signal.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const ENTRY = fileURLToPath(new URL('../../src/main/tidemill.ts', import.meta.url));
const OUTPUT_RETAINED = 200_000;

export type StartedProgram = {
  readonly child: ChildProcess;
  /** What it has printed so far; of much, the end. */
  output(): string;
  /** Ends it by the signal and waits until it is gone; returns its exit code (null when killed). */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

/** Starts `tidemill`, or another program, with these words, in this environment alone. */
export function startProgram(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  entry = ENTRY,
): StartedProgram {
  return startCommand(process.execPath, [entry, ...words], { env: environment });
}

/** The same of whatever command. */
export function startCommand(
  command: string,
  words: readonly string[],
  { env, cwd }: { readonly env: NodeJS.ProcessEnv; readonly cwd?: string },
): StartedProgram {
  const child = spawn(command, words, {
    ...(cwd === undefined ? {} : { cwd }),
    // Few tests need the process for real exchanges; those name the exchanges.
    env: { TIDEMILL_VENUES: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-OUTPUT_RETAINED);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return {
    child,
    output: () => output,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
      return child.exitCode;
    },
  };
}

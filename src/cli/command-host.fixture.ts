// The command line over what a test provides, with a terminal that remembers: for the tests of
// commands.

import type { Host } from '#cli/host.ts';
import { runCommandLine } from '#cli/run-command-line.ts';

export type RunCommand = (
  words: readonly string[],
) => Promise<{ readonly exitCode: number; readonly out: string; readonly error: string }>;

/** Runs commands that ask the machine for nothing but `parts`, each with an empty terminal. */
export function commandRunner(parts: Partial<Host>): RunCommand {
  const seen = { out: '', error: '' };
  const host = {
    version: '1.2.3',
    terminal: {
      write: (text) => void (seen.out += text),
      writeError: (text) => void (seen.error += text),
      isWatched: true,
      isColored: false,
    },
    explain: () => null,
    ...parts,
  } satisfies Partial<Host> as Partial<Host> as Host;
  return async (words) => {
    Object.assign(seen, { out: '', error: '' });
    const exitCode = await runCommandLine(host, words);
    return { exitCode, ...seen };
  };
}

/** An application over these dependencies, of whatever kind a command opens. */
export function opened(deps: object) {
  return async () => ({ deps, close: async () => undefined }) as never;
}

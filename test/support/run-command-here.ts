// Commands of the command line within the test's own process: preparing an installation needs many
// of them, and a process for each costs more than what the test is about.

import type { Host } from '#cli/host.ts';
import { runCommandLine } from '#cli/run-command-line.ts';
import { openApplication } from '#main/opening/open-application.ts';
import { explainFailure } from '#main/explain-failure.ts';
import { readConfig } from '#main/settings/config.ts';

/**
 * Runs one command with `--json` and returns what it printed, parsed. For commands that need
 * nothing but the database.
 */
export async function runCommandHere(dataDir: string, words: readonly string[]): Promise<unknown> {
  let [printed, complaint] = ['', ''];
  const terminal: Host['terminal'] = {
    write: (text) => void (printed += text),
    writeError: (text) => void (complaint += text),
    isWatched: true,
    isColored: false,
  };
  const host: Host = {
    version: '0.0.0',
    terminal,
    openApplication: async (flags) => openApplication(readConfig({}, flags, process.cwd())),
    askSecret: refuse,
    readInput: refuse,
    openLabApplication: refuse,
    openRiskApplication: refuse,
    serve: refuse,
    checkScript: refuse,
    runBacktest: refuse,
    renderReport: refuse,
    openFile: refuse,
    probeExchange: refuse,
    recordCalls: refuse,
    writeFirstStart: refuse,
    backUp: refuse,
    checkBackup: refuse,
    restore: refuse,
    checkUpgrade: refuse,
    diagnose: () => {
      throw new Error(NOT_HERE);
    },
    explain: explainFailure,
  };
  const code = await runCommandLine(host, [...words, '--data-dir', dataDir, '--json']);
  if (code !== 0) throw new Error(`tidemill ${words.join(' ')} ended with ${code}: ${complaint}`);
  return JSON.parse(printed);
}

const NOT_HERE = 'This command needs a process of its own: use runCommand.';

async function refuse(): Promise<never> {
  throw new Error(NOT_HERE);
}

// Runs programs of others, quietly, and returns all that they say.

import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const QUIET = {
  CI: 'true',
  NO_COLOR: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** A program of the packages in this folder; throws what it said where it fails. */
export async function runTool(
  folder: string,
  tool: string,
  words: readonly string[],
  workingFolder = folder,
): Promise<string> {
  const program = path.join(folder, 'node_modules/.bin', tool);
  const environment = { ...process.env, ...QUIET };
  const options = { cwd: workingFolder, env: environment, maxBuffer: OUTPUT_BYTES_MAX };
  const { stdout, stderr } = await run(program, words, options).catch((error: unknown) => {
    const { stdout: said, stderr: complained } = error as { stdout: string; stderr: string };
    throw new Error(`${tool} failed:\n${said}\n${complained}`, { cause: error });
  });
  return stdout + stderr;
}

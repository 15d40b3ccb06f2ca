// Runs npm scripts at the same time, each with its output in one piece, and fails when one fails:
// checks use one core, tests wait often. The last script's output comes last, as it is written.
// Usage: node test/support/run-together.ts SCRIPT...

import { spawn } from 'node:child_process';
import process from 'node:process';

type Result = { readonly script: string; readonly isPassed: boolean };

const scripts = process.argv.slice(2);
const last = scripts.at(-1);
const results = await Promise.all(scripts.map((script) => runScript(script, script === last)));
const failed = results.filter(({ isPassed }) => !isPassed).map(({ script }) => script);
if (failed.length > 0) {
  process.stderr.write(`Failed: ${failed.map((script) => `npm run ${script}`).join(', ')}\n`);
  process.exitCode = 1;
}

/** Shows output at once for a live script, otherwise in one piece at its end. */
function runScript(script: string, isLive: boolean): Promise<Result> {
  const child = spawn('npm', ['run', script], {
    stdio: ['ignore', isLive ? 'inherit' : 'pipe', isLive ? 'inherit' : 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(chunks));
      resolve({ script, isPassed: code === 0 });
    });
  });
}

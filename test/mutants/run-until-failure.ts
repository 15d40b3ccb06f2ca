// Runs test files in this process, and ends it with the first test that fails: of a mutant only
// that is of interest. Ends with 0 when all have passed, with 1 otherwise, also when the process is
// ended in the middle.

import { run } from 'node:test';

process.exitCode = 1;
for await (const { type, data } of run({ files: process.argv.slice(2), isolation: 'none' })) {
  if (type !== 'test:fail') continue;
  process.stderr.write(`${data.file ?? ''}: ${data.name}\n`);
  process.exit(1);
}
process.exit(0);

// The notebooks of the examples, run cell by cell against a real service by Jupyter's kernel. Where
// Python 3.11, httpx, pandas, nbclient or ipykernel is missing, the test says so.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startConsole } from '../../console/console-service.ts';

const run = promisify(execFile);
const NOTEBOOKS = fileURLToPath(new URL('../../../examples/notebooks', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../../clients/python', import.meta.url));
const NEEDS =
  'import sys, httpx, pandas, nbclient, nbformat, ipykernel; sys.exit(sys.version_info < (3, 11))';
const PYTHONS = ['/usr/bin/python3', 'python3'];
const PLAY = `
import sys, nbformat, nbclient
book = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute(cwd=sys.argv[2])
for cell in book.cells:
    for output in cell.get("outputs", []):
        print(output.get("text", ""), end="")
`;

async function findPython(): Promise<string | null> {
  for (const python of PYTHONS) {
    const isFit = await run(python, ['-c', NEEDS]).then(
      () => true,
      () => false,
    );
    if (isFit) return python;
  }
  return null;
}

test('the notebooks of the examples run', async (context) => {
  const python = await findPython();
  if (python === null) {
    context.skip('Python 3.11 with httpx, pandas, nbclient and ipykernel is missing');
    return;
  }
  const service = await startConsole();
  try {
    const { key } = await service.makeUser('nora');
    await service.openAccount('nora');
    const environment = { TIDEMILL_URL: service.url, TIDEMILL_KEY: key, PYTHONPATH: PACKAGE };
    for (const name of globSync('*.ipynb', { cwd: NOTEBOOKS })) {
      const file = `${NOTEBOOKS}/${name}`;
      assert.ok(!readFileSync(file, 'utf8').includes('"execution_count": 1'), 'it is not run');
      const { stdout } = await run(python, ['-B', '-c', PLAY, file, NOTEBOOKS], {
        env: { ...process.env, ...environment },
      });
      assert.match(stdout, /too few to tell|explains little|may be chance/);
    }
  } finally {
    await service.close();
  }
});

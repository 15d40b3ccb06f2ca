// A clean clone in which npm runs no scripts: the service starts, what needs the console says that
// it is not built, and after the one command that is named everything is there.

import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { firstStartIn } from '../../support/first-start-in.ts';
import { freePort } from '../../support/free-port.ts';
import { startCommand } from '../../support/start-program.ts';
import { until } from '../../support/until.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { makeSharedFolder } from '../../support/shared-folder.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OUTPUT_BYTES_MAX = 10_000_000;

suite('a clone without scripts', () => {
  let folder: string;
  let clone: string;
  let env: NodeJS.ProcessEnv;

  before(async () => {
    folder = makeSharedFolder('tidemill-clone-');
    clone = path.join(folder, 'clone');
    const { PATH = '', NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...rest } = process.env;
    const others = PATH.split(path.delimiter).filter((each) => !each.startsWith(ROOT));
    env = { ...rest, PATH: others.join(path.delimiter), npm_config_cache: `${folder}/npm` };
    await run('git', ['clone', '--quiet', ROOT, clone]);
    const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', words, { cwd: clone, env, maxBuffer: OUTPUT_BYTES_MAX });
  });
  after(() => removeFolder(folder));

  test('starts, says that the console is not built, and serves all else', async () => {
    const port = await freePort();
    const words = ['start', '--', '--port', String(port), '--data-dir', `${folder}/data`];
    const service = startCommand('npm', words, {
      cwd: clone,
      env: { ...env, TIDEMILL_VENUES: 'none' },
    });
    try {
      const ask = (place: string): Promise<Response | null> =>
        fetch(`http://127.0.0.1:${port}${place}`, { headers: { accept: 'text/html' } }).catch(
          () => null,
        );
      await until('it is ready', async () => {
        assert.equal(service.child.exitCode, null, service.output());
        return (await ask('/readyz'))?.ok === true;
      });
      assert.match(service.output(), /console\.not_built/);
      const page = await ask('/');
      assert.match((await page?.text()) ?? '', /not built.*npm run build -w console/s);
      assert.equal((await ask('/docs/orders'))?.status, 200);
      const [key = ''] = /tm_live_\w+/.exec(firstStartIn(`${folder}/data`)) ?? [];
      const headers = { authorization: `Bearer ${key}` };
      assert((await fetch(`http://127.0.0.1:${port}/v1/accounts`, { headers })).ok);
    } finally {
      await service.end('SIGTERM');
    }
  });

  test('npm test ends with what is missing, before it checks anything', () => {
    const { status, stdout, stderr } = spawnSync('npm', ['test'], {
      cwd: clone,
      env,
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /^The web console is not built.*npm run build -w console/m);
    assert.doesNotMatch(stdout + stderr, /^ +at |tsc/m);
  });

  test('npx tidemill runs, and the one command builds the console', async () => {
    const { stdout } = await run('npx', ['tidemill', '--version'], { cwd: clone, env });
    assert.match(stdout, /^\d+\.\d+\.\d+ \([0-9a-f]{12}\)$/m);
    await run('npm', ['run', 'build', '-w', 'console'], { cwd: clone, env });
    await run('sh', ['test/support/check-installed.sh'], { cwd: clone, env });
  });
});

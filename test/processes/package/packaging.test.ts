// The files for those who run the service: what their own tools say of them, and what they name.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { billOfMaterials } from '../../../packaging/bill-of-materials.ts';
import { commitWithoutGit } from '../../../packaging/build-package.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('../../../packaging/', import.meta.url));
const textOf = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');
/** Of 10; what is left is a network and compiled code, which the service needs. */
const EXPOSURE_MAX = 2;

async function hasSystemd(): Promise<boolean> {
  return run('systemd-analyze', ['--version']).then(
    () => true,
    () => false,
  );
}

test('systemd takes the unit without a word, and finds little exposed', async (t) => {
  if (!(await hasSystemd())) {
    t.skip('systemd-analyze is missing');
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'tidemill-unit-'));
  try {
    const unit = path.join(folder, 'tidemill.service');
    // The program has to be there.
    const installed = /^ExecStart=(\S+) serve$/m.exec(textOf('tidemill.service'))?.[1] ?? '';
    assert.equal(installed, '/opt/tidemill/node_modules/.bin/tidemill');
    await writeFile(unit, textOf('tidemill.service').replace(installed, process.execPath));
    const { stdout, stderr } = await run('systemd-analyze', ['verify', unit]);
    assert.equal(stdout + stderr, '');
    const words = ['security', '--offline=yes', '--no-pager', unit];
    const { stdout: said } = await run('systemd-analyze', words);
    const exposure = /Overall exposure level for \S+: (\d+\.\d)/.exec(said)?.[1];
    assert(Number(exposure) <= EXPOSURE_MAX, `exposure ${exposure ?? 'unknown'}`);
  } finally {
    await removeFolder(folder);
  }
});

test('the stop that is waited for is as long in each file, and as long as an orderly stop', () => {
  const [, unit] = /^TimeoutStopSec=(\d+)$/m.exec(textOf('tidemill.service')) ?? [];
  const [, compose] =
    /image: tidemill[\s\S]*?stop_grace_period: (\d+)s/.exec(textOf('compose.yaml')) ?? [];
  assert.deepEqual([unit, compose], ['40', '40']);
});

test('what the image runs belongs to nobody with rights, and its root is read only', () => {
  const image = textOf('Containerfile');
  assert.match(image, /^USER 10001:10001$/m);
  assert.doesNotMatch(image.slice(image.indexOf('\nUSER')), /^RUN/m);
  const compose = textOf('compose.yaml');
  const services = compose
    .split(/^ {2}(?=\w+:$)/m)
    .filter((part) => /^(?:database|tidemill):\n {4}/.test(part));
  const [database = '', service = ''] = services;
  for (const part of [database, service]) {
    assert.match(part, /^ {4}read_only: true$/m);
    assert.match(part, /^ {4}cap_drop: \[ALL\]$/m);
    assert.match(part, /no-new-privileges:true/);
  }
  assert.match(database, /image: docker\.io\/library\/postgres:18@/);
  assert.match(service, /condition: service_healthy/);
});

/** What a file takes from a registry; `tidemill` is built here. */
function basesOf(text: string): readonly string[] {
  return [...text.matchAll(/^(?:FROM| +image:)\s+(\S+)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'tidemill');
}

/** Neither a tag alone, which means another image later, nor a digest alone. */
const PINNED = /^docker\.io\/library\/\w+:[\w.-]+@sha256:[0-9a-f]{64}$/;

test('what comes from a registry is named by tag and digest', () => {
  const bases = ['Containerfile', 'compose.yaml'].map((name) => basesOf(textOf(name)));
  assert.deepEqual(
    bases.map(({ length }) => length),
    [2, 1],
  );
  for (const base of bases.flat()) assert.match(base, PINNED);
  const planted = 'FROM docker.io/library/node:26-slim AS build\n  image: postgres@sha256:00\n';
  assert.deepEqual(
    basesOf(planted).filter((base) => PINNED.test(base)),
    [],
  );
  assert.equal(basesOf(planted).length, 2);
});

test('the image gets nothing that belongs to this machine, and what it builds from', () => {
  const ignored = readFileSync(path.join(FOLDER, '../.dockerignore'), 'utf8').split('\n');
  for (const name of ['**/.tidemill', '**/.env', '**/node_modules'])
    assert(ignored.includes(name), name);
  for (const name of ['.git', 'src', 'packages', 'sdk', 'console', 'migrations'])
    assert(!ignored.includes(name), name);
});

test('the commit is known without git, loose or packed or by itself', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tidemill-commit-'));
  try {
    assert.equal(commitWithoutGit(folder), null);
    const git = async (...words: string[]): Promise<string> =>
      (await run('git', ['-C', folder, ...words])).stdout.trim();
    await git('init', '--quiet', '--initial-branch', 'main');
    assert.equal(commitWithoutGit(folder), null);
    const as = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.com'];
    await git(...as, 'commit', '--quiet', '--allow-empty', '--message', 'First');
    const commit = await git('rev-parse', 'HEAD');
    assert.equal(commitWithoutGit(folder), commit);
    await git('pack-refs', '--all');
    assert.equal(commitWithoutGit(folder), commit);
    await git('checkout', '--quiet', '--detach');
    assert.equal(commitWithoutGit(folder), commit);
  } finally {
    await removeFolder(folder);
  }
});

test('nothing that is in memory is written as a core', () => {
  assert.match(textOf('tidemill.service'), /^LimitCORE=0$/m);
  const services = textOf('compose.yaml').match(/^    restart:/gm) ?? [];
  const limits = textOf('compose.yaml').match(/^    ulimits: \{ core: 0 \}$/gm) ?? [];
  assert.deepEqual([services.length, limits.length], [2, 2]);
});

test('the bill of materials has what runs with its checksums, the same of each build', () => {
  const root = path.join(FOLDER, '..');
  const written = billOfMaterials(root);
  assert.equal(billOfMaterials(root), written);
  const { components } = JSON.parse(written) as {
    readonly components: readonly { readonly name: string; readonly hashes?: readonly object[] }[];
  };
  const named = (name: string) => components.find((each) => each.name === name);
  assert.equal(named('fastify')?.hashes?.length, 1);
  assert.equal(named('typescript'), undefined, 'development needs it alone');
  const bare = components.filter(({ hashes }) => hashes === undefined).map(({ name }) => name);
  assert.deepEqual(bare, ['console'], 'the console is of this repository');
});

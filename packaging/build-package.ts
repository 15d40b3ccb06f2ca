// Writes `dist/`, what the package runs: the sources as JavaScript, because Node runs no TypeScript
// of installed packages. `npm pack` starts it. Types become blanks, so lines stay where they are.

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { billOfMaterials } from './bill-of-materials.ts';

const ROOT = path.join(import.meta.dirname, '..');
const BUILT = path.join(ROOT, 'dist');
const BILL = 'bill-of-materials.cdx.json';
const COMMIT_LETTERS = 12;
const SOURCES = ['src/**/*.ts', 'packages/{indicators,lib,lua,venue-port,venues}/src/**/*.ts'];
const DATABASE_FUNCTIONS = 'src/adapters/postgres/functions/*.{sql,txt}';
const TESTS = /\.(?:test|prop|fixture|contract|long)\.ts$/;
/** A specifier or an address of a source: quoted, and relative or by layer. */
const SOURCE_NAMES = /(['"])(#|\.{1,2}\/)([^'"\n]*)\.ts\1/g;

/** The source as the package has it; `file` is its path in what is built. */
function builtSource(file: string, source: string): string {
  const depth = file.split('/').length - 1;
  const toRoot = depth === 0 ? './' : '../'.repeat(depth);
  return stripTypeScriptTypes(source)
    .replaceAll(SOURCE_NAMES, (_match, quote: string, start: string, name: string) => {
      const place = start === '#' ? toRoot : start;
      return `${quote}${place}${name}.js${quote}`;
    })
    .replaceAll(/[ \t]+$/gm, '');
}

/** Null where there is no repository. */
function commitOfRoot(): string | null {
  try {
    const words = ['rev-parse', 'HEAD'];
    return execFileSync('git', words, { cwd: ROOT, stdio: 'pipe' }).toString().trim();
  } catch {
    return commitWithoutGit(ROOT);
  }
}

/** What git would say, where it is not installed, as in the image; null: this is no clone. */
export function commitWithoutGit(root: string): string | null {
  try {
    const read = (name: string): string => readFileSync(path.join(root, '.git', name), 'utf8');
    const [, ref] = /^ref: (\S+)$/m.exec(read('HEAD')) ?? [];
    if (ref === undefined) return commitIn(read('HEAD'));
    if (existsSync(path.join(root, '.git', ref))) return commitIn(read(ref));
    const line = read('packed-refs')
      .split('\n')
      .find((each) => each.endsWith(` ${ref}`));
    return commitIn(line ?? '');
  } catch {
    return null;
  }
}

function commitIn(text: string): string | null {
  return /^[0-9a-f]{40}/.exec(text)?.[0] ?? null;
}

/** Layers and packages lie side by side in what is built. */
function builtPlace(file: string): string {
  return file.replace(/^src\//, '').replace(/^packages\/([^/]+)\/src\//, '$1/');
}

function targetOf(place: string): string {
  const target = path.join(BUILT, place);
  mkdirSync(path.dirname(target), { recursive: true });
  return target;
}

export function buildPackage(): void {
  rmSync(BUILT, { recursive: true, force: true });
  for (const file of globSync(SOURCES, { cwd: ROOT })) {
    if (TESTS.test(file)) continue;
    const place = builtPlace(file);
    const source = readFileSync(path.join(ROOT, file), 'utf8');
    writeFileSync(targetOf(place.replace(/\.ts$/, '.js')), builtSource(place, source));
  }
  for (const file of globSync(DATABASE_FUNCTIONS, { cwd: ROOT }))
    copyFileSync(path.join(ROOT, file), targetOf(builtPlace(file)));
  writeFileSync(path.join(BUILT, BILL), billOfMaterials(ROOT));
  const commit = commitOfRoot();
  if (commit !== null)
    writeFileSync(path.join(BUILT, 'commit.txt'), `${commit.slice(0, COMMIT_LETTERS)}\n`);
}

if (import.meta.main) buildPackage();

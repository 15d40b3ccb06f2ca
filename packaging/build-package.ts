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
const SOURCES = path.join(ROOT, 'src');
const BUILT = path.join(ROOT, 'dist');
const BILL = 'bill-of-materials.cdx.json';
const COMMIT_LETTERS = 12;
const DATABASE_FUNCTIONS = 'adapters/postgres/functions/*.{sql,txt}';
const TESTS = /\.(?:test|prop|fixture|contract|long)\.ts$/;
/** A specifier or an address of a source: quoted, and relative or by layer. */
const SOURCE_NAMES = /(['"])(#|\.{1,2}\/)([^'"\n]*)\.ts\1/g;

/** The source as the package has it; `file` is relative to the sources. */
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

export function buildPackage(): void {
  rmSync(BUILT, { recursive: true, force: true });
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !TESTS.test(file));
  for (const file of files) {
    const target = path.join(BUILT, file.replace(/\.ts$/, '.js'));
    mkdirSync(path.dirname(target), { recursive: true });
    const source = readFileSync(path.join(SOURCES, file), 'utf8');
    writeFileSync(target, builtSource(file, source));
  }
  for (const file of globSync(DATABASE_FUNCTIONS, { cwd: SOURCES })) {
    const target = path.join(BUILT, file);
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(path.join(SOURCES, file), target);
  }
  writeFileSync(path.join(BUILT, BILL), billOfMaterials(ROOT));
  const commit = commitOfRoot();
  if (commit !== null)
    writeFileSync(path.join(BUILT, 'commit.txt'), `${commit.slice(0, COMMIT_LETTERS)}\n`);
}

if (import.meta.main) buildPackage();

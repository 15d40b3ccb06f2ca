// Lints every file whose rules can say something new: its text, or that of anything it imports,
// differs from what last passed. The rules that know types take minutes of processor time for all
// files, and their findings follow from these texts alone. A fresh clone has everything linted, and
// so has `--all`. Usage: node test/support/lint-what-changed.ts [console] [--all]

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { closureKeys } from './closure-keys.ts';

type PassedKeys = Readonly<Record<string, string>>;

const LINT = ['--type-aware', '--deny-warnings'];
const LINTED = /\.[cm]?[jt]sx?$/;
/** What findings depend on beside the files. */
const COMMON = [
  '.oxlintrc.json',
  'console/.oxlintrc.json',
  'tsconfig.json',
  'console/tsconfig.json',
  'package.json',
  'package-lock.json',
];
/** More of them than this are named by their folder. */
const NAMED_MAX = 1_500;
/** Where files are generated that git ignores and others import. */
const GENERATED = ['sdk', 'src', 'packages', 'test', 'bench', 'console/src'];

const words = process.argv.slice(2);
const isConsole = words.includes('console');
const cache = path.join('node_modules', '.cache', 'lint', isConsole ? 'console.json' : 'root.json');

const texts = readTexts();
const common = COMMON.map((file) => readFileSync(file, 'utf8')).join('\n');
const keys = closureKeys({ texts, aliases: readAliases(), common });
const passed = words.includes('--all') ? {} : readPassed();
const own = [...keys].filter(([file]) => LINTED.test(file) && isConsole === isOfConsole(file));
const changed = own.filter(([file, key]) => passed[file] !== key);
process.stdout.write(`${changed.length} of ${own.length} files are linted; the others passed.\n`);
if (changed.length > 0) process.exitCode = lint(changed.map(([file]) => file));
if (process.exitCode === undefined || process.exitCode === 0) remember();

function lint(files: readonly string[]): number {
  const config = isConsole ? ['-c', 'console/.oxlintrc.json'] : [];
  const everything = isConsole ? ['console'] : [];
  const named = files.length > NAMED_MAX ? everything : files;
  const run = spawnSync('oxlint', [...LINT, ...config, ...named], { stdio: 'inherit' });
  return run.status ?? 1;
}

function isOfConsole(file: string): boolean {
  return file.startsWith('console/');
}

/** All files with their texts, also those to come and those generated: data is imported too. */
function readTexts(): ReadonlyMap<string, string> {
  const listed = [...listFiles('-co'), ...listFiles('-oi', ...GENERATED)];
  const files = [...new Set(listed)].filter(
    (file) => /\.([cm]?[jt]sx?|json|css)$/.test(file) && existsSync(file),
  );
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

function listFiles(which: string, ...places: readonly string[]): readonly string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', which, '--exclude-standard', '-z', '--', ...places],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  return listed.split('\0').filter((file) => file !== '');
}

/** Of the packages' `imports`, and of the console's own paths. */
function readAliases(): readonly (readonly [string, string])[] {
  const imports = pathsOf(readFileSync('package.json', 'utf8'), (read) => read.imports);
  const paths = pathsOf(readFileSync('console/tsconfig.json', 'utf8'), (read) => {
    const given = read.compilerOptions?.paths ?? {};
    return Object.fromEntries(
      Object.entries(given).map(([name, [to = '']]) => [name, path.posix.join('console', to)]),
    );
  });
  // The most particular first: `#lib/` before `#`.
  return [...imports, ...paths].toSorted(([one], [other]) => other.length - one.length);
}

type Configuration = {
  readonly imports?: Readonly<Record<string, string>>;
  readonly compilerOptions?: { readonly paths?: Readonly<Record<string, readonly string[]>> };
};

function pathsOf(
  text: string,
  choose: (read: Configuration) => Readonly<Record<string, string>> | undefined,
): readonly (readonly [string, string])[] {
  const chosen = choose(JSON.parse(text) as Configuration) ?? {};
  return Object.entries(chosen).map(([name, to]) => [
    name.replace(/\*$/, ''),
    path.posix.normalize(to.replace(/\*$/, '')),
  ]);
}

function readPassed(): PassedKeys {
  return existsSync(cache) ? (JSON.parse(readFileSync(cache, 'utf8')) as PassedKeys) : {};
}

function remember(): void {
  mkdirSync(path.dirname(cache), { recursive: true });
  writeFileSync(cache, JSON.stringify(Object.fromEntries(own)));
}

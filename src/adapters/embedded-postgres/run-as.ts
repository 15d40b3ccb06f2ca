// PostgreSQL refuses to run as root. This file decides as whom it runs when we are root: as the
// service's user ("tidemill" or "nobody"), who has none of root's rights, where that user can enter
// the data directory; else as ourselves under another name in a user namespace, if the kernel
// allows that.

import type { StdioOptions } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Owner } from '#adapters/system/service-user.ts';
import { NOBODY, serviceUser } from '#adapters/system/service-user.ts';
import { Failure } from '#venue-port/world/failure.ts';

/**
 * `namespace`: root outside, "nobody" inside, so files stay root's and no path needs to be opened
 * to others.
 */
export type RunAs =
  | { readonly kind: 'self' }
  | { readonly kind: 'namespace' }
  | { readonly kind: 'user'; readonly userId: number; readonly groupId: number };

const UNSHARE_PLACES = ['/usr/bin/unshare', '/bin/unshare'] as const;

/**
 * `clusterOwner` is null before the first start; afterwards the owner of the files decides, unless
 * that is root. Throws Failure.
 */
export function chooseRunAs(
  userId: number,
  clusterOwner: Owner | null,
  nobodyCanEnter: () => boolean,
  namespacesWork: () => boolean,
): RunAs {
  if (userId !== 0) {
    if (clusterOwner === null || clusterOwner.userId === userId) return { kind: 'self' };
    throw new Failure(
      'unavailable',
      `The database belongs to the user with id ${clusterOwner.userId}, and we run as ${userId}.`,
    );
  }
  if (clusterOwner !== null && clusterOwner.userId !== 0) return { kind: 'user', ...clusterOwner };
  if (!nobodyCanEnter() && namespacesWork()) return { kind: 'namespace' };
  return { kind: 'user', ...serviceUser() };
}

/** Whether this kernel lets us start a program in a user namespace. */
export function probeNamespaces(): boolean {
  const unshare = findUnshare();
  if (unshare === null) return false;
  const probe = spawnSync(unshare, [...namespaceArguments(), '/bin/true'], { env: {} });
  return probe.status === 0;
}

export type Command = {
  readonly file: string;
  readonly args: readonly string[];
  /** The environment is empty: neither our secrets nor PostgreSQL's own variables are passed on. */
  readonly options: {
    readonly env: Record<string, never>;
    readonly uid?: number;
    readonly gid?: number;
    readonly stdio?: StdioOptions;
  };
};

/** How to start a program as the chosen user. The process id is the program's own in every case. */
export function commandAs(runAs: RunAs, program: string, args: readonly string[]): Command {
  switch (runAs.kind) {
    case 'self':
      return { file: program, args, options: { env: {} } };
    case 'user':
      return {
        file: program,
        args,
        options: { env: {}, uid: runAs.userId, gid: runAs.groupId },
      };
    case 'namespace':
      return {
        file: findUnshare() ?? UNSHARE_PLACES[0],
        args: [...namespaceArguments(), program, ...args],
        options: { env: {} },
      };
  }
}

function namespaceArguments(): readonly string[] {
  return ['--user', `--map-user=${NOBODY.userId}`, `--map-group=${NOBODY.groupId}`, '--'];
}

function findUnshare(): string | null {
  return UNSHARE_PLACES.find((place) => existsSync(place)) ?? null;
}

// `tidemill users sign-in-link`, `set-role`, `remove-app` and `end-sessions`: how a person gets in,
// and what it may do there.

import type { Command } from 'commander';
import { Argument, InvalidArgumentError } from 'commander';
import { formatInstant } from '#lib/time.ts';
import type { Role } from '#domain/access/role.ts';
import { ROLES } from '#domain/access/role.ts';
import { endOtherSessions } from '#services/sign-in/end-other-sessions.ts';
import { makeSignInLink } from '#services/sign-in/make-sign-in-link.ts';
import { AT_THE_MACHINE } from '#services/audit/note-audit.ts';
import { removeApp } from '#services/sign-in/remove-app.ts';
import { setRole } from '#services/sign-in/set-role.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, withApplication, writeResult } from '#cli/command-base.ts';
import type { Host } from '#cli/host.ts';
import { unknownUser } from '#cli/unknown-user.ts';

/** Command `tidemill users sign-in-link`. */
export function signInLinkCommand(host: Host): Command {
  return baseCommand('sign-in-link', 'print a link that signs a user in once, within the hour')
    .argument('<NAME>', 'the user')
    .action(async (userName: string, options: CommonOptions) => {
      await withApplication(host, options, async ({ deps, baseUrl }) => {
        const made = await makeSignInLink(deps, { userName });
        if (!made.ok) throw await unknownUser(deps, userName);
        const link = baseUrl + made.value.path;
        const expiresAt = formatInstant(made.value.expiresAtMs);
        const json = { user: userName, link, expires_at: expiresAt };
        writeResult(host, options, json, () => `${link}\nIt works once, until ${expiresAt}.\n`);
      });
    });
}

/** Command `tidemill users set-role`. */
export function setRoleCommand(host: Host): Command {
  return baseCommand('set-role', 'say what a user may do who signs in, at once')
    .argument('<NAME>', 'the user')
    .addArgument(new Argument('<ROLE>', `one of ${ROLES.join(', ')}`).argParser(parseRole))
    .action(async (userName: string, role: Role, options: CommonOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const done = await setRole(deps, { userName, role });
        if (!done.ok) throw await unknownUser(deps, userName);
        writeResult(host, options, { user: userName, role }, () => `${userName} is ${role}.\n`);
      });
    });
}

/** Command `tidemill users remove-app`; a user without an app is no failure. */
export function removeAppCommand(host: Host): Command {
  const description = "remove a user's authenticator app, for who lost the telephone and the codes";
  return baseCommand('remove-app', description)
    .argument('<NAME>', 'the user')
    .action(async (userName: string, options: CommonOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const access = await deps.signIns.findAccess(userName);
        if (access === null) throw await unknownUser(deps, userName);
        const command = { userId: access.userId, actor: AT_THE_MACHINE };
        const removed = await removeApp(deps, command);
        const what = removed.ok ? 'has no authenticator app any more' : 'had no authenticator app';
        const json = { user: userName, is_removed: removed.ok };
        writeResult(host, options, json, () => `${userName} ${what}.\n`);
      });
    });
}

/** Command `tidemill users end-sessions`. */
export function endSessionsCommand(host: Host): Command {
  return baseCommand('end-sessions', 'sign a user out everywhere, at once')
    .argument('<NAME>', 'the user')
    .action(async (userName: string, options: CommonOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const access = await deps.signIns.findAccess(userName);
        if (access === null) throw await unknownUser(deps, userName);
        const command = { userId: access.userId, sessionId: null, actor: AT_THE_MACHINE };
        const count = await endOtherSessions(deps, command);
        const json = { user: userName, ended_count: count };
        writeResult(host, options, json, () => `${count} sessions of ${userName} ended.\n`);
      });
    });
}

function parseRole(text: string): Role {
  const role = ROLES.find((name) => name === text);
  if (role !== undefined) return role;
  throw new InvalidArgumentError(`Expected one of ${ROLES.join(', ')}; found "${text}".`);
}

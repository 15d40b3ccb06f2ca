// `tidemill audit`: who did what from where.

import type { Command } from 'commander';
import { LIMITS } from '#lib/limits.ts';
import { formatInstant } from '#lib/time.ts';
import type { ListedEntry } from '#services/audit/list-audit.ts';
import { listAudit } from '#services/audit/list-audit.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import type { Host } from '#cli/host.ts';
import { wholeFrom } from '#cli/parse-argument.ts';
import { formatTable } from '#cli/table.ts';
import { unknownUser } from '#cli/unknown-user.ts';

/** Group `tidemill audit`. */
export function auditCommand(host: Host): Command {
  return groupCommand('audit', 'who did what from where', [listCommand(host)]);
}

type ListOptions = CommonOptions & { readonly user?: string; readonly limit: number };

function listCommand(host: Host): Command {
  return baseCommand('list', 'show what was done, newest first')
    .option('--user <NAME>', 'only what one user did, and what was done to it')
    .option('--limit <COUNT>', 'at most so many', wholeFrom(1, LIMITS.pageItemsMax), 50)
    .action(async ({ user: userName, ...options }: ListOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const user = userName === undefined ? null : await deps.users.findUserByName(userName);
        if (userName !== undefined && user === null) throw await unknownUser(deps, userName);
        const query = { userId: user?.userId ?? null, before: null, limit: options.limit };
        const entries = await listAudit(deps, query);
        const json = { data: entries.map(entryToJson) };
        writeResult(host, options, json, () =>
          formatTable(host.terminal, COLUMNS, entries, 'Nothing was noted yet.'),
        );
      });
    });
}

const COLUMNS = [
  { title: 'WHEN', cell: (entry: ListedEntry) => formatInstant(entry.atMs) },
  { title: 'USER', cell: (entry: ListedEntry) => entry.userName ?? entry.userId },
  { title: 'WHAT', cell: (entry: ListedEntry) => entry.act.replaceAll('_', ' ') },
  { title: 'OF', cell: (entry: ListedEntry) => entry.subject ?? '' },
  { title: 'BY', cell: actorOf },
  { title: 'FROM', cell: (entry: ListedEntry) => entry.address ?? '' },
] as const;

function actorOf({ actorName, actorId, act }: ListedEntry): string {
  if (actorName !== null) return actorName;
  if (actorId !== null) return actorId;
  return act.endsWith('_failed') ? 'unknown' : 'the operator';
}

function entryToJson(entry: ListedEntry): object {
  return {
    entry_id: entry.entryId,
    at: formatInstant(entry.atMs),
    user_id: entry.userId,
    user: entry.userName,
    act: entry.act,
    subject: entry.subject,
    actor_id: entry.actorId,
    actor: entry.actorName,
    address: entry.address,
  };
}

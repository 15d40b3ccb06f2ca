// `tidemill partners create-key` and `keys`: the keys that a partner's programs begin with. Further
// ones they can make through the API.

import type { Command } from 'commander';
import { Option } from 'commander';
import { formatInstant } from '#lib/time.ts';
import { callerOfUser } from '#services/access/caller-of-user.ts';
import { createPartnerKey } from '#services/partners/create-partner-key.ts';
import { findPartnerOf } from '#services/partners/find-partner-of.ts';
import type { ApiKey } from '#services/keys/own-keys.ts';
import { listOwnKeys } from '#services/keys/own-keys.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { parseScopes, parseUntil } from '#cli/parse-argument.ts';
import { refusedPartner } from '#cli/partners/refused-partner.ts';
import { formatRecord, formatTable } from '#cli/table.ts';

type Scopes = ReturnType<typeof parseScopes>;

type KeyOptions = CommonOptions & {
  readonly name: string;
  readonly scopes: Scopes;
  readonly until?: number;
  readonly address?: readonly string[];
  readonly endUser?: string;
};

const KEYS_SHOWN_MAX = 1_000;

/** Command `tidemill partners create-key`; the key is printed this once. */
export function partnerKeyCommand(host: Host): Command {
  return baseCommand('create-key', "make a key for a partner's programs and print it, this once")
    .argument('<NAME>', 'the user that is the partner')
    .requiredOption('--name <NAME>', 'what the key is for')
    .addOption(
      new Option('--scopes <A,B>', 'what it may do')
        .argParser(parseScopes)
        .default(['whitelabel'] satisfies Scopes),
    )
    .addOption(new Option('--until <DATE>', 'when it ends (default: never)').argParser(parseUntil))
    .option('--address <RANGES...>', 'IP addresses or ranges from which it may be used')
    .option('--end-user <ID>', 'the only end user that it reaches')
    .action(async (userName: string, options: KeyOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const made = await createPartnerKey(deps, {
          caller: await partnerCaller(deps, userName),
          name: options.name,
          scopes: options.scopes,
          expiresAtMs: options.until ?? null,
          addresses: options.address ?? [],
          endUserId: options.endUser ?? null,
          derivationId: `command ${deps.clock.nowMs()} ${deps.random.bytes(16).join('.')}`,
          completion: null,
        });
        if (!made.ok) throw new CommandFailed(made.rejection.detail, 'See --help.');
        const { key, ...row } = made.value;
        writeResult(host, options, { ...keyToJson(row), key }, () =>
          formatRecord(host.terminal, [
            ['Key', key],
            ['Id', row.keyId],
            ['Scopes', row.scopes.join(', ')],
            ['Note', 'Keep the key now: it is not stored and cannot be shown again.'],
          ]),
        );
      });
    });
}

/** Command `tidemill partners keys`. */
export function partnerKeysCommand(host: Host): Command {
  return baseCommand('keys', "show a partner's keys, without their secrets")
    .argument('<NAME>', 'the user that is the partner')
    .action(async (userName: string, options: CommonOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const caller = await partnerCaller(deps, userName);
        const requested = { caller, afterId: null, limit: KEYS_SHOWN_MAX };
        const { keys } = await listOwnKeys(deps, requested);
        writeResult(host, options, { data: keys.map(keyToJson) }, () =>
          formatTable(host.terminal, COLUMNS, keys, 'There are no keys.'),
        );
      });
    });
}

async function partnerCaller(deps: ServiceDeps, userName: string) {
  const partner = await findPartnerOf(deps, userName);
  if (!partner.ok) throw await refusedPartner(deps, partner.rejection, userName);
  const caller = await callerOfUser(deps, userName);
  if (!caller.ok) throw await refusedPartner(deps, caller.rejection, userName);
  return { ...caller.value, isPartner: true };
}

const COLUMNS = [
  { title: 'ID', cell: (key: ApiKey) => key.keyId },
  { title: 'NAME', cell: (key: ApiKey) => key.name },
  { title: 'SCOPES', cell: (key: ApiKey) => key.scopes.join(', ') || 'everything' },
  { title: 'END USER', cell: (key: ApiKey) => key.endUserId ?? 'all' },
  { title: 'FROM', cell: (key: ApiKey) => key.addresses.join(', ') || 'anywhere' },
  { title: 'UNTIL', cell: (key: ApiKey) => timeOr(key.expiresAtMs, 'for ever') },
] as const;

function keyToJson(key: ApiKey) {
  return {
    key_id: key.keyId,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    is_enabled: key.isEnabled,
    user_id: key.endUserId,
    allowed_addresses: key.addresses,
    created_at: formatInstant(key.createdAtMs),
    expires_at: timeOr(key.expiresAtMs, null),
  };
}

function timeOr<T>(instantMs: number | null, otherwise: T): string | T {
  return instantMs === null ? otherwise : formatInstant(instantMs);
}

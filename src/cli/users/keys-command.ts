// `tidemill keys`: create, list, disable, enable, delete.

import type { Command } from 'commander';
import { Option } from 'commander';
import { formatInstant } from '#lib/time.ts';
import type { Scope } from '#domain/access/scope.ts';
import { SCOPES } from '#domain/access/scope.ts';
import { createKey } from '#services/keys/create-key.ts';
import { deleteKey } from '#services/keys/delete-key.ts';
import type { KeyOfUser } from '#services/keys/list-keys.ts';
import { listKeys } from '#services/keys/list-keys.ts';
import { setKeyEnabled } from '#services/keys/set-key-enabled.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { chooseUser, userOption } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { collectAddress, parseScopes, parseUntil } from '#cli/parse-argument.ts';
import { formatRecord, formatTable } from '#cli/table.ts';
import { unknownUser } from '#cli/unknown-user.ts';

const ADDRESS_HELP = 'IP addresses or ranges from which it may be used (default: anywhere)';
const ID_HELP = 'the id that "tidemill keys list" shows';

/** Group `tidemill keys`. */
export function keysCommand(host: Host): Command {
  return groupCommand('keys', 'API keys: what programs sign in with', [
    createCommand(host),
    listCommand(host),
    switchCommand(host, 'disable', 'refuse a key until it is enabled again', false),
    switchCommand(host, 'enable', 'accept a disabled key again', true),
    deleteCommand(host),
  ]);
}

type CreateOptions = CommonOptions &
  OfUser & {
    name: string;
    scopes?: readonly Scope[];
    until?: number;
    address?: readonly string[];
  };

function createCommand(host: Host): Command {
  const scopesHelp = `what it may do, out of ${SCOPES.join(', ')} (default: everything)`;
  return baseCommand('create', 'make a key and print it, this once')
    .addOption(userOption('whose key it is'))
    .requiredOption('--name <NAME>', 'what it is for')
    .addOption(new Option('--scopes <A,B>', scopesHelp).argParser(parseScopes))
    .option('--until <DATE>', 'when it ends, such as 2027-01-31 (default: never)', parseUntil)
    .option('--address <RANGES...>', ADDRESS_HELP, collectAddress)
    .action(async (options: CreateOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const { name, scopes = [], until: expiresAtMs = null, address: addresses = [] } = options;
        const userName = await chooseUser(deps, options);
        const result = await createKey(deps, {
          userName,
          name,
          scopes,
          expiresAtMs,
          addresses,
        });
        if (!result.ok) {
          if (result.rejection === 'user_not_found') throw await unknownUser(deps, userName);
          throw refusedKey(result.rejection);
        }
        const { key, ...made } = result.value;
        const forMachines = { ...keyToJson({ ...made, userName }), key };
        writeResult(host, options, forMachines, () =>
          formatRecord(host.terminal, [
            ['Key', key],
            ['Id', made.keyId],
            ['User', userName],
            ['Scopes', scopesInWords(made.scopes)],
            ['Ends', endOf(made)],
            ['From', networksInWords(made)],
            ['Note', 'Keep the key now: it is not stored and cannot be shown again.'],
          ]),
        );
      });
    });
}

function listCommand(host: Host): Command {
  return baseCommand('list', 'show keys, without their secrets')
    .option('--user <NAME>', 'only those of one user')
    .action(async (options: CommonOptions & { user?: string }) => {
      await withApplication(host, options, async ({ deps }) => {
        const userName = options.user ?? null;
        const result = await listKeys(deps, { userName });
        if (!result.ok) throw await unknownUser(deps, userName ?? '');
        const keys = result.value;
        const whenEmpty =
          'There are no keys. Make one: tidemill keys create --user NAME --name NAME';
        writeResult(host, options, { data: keys.map(keyToJson) }, () =>
          formatTable(host.terminal, COLUMNS, keys, whenEmpty),
        );
      });
    });
}

const COLUMNS = [
  { title: 'ID', cell: (key: KeyOfUser) => key.keyId },
  { title: 'USER', cell: (key: KeyOfUser) => key.userName },
  { title: 'NAME', cell: (key: KeyOfUser) => key.name },
  { title: 'BEGINS', cell: (key: KeyOfUser) => key.prefix },
  { title: 'SCOPES', cell: (key: KeyOfUser) => scopesInWords(key.scopes) },
  { title: 'ENDS', cell: endOf },
  { title: 'FROM', cell: networksInWords },
  { title: 'STATE', cell: (key: KeyOfUser) => (key.isEnabled ? 'enabled' : 'disabled') },
  {
    title: 'LAST USED',
    cell: (key: KeyOfUser) =>
      key.lastUsedAtMs === null ? 'never' : formatInstant(key.lastUsedAtMs),
  },
] as const;

function switchCommand(host: Host, verb: string, description: string, isEnabled: boolean): Command {
  return baseCommand(verb, description)
    .argument('<ID>', ID_HELP)
    .action(async (keyId: string, options: CommonOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const result = await setKeyEnabled(deps, { keyId, isEnabled });
        if (!result.ok) throw unknownKey(keyId);
        const forMachines = { key_id: keyId, is_enabled: isEnabled };
        writeResult(host, options, forMachines, () => `Key ${keyId} is ${verb}d.\n`);
      });
    });
}

function deleteCommand(host: Host): Command {
  return baseCommand('delete', 'delete a key for good')
    .argument('<ID>', ID_HELP)
    .action(async (keyId: string, options: CommonOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const result = await deleteKey(deps, { keyId });
        if (!result.ok) throw unknownKey(keyId);
        const forMachines = { key_id: keyId, is_deleted: true };
        writeResult(host, options, forMachines, () => `Key ${keyId} is deleted.\n`);
      });
    });
}

function refusedKey(rejection: 'key_name_invalid' | 'expiry_passed'): CommandFailed {
  if (rejection === 'expiry_passed')
    return new CommandFailed(
      'The end of the key has passed already.',
      'Name an instant to come, for example --until 2099-12-31.',
    );
  return new CommandFailed(
    "A key's name has 1 to 150 characters.",
    'Name it after what uses it, for example --name "price alerts".',
  );
}

function endOf({ expiresAtMs }: Pick<KeyOfUser, 'expiresAtMs'>): string {
  return expiresAtMs === null ? 'never' : formatInstant(expiresAtMs);
}

function networksInWords({ addresses }: Pick<KeyOfUser, 'addresses'>): string {
  return addresses.length === 0 ? 'anywhere' : addresses.join(', ');
}

function unknownKey(keyId: string): CommandFailed {
  return new CommandFailed(
    `There is no key with the id "${keyId}".`,
    'See the ids that exist: tidemill keys list',
  );
}

function scopesInWords(scopes: readonly Scope[]): string {
  return scopes.length === 0 ? 'everything' : scopes.join(', ');
}

function keyToJson(key: KeyOfUser): object {
  return {
    key_id: key.keyId,
    user_id: key.userId,
    user: key.userName,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    is_enabled: key.isEnabled,
    allowed_addresses: key.addresses,
    created_at: formatInstant(key.createdAtMs),
    expires_at: key.expiresAtMs === null ? null : formatInstant(key.expiresAtMs),
    last_used_at: key.lastUsedAtMs === null ? null : formatInstant(key.lastUsedAtMs),
  };
}

// `tidemill accounts connect`, `check`, `rotate` and `disconnect`: accounts at real exchanges.

import type { Command } from 'commander';
import { Option } from 'commander';
import { formatInstant } from '#lib/time.ts';
import type { CredentialForm } from '#venue-port/exchange/venue-credentials.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import { callerOfUser } from '#services/access/caller-of-user.ts';
import { checkAccount } from '#services/credentials/check-account.ts';
import { connectAccount } from '#services/credentials/connect-account.ts';
import type {
  AccountWithKey,
  CredentialDeps,
  CredentialRejection,
} from '#services/credentials/credential-deps.ts';
import { describeWarning } from '#services/credentials/credential-warnings.ts';
import { removeCredentials } from '#services/credentials/remove-credentials.ts';
import { restoreCredentials, rotateCredentials } from '#services/credentials/rotate-credentials.ts';
import type { FromFile } from '#cli/accounts/read-credentials.ts';
import { credentialsFileOption, readCredentials } from '#cli/accounts/read-credentials.ts';
import { withOwnAccount } from '#cli/accounts/with-own-account.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { chooseUser, userOption } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, derivationOf, withRiskApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { marketTypeOption } from '#cli/parse-argument.ts';
import { plainText } from '#cli/terminal.ts';
import { unknownUser } from '#cli/unknown-user.ts';

type KeyOptions = CommonOptions & FromFile & { readonly allowWithdraw?: true };
type RotateOptions = KeyOptions & { readonly undo?: true };

type ConnectOptions = KeyOptions &
  OfUser & { readonly exchange: string; readonly marketType: MarketType; readonly name: string };

const ID_HELP = 'the id that "tidemill accounts list" shows';

/** Command `tidemill accounts connect`; the credentials are never an option. */
export function connectCommand(host: Host): Command {
  return baseCommand('connect', 'connect an account at a real exchange, by an API key of it')
    .addOption(userOption('whose account it is'))
    .requiredOption('--exchange <CODE>', 'a real exchange; see "tidemill exchanges list"')
    .addOption(marketTypeOption())
    .requiredOption('--name <NAME>', 'what it is called')
    .addOption(credentialsFileOption())
    .addOption(allowWithdrawOption())
    .action(async (options: ConnectOptions) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const { exchange, marketType, name, allowWithdraw = false } = options;
        const userName = await chooseUser(deps, options);
        const caller = await callerOfUser(deps, userName);
        const form = formAt(deps, exchange);
        if (!caller.ok) throw await unknownUser(deps, userName);
        const connected = await connectAccount(deps, {
          caller: caller.value,
          name,
          exchange,
          marketType,
          credentials: await readCredentials(host, options, form),
          allowsWithdraw: allowWithdraw,
          derivationId: derivationOf(deps),
          completion: null,
        });
        if (!connected.ok) throw refused(connected.rejection);
        const { accountId } = connected.value.account;
        const next = `To let bots trade on it: tidemill accounts activate-bots ${accountId}\n`;
        show(host, options, { ...connected.value, form }, `Connected account ${accountId}.`, next);
      });
    });
}

/** Null where there is no such exchange, too: that is said when the account is connected. */
function formAt({ exchanges }: Pick<CredentialDeps, 'exchanges'>, code: string) {
  return exchanges.find(code)?.credentialForm ?? null;
}

/** Command `tidemill accounts check`; it fails where the exchange refuses the key. */
export function checkAccountCommand(host: Host): Command {
  return baseCommand('check', 'ask the exchange whether it accepts the key of an account')
    .argument('<ID>', ID_HELP)
    .action(async (accountId: string, options: CommonOptions) => {
      await withOwnAccount(host, options, accountId, async ({ deps }, userId) => {
        const checked = await checkAccount(deps, { caller: { userId }, accountId });
        if (!checked.ok) throw refused(checked.rejection);
        const { status, exchange } = checked.value.account;
        const form = formAt(deps, exchange);
        show(host, options, { ...checked.value, form }, `The account is ${status}.`);
        if (status === 'invalid_credentials')
          throw new CommandFailed(
            'The exchange refuses the key; the bots of the account are stopped.',
            `Give it another one: tidemill accounts rotate ${accountId}`,
          );
      });
    });
}

/** Command `tidemill accounts rotate`, also back to the former key. */
export function rotateCommand(host: Host): Command {
  return baseCommand('rotate', 'give an account another API key of the same exchange account')
    .argument('<ID>', ID_HELP)
    .addOption(credentialsFileOption())
    .addOption(allowWithdrawOption())
    .option('--undo', 'switch back to the former key, within a day; asks for none')
    .action(async (accountId: string, options: RotateOptions) => {
      await withOwnAccount(host, options, accountId, async ({ deps }, userId, exchange) => {
        const form = formAt(deps, exchange);
        if (options.undo === true) {
          const wish = { caller: { userId }, accountId, completion: null };
          const restored = await restoreCredentials(deps, wish);
          if (!restored.ok) throw refused(restored.rejection);
          const done = 'The account has its former key again.';
          return show(host, options, { ...restored.value, form }, done);
        }
        const rotated = await rotateCredentials(deps, {
          caller: { userId },
          accountId,
          credentials: await readCredentials(host, options, form),
          allowsWithdraw: options.allowWithdraw ?? null,
          completion: null,
        });
        if (!rotated.ok) throw refused(rotated.rejection);
        const next =
          'Delete the former key at the exchange when the new one works. To switch back within ' +
          `a day: tidemill accounts rotate ${accountId} --undo\n`;
        show(host, options, { ...rotated.value, form }, 'The account has the new key.', next);
      });
    });
}

/** Command `tidemill accounts disconnect`; orders stay at the exchange. */
export function disconnectCommand(host: Host): Command {
  return baseCommand('disconnect', 'stop the bots of an account and delete its credentials')
    .argument('<ID>', ID_HELP)
    .action(async (accountId: string, options: CommonOptions) => {
      await withOwnAccount(host, options, accountId, async ({ deps }, userId) => {
        const removed = await removeCredentials(deps, { caller: { userId }, accountId });
        if (!removed.ok) throw refused(removed.rejection);
        const forMachines = { account_id: accountId, is_connected: false };
        const done =
          `Deleted the credentials of ${accountId}. Its orders and positions stay at the ` +
          'exchange; delete the key there too.\n';
        writeResult(host, options, forMachines, () => done);
      });
    });
}

function allowWithdrawOption(): Option {
  return new Option('--allow-withdraw', 'accept a key that may withdraw money; nothing needs it');
}

function refused(rejection: CredentialRejection): CommandFailed {
  const isExchange =
    rejection.code === 'exchange_not_found' ||
    (rejection.code === 'invalid_request' && rejection.field !== 'credentials');
  const advice = isExchange
    ? 'Real exchanges, with the types of their markets: tidemill exchanges list'
    : 'How to make a key that is accepted: docs/exchanges.md';
  return new CommandFailed(plainText(rejection.detail), advice);
}

function show(
  host: Host,
  options: CommonOptions,
  shown: AccountWithKey & { readonly form: CredentialForm | null },
  done: string,
  next = '',
): void {
  writeResult(host, options, accountWithKeyToJson(shown), () => {
    const { credentials, warnings, form } = shown;
    const lines =
      credentials === null
        ? []
        : warnings.map((each) => `Note: ${plainText(describeWarning(each, credentials, form))}`);
    return `${[done, ...lines].join('\n')}\n${next}`;
  });
}

function accountWithKeyToJson({ account, credentials, warnings }: AccountWithKey): object {
  const { accountId, name, exchange, marketType, status } = account;
  const expiresAtMs = credentials?.expiresAtMs ?? null;
  return {
    account_id: accountId,
    name,
    exchange,
    market_type: marketType,
    status,
    credentials:
      credentials === null
        ? null
        : {
            version: credentials.version,
            hint: credentials.hint,
            permissions: credentials.permissions,
            can_trade: credentials.canTrade,
            can_withdraw: credentials.canWithdraw,
            is_address_bound: credentials.isAddressBound,
            expires_at: expiresAtMs === null ? null : formatInstant(expiresAtMs),
            checked_at: formatInstant(credentials.checkedAtMs),
            refusal: credentials.refusal,
            warnings,
          },
  };
}

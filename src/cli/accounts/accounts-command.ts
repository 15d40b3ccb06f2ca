// `tidemill accounts`: create (simulated ones), connect (real ones), list, and what is done with
// one of them.

import type { Command } from 'commander';
import { Option } from 'commander';
import { formatDecimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import type { FeesIn } from '#domain/money/fees-in.ts';
import { FEES_IN_QUOTE } from '#domain/money/fees-in.ts';
import { isPaperAccount } from '#domain/venue/paper-account.ts';
import { activateBots, deactivateBots } from '#services/accounts/activate-bots.ts';
import { createAccount } from '#services/accounts/create-account.ts';
import type { AccountOfUser } from '#services/accounts/list-every-account.ts';
import { listEveryAccount } from '#services/accounts/list-every-account.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { chooseUser, userOption } from '#cli/choose-user.ts';
import {
  resetLossesCommand,
  setLimitsCommand,
  showLimitsCommand,
} from '#cli/accounts/account-limits-command.ts';
import {
  checkAccountCommand,
  connectCommand,
  disconnectCommand,
  rotateCommand,
} from '#cli/accounts/connect-account-command.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import type { BalanceArgument } from '#cli/parse-argument.ts';
import { collectBalance, marketTypeOption } from '#cli/parse-argument.ts';
import { refusedAccount } from '#cli/accounts/refused-account.ts';
import { formatTable } from '#cli/table.ts';
import { unknownUser } from '#cli/unknown-user.ts';

/** Group `tidemill accounts`. */
export function accountsCommand(host: Host): Command {
  return groupCommand('accounts', 'wallets at exchanges, simulated and real', [
    createCommand(host),
    connectCommand(host),
    listCommand(host),
    checkAccountCommand(host),
    rotateCommand(host),
    disconnectCommand(host),
    botsCommand(host, 'activate-bots', 'let bots be made on an account', true),
    botsCommand(host, 'deactivate-bots', 'let no more bots be made on an account', false),
    showLimitsCommand(host),
    setLimitsCommand(host),
    resetLossesCommand(host),
  ]);
}

type CreateOptions = CommonOptions &
  OfUser & {
    exchange: string;
    marketType: MarketType;
    name: string;
    balance: readonly BalanceArgument[];
    feesIn: FeesIn;
    paper?: true;
  };

function createCommand(host: Host): Command {
  return baseCommand('create', 'make a simulated account with play money')
    .addOption(userOption('whose account it is'))
    .requiredOption('--exchange <CODE>', 'a simulated exchange; see "tidemill exchanges list"')
    .option('--paper', 'play money on the markets and prices of a real exchange')
    .addOption(marketTypeOption())
    .requiredOption('--name <NAME>', 'what it is called')
    .addOption(
      new Option('--balance <CURRENCY=AMOUNT>', 'money to begin with; may be repeated')
        .argParser(collectBalance)
        .makeOptionMandatory(),
    )
    .option(
      '--fees-in <CURRENCY>',
      'what fees of spot trades are paid in: quote, received, or a currency such as BNB',
      FEES_IN_QUOTE,
    )
    .action(async (options: CreateOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const { exchange, marketType, name, balance: deposits, feesIn } = options;
        const isPaper = options.paper === true;
        const userName = await chooseUser(deps, options);
        const command = { userName, exchange, marketType, name, deposits, feesIn, isPaper };
        const result = await createAccount(deps, command);
        if (!result.ok) {
          const { rejection } = result;
          if (rejection.code === 'user_not_found') throw await unknownUser(deps, userName);
          throw refusedAccount(rejection, command);
        }
        const account = { ...result.value, userName };
        const id = account.accountId;
        const paper = isPaper ? ' of play money, at the prices of the exchange' : '';
        const made = `Made account ${id} with ${balancesInWords(deposits)}${paper}.\n`;
        const next =
          exchange === deps.archiveCode
            ? 'It is for backtests and labs: the markets of the archive take no orders.\n'
            : `To let bots trade on it: tidemill accounts activate-bots ${id}\n`;
        writeResult(host, options, accountToJson(account), () => made + next);
      });
    });
}

function listCommand(host: Host): Command {
  return baseCommand('list', 'show all accounts').action(async (options: CommonOptions) => {
    await withApplication(host, options, async ({ deps }) => {
      const accounts = await listEveryAccount(deps);
      const whenEmpty = 'There are no accounts. To make one: tidemill accounts create --help';
      writeResult(host, options, { data: accounts.map(accountToJson) }, () =>
        formatTable(host.terminal, COLUMNS, accounts, whenEmpty),
      );
    });
  });
}

const COLUMNS = [
  { title: 'ID', cell: (account: AccountOfUser) => account.accountId },
  { title: 'USER', cell: (account: AccountOfUser) => account.userName },
  { title: 'NAME', cell: (account: AccountOfUser) => account.name },
  { title: 'EXCHANGE', cell: (account: AccountOfUser) => account.exchange },
  { title: 'TYPE', cell: (account: AccountOfUser) => account.marketType },
  { title: 'MONEY', cell: moneyOf },
  { title: 'STATUS', cell: (account: AccountOfUser) => account.status },
  { title: 'BOTS', cell: (account: AccountOfUser) => (account.allowsBots ? 'yes' : 'no') },
] as const;

function moneyOf({ accountId, isSimulated }: AccountOfUser): string {
  if (isPaperAccount(accountId)) return 'paper';
  return isSimulated ? 'play' : 'real';
}

function botsCommand(host: Host, name: string, description: string, allowsBots: boolean): Command {
  return baseCommand(name, description)
    .argument('<ID>', 'the id that "tidemill accounts list" shows')
    .action(async (accountId: string, options: CommonOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const switchBots = allowsBots ? activateBots : deactivateBots;
        const result = await switchBots(deps, { accountId });
        if (!result.ok) {
          throw new CommandFailed(
            `There is no account with the id "${accountId}".`,
            'See the ids that exist: tidemill accounts list',
          );
        }
        const forMachines = { account_id: accountId, allows_bots: allowsBots };
        const done = `Bots may ${allowsBots ? 'now' : 'no longer'} be made on ${accountId}.\n`;
        writeResult(host, options, forMachines, () => done);
      });
    });
}

function balancesInWords(deposits: readonly BalanceArgument[]): string {
  return deposits
    .map(({ currency, amount }) => `${formatDecimal(amount)} ${currency}`)
    .join(' and ');
}

function accountToJson(account: AccountOfUser): object {
  return {
    account_id: account.accountId,
    user_id: account.userId,
    user: account.userName,
    name: account.name,
    exchange: account.exchange,
    market_type: account.marketType,
    is_simulated: account.isSimulated,
    is_paper: isPaperAccount(account.accountId),
    is_test_net: account.isTestNet,
    status: account.status,
    allows_bots: account.allowsBots,
    created_at: formatInstant(account.createdAtMs),
  };
}

// `tidemill balance` and `tidemill positions`: what accounts hold, as their exchanges say.

import type { Command } from 'commander';
import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import { isPaperAccount } from '#domain/venue/paper-account.ts';
import { getBalance } from '#services/accounts/get-balance.ts';
import { listPositions } from '#services/accounts/list-positions.ts';
import { failForUnread } from '#cli/accounts/fail-for-unread.ts';
import { readEachAccount } from '#services/accounts/read-each-account.ts';
import { chooseAccounts } from '#cli/choose-account.ts';
import type { OfAccount } from '#cli/choose-account.ts';
import { ownerOf } from '#cli/bot-text.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { userOption } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, withRiskApplication, writeResult } from '#cli/command-base.ts';
import type { Host } from '#cli/host.ts';
import { formatTable } from '#cli/table.ts';

type Options = CommonOptions & OfUser & OfAccount;

type Balances = Extract<Awaited<ReturnType<typeof getBalance>>, { readonly ok: true }>['value'];
type BalanceRow = Balances['balances'][number] & { readonly accountId: string };
type Position = Extract<
  Awaited<ReturnType<typeof listPositions>>,
  { readonly ok: true }
>['value']['positions'][number];

/** Command `tidemill balance`; accounts that cannot be read are named after the others. */
export function balanceCommand(host: Host): Command {
  return accountCommand('balance', 'show what accounts hold').action(async (options: Options) => {
    await withRiskApplication(host, options, async ({ deps }) => {
      const caller = await ownerOf(deps, options);
      const accounts = await chooseAccounts(deps, caller, options);
      const unread: string[] = [];
      const { items: rows, problems } = await readEachAccount<BalanceRow>(
        accounts,
        async (accountId) => {
          const found = await getBalance(deps, { caller, accountId });
          // One that was deleted meanwhile has nothing.
          if (!found.ok) return [];
          unread.push(...unreadIn(accountId, found.value));
          return found.value.balances.map((each) => ({ ...each, accountId }));
        },
      );
      writeResult(host, options, { data: rows.map(balanceToJson) }, () =>
        formatTable(host.terminal, BALANCE_COLUMNS, rows, 'The accounts hold nothing.'),
      );
      failForUnread([...problems, ...unread]);
    });
  });
}

/** Command `tidemill positions`; accounts that cannot be read are named after the others. */
export function positionsCommand(host: Host): Command {
  return accountCommand('positions', 'show open positions of futures accounts').action(
    async (options: Options) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const caller = await ownerOf(deps, options);
        const accounts = await chooseAccounts(deps, caller, options);
        const unread: string[] = [];
        const { items, problems } = await readEachAccount<Position>(accounts, async (accountId) => {
          const found = await listPositions(deps, { caller, accountId });
          if (!found.ok) return [];
          unread.push(...unreadIn(accountId, found.value));
          return found.value.positions;
        });
        writeResult(host, options, { data: items.map(positionToJson) }, () =>
          formatTable(host.terminal, POSITION_COLUMNS, items, 'No position is open.'),
        );
        failForUnread([...problems, ...unread]);
      });
    },
  );
}

/** What could not be read of an account whose other rows are shown. */
function unreadIn(
  accountId: string,
  { unreadable }: Pick<Balances, 'unreadable'>,
): readonly string[] {
  return unreadable === null ? [] : [`Account "${accountId}": ${unreadable}`];
}

function accountCommand(name: string, description: string): Command {
  return baseCommand(name, description)
    .addOption(userOption('whose accounts'))
    .option('--account <ID>', 'only this one');
}

const BALANCE_COLUMNS = [
  { title: 'ACCOUNT', cell: (row: BalanceRow) => row.accountId },
  { title: 'CURRENCY', cell: (row: BalanceRow) => row.currency },
  { title: 'TOTAL', figure: (row: BalanceRow) => row.total },
  { title: 'AVAILABLE', figure: (row: BalanceRow) => row.available },
  { title: 'LOCKED', figure: (row: BalanceRow) => row.locked },
] as const;

const POSITION_COLUMNS = [
  { title: 'MARKET', cell: (position: Position) => position.marketTag },
  { title: 'SIDE', cell: (position: Position) => position.direction },
  { title: 'AMOUNT', figure: (position: Position) => position.amount },
  { title: 'ENTRY', figure: (position: Position) => position.averagePrice },
  { title: 'MARK', figure: (position: Position) => position.markPrice },
  { title: 'OPEN PROFIT', figure: (position: Position) => position.unrealizedProfit },
  { title: 'ROI %', places: 2, figure: (position: Position) => position.roiPercent },
  { title: 'LEVERAGE', figure: (position: Position) => position.leverage },
  { title: 'LIQUIDATED AT', figure: (position: Position) => position.liquidationPrice ?? 'never' },
  { title: 'BOT', cell: (position: Position) => position.botId ?? '' },
  { title: 'ACCOUNT', cell: (position: Position) => position.accountId },
] as const;

function balanceToJson(row: BalanceRow): object {
  return {
    account_id: row.accountId,
    is_paper: isPaperAccount(row.accountId),
    currency: row.currency,
    total: formatDecimal(row.total),
    available: formatDecimal(row.available),
    locked: formatDecimal(row.locked),
    margin_used: textOrNull(row.marginUsed),
    unrealized_profit: textOrNull(row.unrealizedProfit),
  };
}

function positionToJson(position: Position): object {
  return {
    position_id: position.positionId,
    account_id: position.accountId,
    is_paper: isPaperAccount(position.accountId),
    bot_id: position.botId,
    market_tag: position.marketTag,
    direction: position.direction,
    amount: formatDecimal(position.amount),
    average_price: formatDecimal(position.averagePrice),
    mark_price: formatDecimal(position.markPrice),
    leverage: formatDecimal(position.leverage),
    margin_mode: position.marginMode,
    margin: formatDecimal(position.margin),
    margin_currency: position.marginCurrency,
    liquidation_price: textOrNull(position.liquidationPrice),
    unrealized_profit: formatDecimal(position.unrealizedProfit),
    realized_profit: formatDecimal(position.realizedProfit),
    roi: formatDecimal(position.roiPercent),
    opened_at: formatInstant(position.openedAtMs),
  };
}

function textOrNull(value: Decimal | null): string | null {
  return value === null ? null : formatDecimal(value);
}

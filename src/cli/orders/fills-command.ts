// `tidemill fills list`: what the orders of a user filled.

import type { Command } from 'commander';
import { formatDecimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import type { AccountFill } from '#services/orders/list-all-fills.ts';
import { listAllFills } from '#services/orders/list-all-fills.ts';
import { readEachAccount } from '#services/accounts/read-each-account.ts';
import { failForUnread } from '#cli/accounts/fail-for-unread.ts';
import { ownerOf } from '#cli/bot-text.ts';
import type { OfAccount } from '#cli/choose-account.ts';
import { chooseAccounts } from '#cli/choose-account.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { userOption } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withRiskApplication, writeResult } from '#cli/command-base.ts';
import type { Host, RiskApplication } from '#cli/host.ts';
import { formatTable } from '#cli/table.ts';

type Options = CommonOptions & OfUser & OfAccount & { readonly market?: string };

const PER_REQUEST = 500;
/** The newest of each account are shown up to here. */
const SHOWN_MAX = 100;

/** Group `tidemill fills`. */
export function fillsCommand(host: Host): Command {
  return groupCommand('fills', 'fills: what orders traded', [listCommand(host)]);
}

function listCommand(host: Host): Command {
  return baseCommand('list', `show the last ${SHOWN_MAX} fills of each account`)
    .addOption(userOption('whose fills'))
    .option('--account <ID>', 'only those of one account')
    .option('--market <TAG>', 'only those on one market')
    .action(async (options: Options) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const caller = await ownerOf(deps, options);
        const accounts = await chooseAccounts(deps, caller, options);
        const { items: fills, problems } = await readEachAccount(accounts, (accountId) =>
          newestFills(deps, { caller, accountId, marketTag: options.market ?? null }),
        );
        writeResult(host, options, { data: fills.map(toJson) }, () =>
          formatTable(host.terminal, COLUMNS, fills, 'Nothing was filled.'),
        );
        failForUnread(problems);
      });
    });
}

type Query = Parameters<typeof listAllFills>[1];

/** They are listed oldest first, so all are read. */
async function newestFills(
  deps: RiskApplication['deps'],
  query: Pick<Query, 'caller' | 'accountId' | 'marketTag'>,
): Promise<readonly AccountFill[]> {
  let newest: readonly AccountFill[] = [];
  let after: string | null = null;
  do {
    const rest = { after, limit: PER_REQUEST, leavesOutUnread: false };
    const page = await listAllFills(deps, { ...query, ...rest });
    if (!page.ok) break;
    newest = [...newest, ...page.value.fills].slice(-SHOWN_MAX);
    after = page.value.lastKey;
  } while (after !== null);
  return newest;
}

const COLUMNS = [
  { title: 'WHEN', cell: (fill: AccountFill) => formatInstant(fill.filledAtMs) },
  { title: 'ACCOUNT', cell: (fill: AccountFill) => fill.accountId },
  { title: 'MARKET', cell: (fill: AccountFill) => fill.marketTag },
  { title: 'SIDE', cell: (fill: AccountFill) => fill.side },
  { title: 'PRICE', figure: (fill: AccountFill) => fill.price },
  { title: 'AMOUNT', figure: (fill: AccountFill) => fill.amount },
  { title: 'FEE', figure: (fill: AccountFill) => fill.fee },
  { title: 'IN', cell: (fill: AccountFill) => fill.feeCurrency },
  { title: 'ORDER', cell: (fill: AccountFill) => fill.orderId ?? '' },
] as const;

function toJson(fill: AccountFill): object {
  return {
    fill_id: fill.fillId,
    account_id: fill.accountId,
    order_id: fill.orderId,
    market_tag: fill.marketTag,
    side: fill.side,
    price: formatDecimal(fill.price),
    amount: formatDecimal(fill.amount),
    fee: formatDecimal(fill.fee),
    fee_currency: fill.feeCurrency,
    is_maker: fill.isMaker,
    filled_at: formatInstant(fill.filledAtMs),
  };
}

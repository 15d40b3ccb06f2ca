// `tidemill orders`: list, cancel, settle; the others have files of their own.

import type { Command } from 'commander';
import { Option } from 'commander';
import { formatInstant } from '#lib/time.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isPaperAccount } from '#domain/venue/paper-account.ts';
import { cancelOrder } from '#services/orders/cancel-order.ts';
import { listEndedOrders } from '#services/orders/list-ended-orders.ts';
import { readEachAccount } from '#services/accounts/read-each-account.ts';
import { failForUnread } from '#cli/accounts/fail-for-unread.ts';
import type { ListedOrders } from '#services/orders/unreadable-orders.ts';
import { listOpenOrders } from '#services/orders/list-open-orders.ts';
import { settleOrder } from '#services/orders/settle-order.ts';
import { chooseAccounts } from '#cli/choose-account.ts';
import { ownerOf } from '#cli/bot-text.ts';
import { cancelAllCommand } from '#cli/orders/cancel-orders-command.ts';
import { orderFields } from '#cli/orders/order-fields.ts';
import { placeCommand } from '#cli/orders/place-order-command.ts';
import { showCommand } from '#cli/orders/show-order-command.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { userOption, userWords } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withRiskApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, RiskApplication } from '#cli/host.ts';
import { formatTable } from '#cli/table.ts';

type OrderOptions = CommonOptions & OfUser;
type ListOptions = OrderOptions & { readonly account?: string; readonly ended?: true };
type Deps = RiskApplication['deps'];
type Caller = Awaited<ReturnType<typeof ownerOf>>;

/** Ended orders are shown up to here, of each account. */
const ENDED_SHOWN_MAX = 50;

/** Group `tidemill orders`. */
export function ordersCommand(host: Host): Command {
  return groupCommand(
    'orders',
    'orders: those that work, those that ended; place, cancel, settle',
    [
      placeCommand(host),
      listCommand(host),
      showCommand(host),
      cancelCommand(host),
      cancelAllCommand(host),
      settleCommand(host),
    ],
  );
}

function listCommand(host: Host): Command {
  return baseCommand('list', 'show open orders, placed by hand and by bots, newest first')
    .addOption(userOption('whose orders'))
    .option('--account <ID>', 'only those of one account')
    .option('--ended', `the last ${ENDED_SHOWN_MAX} of each account that have ended instead`)
    .action(async (options: ListOptions) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const caller = await ownerOf(deps, options);
        const accounts = await chooseAccounts(deps, caller, options);
        const unread: string[] = [];
        const { items: orders, problems } = await readEachAccount(accounts, async (accountId) => {
          const listed = await ordersOf(deps, caller, accountId, options);
          if (listed.unreadable !== null)
            unread.push(`Account "${accountId}": ${listed.unreadable}`);
          return listed.orders;
        });
        const whenEmpty = options.ended === true ? 'No order has ended.' : 'No order is open.';
        writeResult(host, options, { data: orders.map(orderToJson) }, () =>
          formatTable(host.terminal, COLUMNS, orders, whenEmpty),
        );
        failForUnread([...problems, ...unread]);
      });
    });
}

async function ordersOf(
  deps: Deps,
  caller: Caller,
  accountId: string,
  { ended }: ListOptions,
): Promise<ListedOrders> {
  const page = { caller, accountId, afterId: null, limit: ENDED_SHOWN_MAX };
  const found =
    ended === true
      ? await listEndedOrders(deps, page)
      : await listOpenOrders(deps, { caller, accountId });
  // One that was deleted meanwhile has none.
  if (!found.ok) return { orders: [], unreadable: null };
  return { unreadable: null, ...found.value };
}

function cancelCommand(host: Host): Command {
  return baseCommand('cancel', 'cancel an open order')
    .argument('<ID>', 'the id that "tidemill orders list" shows')
    .addOption(userOption('whose order'))
    .action(async (orderId: string, options: OrderOptions) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const caller = await ownerOf(deps, options);
        const cancelled = await cancelOrder(deps, { caller, orderId });
        if (!cancelled.ok)
          throw new CommandFailed(
            cancelled.rejection.detail,
            `See which are open: tidemill orders list${userWords(options)}`,
          );
        writeResult(host, options, { order_id: orderId, status: 'cancelled' }, () => {
          return `Cancelled order ${orderId}.\n`;
        });
      });
    });
}

function settleCommand(host: Host): Command {
  return baseCommand('settle', 'decide how an order ended of which its exchange does not tell')
    .argument('<ID>', 'the id of an order that is lost or unknown')
    .addOption(
      new Option('--as <STATE>', 'how it ended').choices(['cancelled']).makeOptionMandatory(),
    )
    .addOption(userOption('whose order'))
    .action(async (orderId: string, options: OrderOptions) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const caller = await ownerOf(deps, options);
        const settled = await settleOrder(deps, { caller, orderId });
        if (!settled.ok)
          throw new CommandFailed(
            settled.rejection.detail,
            `See what became of them: tidemill orders list${userWords(options)}`,
          );
        writeResult(host, options, { order_id: orderId, status: 'cancelled' }, () => {
          return `Settled order ${orderId} as cancelled.\n`;
        });
      });
    });
}

const COLUMNS = [
  { title: 'ID', cell: (order: Order) => order.orderId },
  { title: 'MARKET', cell: (order: Order) => order.marketTag ?? '' },
  { title: 'SIDE', cell: (order: Order) => order.side },
  { title: 'TYPE', cell: (order: Order) => order.type },
  {
    title: 'PRICE',
    figure: ({ price, type }: Order) => (type === 'market' ? '' : price),
  },
  { title: 'AMOUNT', figure: (order: Order) => order.amount },
  { title: 'FILLED', figure: (order: Order) => order.filledAmount },
  { title: 'STATUS', cell: (order: Order) => order.state },
  { title: 'MONEY', cell: ({ accountId }: Order) => (isPaperAccount(accountId) ? 'paper' : '') },
  { title: 'BOT', cell: (order: Order) => order.botId ?? '' },
  { title: 'PLACED', cell: ({ placedAtMs }: Order) => instantText(placedAtMs) },
  { title: 'BECAUSE', cell: (order: Order) => order.reason ?? '' },
] as const;

function instantText(atMs: number | null): string {
  return atMs === null ? '' : formatInstant(atMs);
}

function orderToJson(order: Order): object {
  return {
    ...orderFields(order),
    reason: order.reason,
    bot_id: order.botId,
    placed_at: order.placedAtMs === null ? null : formatInstant(order.placedAtMs),
  };
}

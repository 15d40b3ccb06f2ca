// Deletes an end user: its bots are stopped and deleted, its credentials forgotten, and the keys
// that reach it alone revoked. What its bots left at the exchange is wound down before, while
// there are credentials for it.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { PartnerStore } from '#ports/stores/partner-store.ts';
import type { Account } from '#ports/stores/account-store.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
import type { WindDown, WindDownDeps } from '#services/bots/wind-down-bot.ts';
import { cancelAtVenue } from '#services/orders/cancel-order.ts';
import {
  cancelUnreadable,
  readableOrders,
  unreadableInWords,
} from '#services/orders/unreadable-orders.ts';
import { listPartnerBots } from '#services/partner-bots/list-partner-bots.ts';
import type { NamedBot, PartnerBotDeps } from '#services/partner-bots/partner-bot-deps.ts';
import { stopPartnerBot } from '#services/partner-bots/switch-partner-bot.ts';
import { reachOf } from '#services/partners/partner-deps.ts';

type Deps = PartnerBotDeps &
  WindDownDeps & { readonly partners: Pick<PartnerStore, 'deleteEndUser'> };

type EndUserName = Omit<NamedBot, 'botId'>;

export type DeleteEndUserRejection = {
  readonly code: 'user_not_found' | 'temporarily_unavailable';
  readonly detail: string;
};

const BY_THE_DELETION = 'its user was deleted';

/** An end user has an account for each kind of market. */
const ACCOUNTS_MAX = 500;
const BOTS_PER_PAGE = 500;

/**
 * Throws Failure and OutcomeUnknown of the exchange where something is to be wound down: the end
 * user is retained, its bots are stopped, and the deletion may be requested again.
 */
export async function deleteEndUser(
  deps: Deps,
  named: EndUserName & { readonly windDown: WindDown },
): Promise<Result<null, DeleteEndUserRejection>> {
  const { caller, userId, windDown } = named;
  const reach = reachOf(caller);
  if ((await deps.partners.findEndUser(reach, userId)) === null) return NOT_FOUND;
  if (windDown.cancelsOrders || windDown.closesPositions) {
    const done = await windDownBots(deps, named, windDown);
    if (!done.ok) return done;
  }
  const isDeleted = await deps.partners.deleteEndUser(reach, userId, deps.clock.nowMs());
  return isDeleted ? accepted(null) : NOT_FOUND;
}

const NOT_FOUND = rejected({
  code: 'user_not_found',
  detail: 'There is no such end user.',
} as const);

async function windDownBots(
  deps: Deps,
  { caller, userId }: EndUserName,
  { closesPositions }: WindDown,
): Promise<Result<null, DeleteEndUserRejection>> {
  const botIds = await botsOf(deps, { caller, userId });
  for (const botId of botIds) await deps.bots.deactivateBot(userId, botId, deps.clock.nowMs());
  for (const account of await deps.accounts.listAccounts(userId, null, ACCOUNTS_MAX)) {
    const cancelled = await cancelBotOrders(deps, account);
    if (!cancelled.ok) return cancelled;
  }
  // After all cancels: none of them may meet an order that closes.
  for (const botId of botIds)
    await stopPartnerBot(
      deps,
      { caller, userId, botId },
      { cancelsOrders: false, closesPositions },
    );
  return accepted(null);
}

async function botsOf(deps: Deps, { caller, userId }: EndUserName): Promise<readonly string[]> {
  const botIds: string[] = [];
  for (let afterId: string | null = null; ;) {
    const page = await listPartnerBots(deps, { caller, userId, afterId, limit: BOTS_PER_PAGE });
    if (!page.ok) return botIds;
    botIds.push(...page.value.bots.map(({ bot }) => bot.botId));
    afterId = page.value.lastId;
    if (afterId === null) return botIds;
  }
}

/** Of all its bots, those that were deleted before too. One that stays keeps no other one. */
async function cancelBotOrders(
  deps: Deps,
  account: Account,
): Promise<Result<null, DeleteEndUserRejection>> {
  const at = { account, exchange: exchangeOf(deps.exchanges, account) };
  const { orders, unreadable } = await readableOrders((onUnreadable) =>
    deps.orders.listWorkingOrders(account.accountId, onUnreadable),
  );
  const left: string[] = [];
  for (const order of orders) {
    const { botId, marketTag } = order;
    if (botId === null || marketTag === null) continue;
    const cancelled = await cancelAtVenue(deps, at, order, marketTag, BY_THE_DELETION);
    if (cancelled.ok || cancelled.rejection.code === 'order_not_found') continue;
    left.push(cancelled.rejection.detail);
  }
  for (const order of unreadable) {
    if (order.botId === null) continue;
    const ended = await cancelUnreadable(deps, at, order, BY_THE_DELETION);
    const detail = unreadableInWords([order]);
    if (ended === null && detail !== null) left.push(detail);
  }
  const [detail] = left;
  return detail === undefined
    ? accepted(null)
    : rejected({ code: 'temporarily_unavailable', detail });
}

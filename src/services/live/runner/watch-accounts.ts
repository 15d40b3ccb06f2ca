// Watches the accounts of running bots at venues whose news is complete. News is a hint: it says
// what is to be read, and for which bots; only what is read is delivered to them.

import { describeError } from '#lib/describe-error.ts';
import type { AccountNews } from '#venue-port/exchange/exchange.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { noteNews } from '#services/live/run/run-schedule.ts';
import type { RunnerState } from '#services/live/runner/runner-state.ts';
import { isHeld } from '#services/live/runner/runner-state.ts';
import { updateForInputs } from '#services/live/runner/update-due-bots.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';
import { orderIdOfClientOrderId } from '#services/orders/order-identity.ts';

/** Begins to watch accounts that have running bots by now, and stops for those without. */
export function watchAccounts(state: RunnerState): void {
  const { running, watches, rosterNumber } = state;
  if (state.watchedRoster === rosterNumber) return;
  state.watchedRoster = rosterNumber;
  const wanted = new Map<string, AccountAtExchange>();
  for (const { identity } of running.values())
    if (identity.at.exchange.promises.news === 'all')
      wanted.set(identity.at.account.accountId, identity.at);
  for (const [accountId, watch] of watches) {
    if (wanted.has(accountId)) continue;
    watches.delete(accountId);
    watch.abort();
  }
  for (const [accountId, at] of wanted) if (!watches.has(accountId)) begin(state, at);
}

/** Stops all. */
export function leaveAccounts({ watches }: RunnerState): void {
  for (const watch of watches.values()) watch.abort();
  watches.clear();
}

function begin(state: RunnerState, { account, exchange }: AccountAtExchange): void {
  const { accountId } = account;
  const watch = new AbortController();
  state.watches.set(accountId, watch);
  const hear = (news: AccountNews): void => {
    if (!watch.signal.aborted) hearNews(state, accountId, news);
  };
  // Without its news the account is read each minute.
  exchange.watchAccount(account, hear, watch.signal).catch((error: unknown) => {
    const cause = describeError(error);
    state.deps.log.error('bot.account_not_watched', { account_id: accountId, cause });
  });
}

function hearNews(state: RunnerState, accountId: string, news: AccountNews): void {
  if (news.kind === 'disconnected') return;
  const nowMs = state.options.monotonicMs();
  const concerned = [...state.running.values()].filter(
    (live) => live.identity.at.account.accountId === accountId && concerns(live, news),
  );
  for (const live of concerned) noteNews(live, news, nowMs);
  if (concerned.length > 0 && isHeld(state)) updateForInputs(state, concerned);
}

function concerns({ identity, orders, run }: LiveRun, news: AccountNews): boolean {
  if (news.kind === 'connected' || news.kind === 'disconnected') return true;
  // What is still open was placed, and has not filled or ended.
  if (news.kind === 'order' && news.order.state === 'open') return false;
  const { clientOrderId } = news.kind === 'order' ? news.order : news.fill;
  if (clientOrderId === null) return true;
  const storedId = orderIdOfClientOrderId(clientOrderId);
  if (storedId === null) return false;
  return orders.names.has(storedId) || run.view.hasForgotten || identity.isFollowed;
}

// Stops the bots of accounts that have lost as much today as they may. Orders are refused anyway;
// a bot that only holds would not be.

import { LIMITS } from '#lib/limits.ts';
import { limitsIn } from '#domain/risk/account-limits.ts';
import { lossInWords } from '#domain/risk/judge-orders.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { RiskSwitchStore } from '#ports/stores/risk-switch-store.ts';
import type { Account } from '#ports/stores/account-store.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
import { forEachAtExchanges } from '#services/exchanges/for-each-at-exchanges.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { takeDailyLoss } from '#services/orders/assess-orders.ts';

export type WatchLossesDeps = OrderDeps & {
  readonly riskSwitch: Pick<RiskSwitchStore, 'haltBrackets' | 'stopBots'>;
};

const PACE = {
  atOnceMax: LIMITS.accountsAtOncePerExchangeMax,
  codeOf: ({ exchange }: Account) => exchange,
};

/**
 * One check of each of them, which also notes what they are worth as a day begins. Throws Failure
 * when they cannot be listed; an account whose exchange does not respond is left for the next look.
 */
export async function watchLosses(deps: WatchLossesDeps): Promise<void> {
  const accounts = await deps.orders.listAccountsWithLossLimit();
  await forEachAtExchanges(deps.exchanges, accounts, PACE, async (account, refusal) => {
    try {
      if (refusal !== null) throw refusal;
      await watchAccount(deps, account);
    } catch (error) {
      if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
      const { accountId } = account;
      deps.log.warn('risk.watch_failing', { account_id: accountId, cause: error.message });
    }
  });
}

async function watchAccount(deps: WatchLossesDeps, account: Account): Promise<void> {
  const { accountId } = account;
  const limits = await deps.orders.findLimits(accountId);
  for (const { currency } of limits?.currencies ?? []) {
    const maxDailyLoss = limits === null ? null : limitsIn(limits, currency)?.maxDailyLoss;
    if (maxDailyLoss === null || maxDailyLoss === undefined) continue;
    const at = { account, exchange: exchangeOf(deps.exchanges, account) };
    const dailyLoss = await takeDailyLoss(deps, at, { currency, maxDailyLoss });
    if (dailyLoss < maxDailyLoss) continue;
    const reason = `Stopped by a limit: ${lossInWords(dailyLoss, maxDailyLoss, currency)}.`;
    const atMs = deps.clock.nowMs();
    const stop = { reason, by: 'risk', atMs, sparesBrackets: true } as const;
    const reach = { kind: 'account', accountId } as const;
    const botIds = await deps.riskSwitch.stopBots(reach, stop);
    await deps.riskSwitch.haltBrackets(reach, atMs);
    if (botIds.length === 0) continue;
    deps.log.warn('risk.bots_stopped', {
      account_id: accountId,
      bots_count: botIds.length,
      reason,
    });
  }
}

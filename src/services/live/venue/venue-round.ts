// What is asked of exchanges in one round over the bots, once for all bots of an account.

import type { MarketTag } from '#domain/market/market.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import { readFills, readMarginEvents } from '#services/live/venue/read-fills.ts';
import type { SeenFills, SeenMarginEvents } from '#services/live/venue/read-fills.ts';
import { readWallet } from '#services/live/state/live-setup.ts';
import type { LastPrice, SeenWallet } from '#services/live/state/run-messages.ts';
import { toStoredForm } from '#services/backtests/stored-form.ts';
import type { Reconciliation } from '#services/orders/reconcile-account.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

export type VenueRound = {
  /** Makes our records of the account's orders say what its exchange says. Throws Failure. */
  reconcile(at: AccountAtExchange): Promise<Reconciliation>;
  /** The account as its exchange shows it. Throws Failure. */
  wallet(at: AccountAtExchange): Promise<SeenWallet>;
  /** Fills of the account that come after a cursor. Throws Failure. */
  fills(at: AccountAtExchange, cursor: string | null): Promise<SeenFills>;
  /** The last prices of markets. Throws Failure. */
  prices(at: AccountAtExchange, markets: readonly MarketTag[]): Promise<readonly LastPrice[]>;
  /** Funding and liquidations that come after a cursor. Throws Failure. */
  marginEvents(at: AccountAtExchange, cursor: string | null): Promise<SeenMarginEvents>;
};

export function venueRound(deps: LiveRunDeps): VenueRound {
  const reconciled = new Map<string, Promise<Reconciliation>>();
  const wallets = new Map<string, Promise<SeenWallet>>();
  const fills = new Map<string, Promise<SeenFills>>();
  const prices = new Map<string, Promise<LastPrice>>();
  const margins = new Map<string, Promise<SeenMarginEvents>>();
  return {
    reconcile: (at) => once(reconciled, idOf(at), () => reconcileAccount(deps, at)),
    wallet: (at) => once(wallets, idOf(at), () => seeWallet(at)),
    prices: ({ exchange }, markets) =>
      Promise.all(
        markets.map((marketTag) =>
          once(prices, marketTag, async () => {
            const { price } = await exchange.fetchPrice(marketTag);
            return { marketTag, price };
          }),
        ),
      ),
    marginEvents: (at, cursor) =>
      once(margins, `${idOf(at)} ${cursor}`, () => readMarginEvents(at, cursor)),
    fills: (at, cursor) => once(fills, `${idOf(at)} ${cursor}`, () => readFills(at, cursor)),
  };
}

function idOf({ account }: AccountAtExchange): string {
  return account.accountId;
}

async function seeWallet(at: AccountAtExchange): Promise<SeenWallet> {
  const wallet = await readWallet(at);
  return { wallet, text: toStoredForm(wallet) };
}

function once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const asked = known.get(key) ?? ask();
  known.set(key, asked);
  return asked;
}

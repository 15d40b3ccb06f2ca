// A real exchange together with the paper accounts on its markets: what concerns a paper account
// goes to the simulated venue, everything else to the exchange.

import { isPaperAccount } from '#domain/venue/paper-account.ts';
import type { AccountQuestions, Exchange, VenueAccount } from '#venue-port/exchange/exchange.ts';

/** What a paper account's venue does. */
type PaperVenue = Pick<
  Exchange,
  keyof AccountQuestions | 'placeOrder' | 'cancelOrder' | 'watchAccount'
>;

/** Exchange with both kinds of accounts, distinguished by their ids. */
export function withPaperAccounts(exchange: Exchange, paper: PaperVenue): Exchange {
  const of = ({ accountId }: VenueAccount): PaperVenue =>
    isPaperAccount(accountId) ? paper : exchange;
  return {
    ...exchange,
    fetchBalances: (account, wanted) => of(account).fetchBalances(account, wanted),
    fetchPositions: (account, wanted) => of(account).fetchPositions(account, wanted),
    fetchOpenOrders: (account) => of(account).fetchOpenOrders(account),
    fetchOrder: (account, marketTag, name) => of(account).fetchOrder(account, marketTag, name),
    fetchFills: (account, ...list) => of(account).fetchFills(account, ...list),
    fetchOrderFills: (account, marketTag, name) =>
      of(account).fetchOrderFills(account, marketTag, name),
    fetchMarginEvents: (account, ...list) => of(account).fetchMarginEvents(account, ...list),
    placeOrder: (account, order) => of(account).placeOrder(account, order),
    cancelOrder: (account, marketTag, name) => of(account).cancelOrder(account, marketTag, name),
    watchAccount: (account, onNews, signal) => of(account).watchAccount(account, onNews, signal),
    checkCredentials: (account, candidate, marketTag) =>
      candidate === undefined || candidate === null
        ? of(account).checkCredentials(account, null, marketTag)
        : exchange.checkCredentials(account, candidate, marketTag),
  };
}

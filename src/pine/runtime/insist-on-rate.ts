// Currency of the account of a strategy beside that of its market: there are no rates, so amounts
// of money mean something only where the two are worth the same.

import { now, PineFault } from '#pine/runtime/pine-now.ts';

/** Worth about the same, as most strategies take them. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC']);

/** Ends the run where an amount of the account, which `what` names, has no value on the market. */
export function insistOnRate(what: string): void {
  const { accountCurrency, quoteCurrency } = now.facts;
  const isOwn = accountCurrency === 'NONE' || accountCurrency === quoteCurrency;
  if (isOwn || (DOLLARS.has(accountCurrency) && DOLLARS.has(quoteCurrency))) return;
  throw new PineFault(
    `${what} is in ${accountCurrency}, the account's declared currency, and the market in ` +
      `${quoteCurrency}: there is no rate between them here; leave out 'currency'`,
  );
}

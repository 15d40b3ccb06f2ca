// Schedules the next comparison of an account with an order of unknown outcome: every so often, and
// at the instant from which the exchange's promises let a look settle the order. A look before that
// could only find it, and one long after that keeps its market waiting for nothing.

import { LIMITS } from '#lib/limits.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';

type Look = { readonly comparedAtMs: number; readonly dueAtMs: number };

// In memory, because losing it is safe: an account that is not known is due. Keyed by the driver,
// which lives as long as its process.
const looks = new WeakMap<Exchange, Map<string, Look>>();
const ACCOUNTS_MAX = 10_000;

function looksAt(exchange: Exchange): Map<string, Look> {
  const known = looks.get(exchange) ?? new Map<string, Look>();
  looks.set(exchange, known);
  if (known.size > ACCOUNTS_MAX) known.clear();
  return known;
}

/** From here on it is due in the usual interval. */
export function noteLook({ account, exchange }: AccountAtExchange, nowMs: number): void {
  const dueAtMs = nowMs + LIMITS.doubtIntervalMs;
  looksAt(exchange).set(account.accountId, { comparedAtMs: nowMs, dueAtMs });
}

/** A look may settle something from `atMs` on. Of several instants the first counts. */
export function noteDue({ account, exchange }: AccountAtExchange, atMs: number): void {
  const known = looksAt(exchange).get(account.accountId);
  if (known === undefined || known.dueAtMs <= atMs) return;
  looksAt(exchange).set(account.accountId, { ...known, dueAtMs: atMs });
}

/** Account whose next comparison is due, or that was never compared. */
export function isLookDue({ account, exchange }: AccountAtExchange, nowMs: number): boolean {
  const known = looks.get(exchange)?.get(account.accountId);
  // A clock that was set back must not put it off.
  return known === undefined || nowMs >= known.dueAtMs || nowMs < known.comparedAtMs;
}

// Lists the fills of all accounts of a user: the lists of the accounts, one after the other.

import { assert } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { Account, AccountStore } from '#ports/stores/account-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { canBeRequested } from '#services/accounts/account-access.ts';
import type { ListedFill } from '#services/orders/list-fills.ts';
import { listFills } from '#services/orders/list-fills.ts';

export type AccountFill = ListedFill & { readonly accountId: string };

/** An account whose exchange did not respond. */
export type UnreadAccount = {
  readonly accountId: string;
  readonly exchange: string;
  /** In words. */
  readonly reason: string;
};

export type AccountFillPage = {
  readonly fills: readonly AccountFill[];
  /** Accounts whose fills, or the rest of them, are left out. */
  readonly unread: readonly UnreadAccount[];
  /** Where the next page begins after; null when nothing more is there now. */
  readonly lastKey: string | null;
};

export type ListAllFillsDeps = Parameters<typeof listFills>[0] & {
  readonly accounts: Pick<AccountStore, 'findAccount' | 'listAccounts'>;
};

type Query = {
  readonly caller: Pick<Principal, 'userId'>;
  /** Null: all of the user, by their ids. */
  readonly accountId: string | null;
  /** Null: of all markets. */
  readonly marketTag: MarketTag | null;
  readonly after: string | null;
  readonly limit: number;
  /** Whether an account that cannot be read now is left out; otherwise it fails the list. */
  readonly leavesOutUnread: boolean;
};

/** In which account's list a page begins, and behind what. */
type Place = { readonly accountId: string | null; readonly fillKey: string | null };

/** Exchanges are queried at most so often for one page, which may then be short, or empty. */
const LISTS_PER_PAGE_MAX = 8;

/**
 * By account, oldest first in each. Accounts whose exchange cannot be queried have none. Throws
 * Failure when one does not respond, unless it is left out.
 */
export async function listAllFills(
  deps: ListAllFillsDeps,
  query: Query,
): Promise<Result<AccountFillPage, 'account_not_found'>> {
  const { limit } = query;
  const fills: AccountFill[] = [];
  const unread: UnreadAccount[] = [];
  let place = placeFromKey(query.after);
  for (let lists = 0; lists < LISTS_PER_PAGE_MAX; lists += 1) {
    // A full page looks on only for whether anything is behind it.
    if (fills.length === limit && place.fillKey !== null) break;
    const account = await accountAt(deps, query, place);
    if (account === null) {
      if (query.accountId !== null) return rejected('account_not_found');
      return accepted({ fills, unread, lastKey: null });
    }
    const isFull = fills.length === limit;
    const rest = { after: place.fillKey, limit: isFull ? 1 : limit - fills.length };
    const found = await fillsOf(deps, query, account, rest, unread);
    if (isFull && found.fills.length > 0) break;
    fills.push(...found.fills);
    if (found.lastKey === null && query.accountId !== null)
      return accepted({ fills, unread, lastKey: null });
    place = { accountId: account.accountId, fillKey: found.lastKey };
  }
  return accepted({ fills, unread, lastKey: keyOfPlace(place) });
}

type Part = Pick<AccountFillPage, 'fills' | 'lastKey'>;
const NO_FILLS: Part = { fills: [], lastKey: null };

async function fillsOf(
  deps: ListAllFillsDeps,
  { caller, leavesOutUnread, marketTag }: Query,
  account: Account,
  rest: { readonly after: string | null; readonly limit: number },
  unread: UnreadAccount[],
): Promise<Part> {
  const { accountId, exchange } = account;
  if (!canBeRequested(account)) return NO_FILLS;
  try {
    // Its other accounts would wait as long as the first; one that is down is not asked at all.
    const isLeftOut = unread.some((each) => each.exchange === exchange) || isSilent(deps, exchange);
    if (isLeftOut && leavesOutUnread)
      throw new Failure('unavailable', 'the exchange did not respond');
    const listed = await listFills(deps, { caller, accountId, ...rest });
    // One that was deleted meanwhile has none.
    if (!listed.ok) return NO_FILLS;
    const { fills, lastKey } = listed.value;
    const chosen = fills.filter((fill) => marketTag === null || fill.marketTag === marketTag);
    return { fills: chosen.map((fill) => ({ ...fill, accountId })), lastKey };
  } catch (error) {
    if (!leavesOutUnread || !(error instanceof Failure)) throw error;
    const reason = `Exchange "${exchange}" did not respond; its fills are left out.`;
    unread.push({ accountId, exchange, reason });
    return NO_FILLS;
  }
}

/** Whether an exchange is known not to respond, or has not responded yet. Asks nobody. */
function isSilent({ exchanges }: Pick<ListAllFillsDeps, 'exchanges'>, code: string): boolean {
  const exchange = exchanges.find(code);
  return exchange?.health() === 'down' || exchange?.knownMarkets?.() === null;
}

/** The account whose list goes on at the place, or the next one; null behind the last. */
async function accountAt(
  { accounts }: ListAllFillsDeps,
  { accountId, caller }: Query,
  place: Place,
): Promise<Account | null> {
  const chosen = accountId ?? (place.fillKey === null ? null : place.accountId);
  if (chosen !== null) return accounts.findAccount(caller.userId, chosen);
  const [next] = await accounts.listAccounts(caller.userId, place.accountId, 1);
  return next ?? null;
}

function keyOfPlace({ accountId, fillKey }: Place): string {
  return JSON.stringify([accountId, fillKey]);
}

function placeFromKey(key: string | null): Place {
  if (key === null) return { accountId: null, fillKey: null };
  const read: unknown = JSON.parse(key);
  assert(Array.isArray(read), 'a key that was sealed is one of ours');
  const [accountId, fillKey] = read as (string | null)[];
  return { accountId: accountId ?? null, fillKey: fillKey ?? null };
}

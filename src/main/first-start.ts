// The very first start: a user, an account with play money and a key, so that there is something to
// try.

import { assert, present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import type { ServiceDeps, Welcome } from '#cli/host.ts';
import { activateBots } from '#services/accounts/activate-bots.ts';
import { createAccount } from '#services/accounts/create-account.ts';
import { createKey } from '#services/keys/create-key.ts';
import { createUser } from '#services/users/create-user.ts';
import { listUsers } from '#services/users/list-users.ts';

const USER_NAME = 'demo';
const BASE = 'BTC';
const QUOTE = 'USDT';
const DEPOSITS = [
  { currency: QUOTE, amount: decimal('10000') },
  { currency: BASE, amount: decimal('0.1') },
] as const;
const ORDER_AMOUNT = '0.001';

/** Null when the installation has users already. */
export async function makeFirstUser(deps: ServiceDeps, baseUrl: string): Promise<Welcome | null> {
  if ((await listUsers(deps)).length > 0) return null;
  const user = await createUser(deps, { name: USER_NAME, plan: 'unlimited' });
  // Another process of this installation may be at its first start too: it makes the rest.
  if (!user.ok) return null;
  const venue = present(deps.simulatedVenues[0], 'there is a simulated exchange');
  const account = valueOf(
    await createAccount(deps, {
      userName: USER_NAME,
      exchange: venue.code,
      marketType: 'spot',
      name: 'Demo',
      deposits: DEPOSITS,
    }),
  );
  await activateBots(deps, account);
  const key = valueOf(await createKey(deps, { userName: USER_NAME, name: 'First', scopes: [] }));
  const markets = (await deps.exchanges.find(venue.code)?.listMarkets()) ?? [];
  const market = markets.find(
    ({ marketType, base, quote }) => marketType === 'spot' && base === BASE && quote === QUOTE,
  );
  return {
    baseUrl,
    userName: USER_NAME,
    accountId: account.accountId,
    key: key.key,
    exchange: venue.code,
    marketTag: present(market, `${BASE}/${QUOTE} is traded there`).marketTag,
    orderAmount: ORDER_AMOUNT,
  };
}

function valueOf<T>(result: Result<T, unknown>): T {
  assert(result.ok, 'nothing refuses what the first start asks for');
  return result.value;
}

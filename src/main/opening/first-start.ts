// The very first start: a user, an account with play money, a script and a key, so that there is
// something to try. Whatever instant it dies at, the next start carries it on until a key was
// shown.

import { readFileSync } from 'node:fs';
import { assert, present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { DAY_MS, formatInstant } from '#lib/time.ts';
import type { Result } from '#lib/result.ts';
import type { FirstStart } from '#adapters/postgres/first-start.ts';
import type { ServiceDeps, Welcome } from '#cli/host.ts';
import { activateBots } from '#services/accounts/activate-bots.ts';
import { createAccount } from '#services/accounts/create-account.ts';
import { listEveryAccount } from '#services/accounts/list-every-account.ts';
import { createKey } from '#services/keys/create-key.ts';
import { deleteKey } from '#services/keys/delete-key.ts';
import { listKeys } from '#services/keys/list-keys.ts';
import { createScript } from '#services/scripts/create-script.ts';
import { makeSignInLink } from '#services/sign-in/make-sign-in-link.ts';
import { setRole } from '#services/sign-in/set-role.ts';
import { createUser } from '#services/users/create-user.ts';
import type { ScriptChecker } from '#ports/work/script-checker.ts';
import type { Script } from '#ports/stores/script-store.ts';
import type { Account } from '#ports/stores/account-store.ts';
import { listUsers } from '#services/users/list-users.ts';

const USER_NAME = 'demo';
const KEY_NAME = 'First';
const BASE = 'BTC';
const QUOTE = 'USDT';
const DEPOSITS = [
  { currency: QUOTE, amount: decimal('10000') },
  { currency: BASE, amount: decimal('0.1') },
] as const;
const ORDER_AMOUNT = '0.001';
const SCRIPT_NAME = 'Moving averages';
const SCRIPT_DESCRIPTION = 'Long while the fast average is above the slow one.';
const SCRIPT_FILE = new URL('../../../examples/scripts/moving-averages.lua', import.meta.url);

export type FirstStartTask = {
  readonly deps: ServiceDeps & { readonly checker: ScriptChecker };
  readonly baseUrl: string;
  readonly firstStart: FirstStart;
  /** Shows what was made. */
  readonly welcome: (made: Welcome) => Promise<void>;
};

/** Carries on what an earlier start left unfinished; does nothing where there are users already. */
export async function welcomeFirstUser(task: FirstStartTask): Promise<void> {
  const { deps, baseUrl, firstStart, welcome } = task;
  if (!firstStart.hasBegun) {
    if ((await listUsers(deps)).length > 0) return firstStart.finish();
    // Noted before the user exists: from here on the user is ours to carry on with.
    await firstStart.begin();
  }
  await welcome(await makeFirstUser(deps, baseUrl));
  await firstStart.finish();
}

async function makeFirstUser(deps: FirstStartTask['deps'], baseUrl: string): Promise<Welcome> {
  const user = await createUser(deps, { name: USER_NAME, plan: 'unlimited' });
  assert(user.ok || user.rejection === 'user_name_taken', 'the name of the first user is valid');
  const venue = present(deps.simulatedVenues[0], 'there is a simulated exchange');
  const account = (await findAccount(deps)) ?? (await openAccount(deps, venue.code));
  await activateBots(deps, account);
  const script = await storeScript(deps, account.userId);
  await deleteLostKeys(deps);
  valueOf(await setRole(deps, { userName: USER_NAME, role: 'owner' }));
  const link = valueOf(await makeSignInLink(deps, { userName: USER_NAME }));
  const key = valueOf(await createKey(deps, { userName: USER_NAME, name: KEY_NAME, scopes: [] }));
  const markets = (await deps.exchanges.find(venue.code)?.listMarkets()) ?? [];
  const market = markets.find(
    ({ marketType, base, quote }) => marketType === 'spot' && base === BASE && quote === QUOTE,
  );
  return {
    baseUrl,
    userName: USER_NAME,
    accountId: account.accountId,
    key: key.key,
    signInLink: baseUrl + link.path,
    scriptId: script.scriptId,
    scriptName: script.name,
    exchange: venue.code,
    marketTag: present(market, `${BASE}/${QUOTE} is traded there`).marketTag,
    orderAmount: ORDER_AMOUNT,
    ...lastWeek(deps.clock.nowMs()),
  };
}

/** The same script at each try. */
async function storeScript(deps: FirstStartTask['deps'], userId: string): Promise<Script> {
  const source = readFileSync(SCRIPT_FILE, 'utf8');
  const text = { name: SCRIPT_NAME, description: SCRIPT_DESCRIPTION, source };
  const derivationId = `first-start:${userId}`;
  return valueOf(await createScript(deps, { userId, ...text, derivationId }));
}

function lastWeek(nowMs: number): Pick<Welcome, 'backtestFrom' | 'backtestTo'> {
  const toMs = nowMs - (nowMs % DAY_MS);
  const fromMs = Math.max(0, toMs - 7 * DAY_MS);
  return { backtestFrom: formatInstant(fromMs), backtestTo: formatInstant(toMs) };
}

async function findAccount(deps: ServiceDeps): Promise<Account | null> {
  const accounts = await listEveryAccount(deps);
  return accounts.find(({ userName }) => userName === USER_NAME) ?? null;
}

async function openAccount(deps: ServiceDeps, exchange: string): Promise<Account> {
  const wish = { userName: USER_NAME, exchange, marketType: 'spot', name: 'Demo' } as const;
  return valueOf(await createAccount(deps, { ...wish, deposits: DEPOSITS }));
}

/** Of a start that died before it had shown its key: nobody knows them. */
async function deleteLostKeys(deps: ServiceDeps): Promise<void> {
  const keys = await listKeys(deps, { userName: USER_NAME });
  for (const { keyId, name, lastUsedAtMs } of keys.ok ? keys.value : []) {
    if (name === KEY_NAME && lastUsedAtMs === null) await deleteKey(deps, { keyId });
  }
}

function valueOf<T>(result: Result<T, unknown>): T {
  assert(result.ok, 'nothing refuses what the first start asks for');
  return result.value;
}

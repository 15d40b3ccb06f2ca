// Makes a simulated account: a wallet with the deposits at a simulated venue, then the account that
// owns it. A paper account is one on the markets of a real exchange.

import { identifierAt } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { PAPER_PREFIX } from '#domain/venue/paper-account.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { Random } from '#ports/world/random.ts';
import type { SimulatedVenue } from '#ports/exchange/simulated-venue.ts';
import type { Account, AccountStore } from '#ports/stores/account-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';
import type { WalletRejection, WantedWallet } from '#services/accounts/check-wallet.ts';
import { checkWallet } from '#services/accounts/check-wallet.ts';

export type CreateAccountDeps = {
  readonly users: Pick<UserStore, 'findUserByName'>;
  readonly accounts: Pick<AccountStore, 'insertAccount' | 'findAccount'>;
  readonly exchanges: {
    find(code: string): Pick<Exchange, 'code' | 'isTestNet' | 'listMarkets'> | null;
  };
  readonly simulatedVenues: readonly SimulatedVenue[];
  /** By the codes of the real exchanges whose markets they trade on. */
  readonly paperVenues: readonly SimulatedVenue[];
  readonly clock: Clock;
  readonly random: Random;
};

export type CreateAccountCommand = WantedWallet & {
  readonly userName: string;
  readonly exchange: string;
  readonly name: string;
};

/** In order of precedence. `allowed` is what could have been requested instead. */
export type CreateAccountRejection =
  | { readonly code: 'account_name_invalid' }
  | { readonly code: 'user_not_found' }
  | { readonly code: 'exchange_not_found'; readonly allowed: readonly string[] }
  | WalletRejection;

/** Bots may not be created on it until `activateBots`. */
export async function createAccount(
  deps: CreateAccountDeps,
  command: CreateAccountCommand,
): Promise<Result<Account, CreateAccountRejection>> {
  const name = command.name.trim();
  if (name === '' || name.length > LIMITS.nameCharactersMax)
    return rejected({ code: 'account_name_invalid' });
  const user = await deps.users.findUserByName(command.userName);
  if (user === null) return rejected({ code: 'user_not_found' });
  const isPaper = command.isPaper === true;
  const venues = isPaper ? deps.paperVenues : deps.simulatedVenues;
  const venue = venues.find(({ code }) => code === command.exchange.toLowerCase());
  const exchange = deps.exchanges.find(command.exchange);
  if (venue === undefined || exchange === null) {
    const allowed = venues.map(({ code }) => code);
    return rejected({ code: 'exchange_not_found', allowed });
  }
  const markets = await exchange.listMarkets();
  const refusal = checkWallet(markets, command);
  if (refusal !== null) return rejected(refusal);

  const nowMs = deps.clock.nowMs();
  const accountId = identifierAt(isPaper ? PAPER_PREFIX : 'acc', nowMs, deps.random.bytes(10));
  const { userId } = user;
  const account = simulatedAccount({ accountId, userId, name }, exchange, command, nowMs);
  // The wallet first: a crash between the two leaves a wallet nobody sees, never an account without
  // its money.
  await venue.openWallet(account, command.deposits, nowMs, command.feesIn);
  await insertAccount(deps, account);
  return accepted(account);
}

/** One that was just made; bots may not be created on it. */
export function simulatedAccount(
  named: Pick<Account, 'accountId' | 'userId' | 'name'>,
  { code, isTestNet }: Pick<Exchange, 'code' | 'isTestNet'>,
  { marketType }: Pick<WantedWallet, 'marketType'>,
  nowMs: number,
): Account {
  const isFutures = marketType === 'futures';
  return {
    ...named,
    exchange: code,
    marketType,
    isSimulated: true,
    isTestNet,
    status: 'connected',
    positionMode: isFutures ? 'one_way' : null,
    marginMode: isFutures ? 'isolated' : null,
    allowsBots: false,
    createdAtMs: nowMs,
    updatedAtMs: null,
  };
}

/** An account whose insertion was not confirmed is looked for: repeating it would make two. */
async function insertAccount({ accounts }: CreateAccountDeps, account: Account): Promise<void> {
  try {
    await accounts.insertAccount(account);
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    if ((await accounts.findAccount(account.userId, account.accountId)) === null) throw error;
  }
}

// Makes a simulated account: a wallet with the deposits at a simulated venue, then the account that
// owns it. A paper account is one on the markets of a real exchange.

import { identifierAt } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Market, MarketType } from '#domain/market/market.ts';
import { MARKET_TYPES } from '#domain/market/market.ts';
import type { Clock } from '#ports/world/clock.ts';
import type { Exchange } from '#ports/exchange/exchange.ts';
import type { FeesIn } from '#domain/money/fees-in.ts';
import { FEES_IN_QUOTE, FEES_IN_RECEIVED } from '#domain/money/fees-in.ts';
import { OutcomeUnknown } from '#ports/world/failure.ts';
import type { Random } from '#ports/world/random.ts';
import type { Deposit, SimulatedVenue } from '#ports/exchange/simulated-venue.ts';
import { PAPER_PREFIX } from '#ports/exchange/simulated-venue.ts';
import type { Account, AccountStore } from '#ports/stores/account-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';
import type { DepositRejection } from '#services/accounts/wallet-currencies.ts';
import { checkDeposits, currenciesOf } from '#services/accounts/wallet-currencies.ts';

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

export type CreateAccountCommand = {
  readonly userName: string;
  readonly exchange: string;
  readonly marketType: MarketType;
  readonly name: string;
  readonly deposits: readonly Deposit[];
  /** In which currency it pays the fees of spot trades; the quote currency by default. */
  readonly feesIn?: FeesIn;
  /** Play money on the markets of a real exchange. */
  readonly isPaper?: boolean;
};

/** In order of precedence. `allowed` is what could have been requested instead. */
export type CreateAccountRejection =
  | { readonly code: 'account_name_invalid' }
  | { readonly code: 'user_not_found' }
  | { readonly code: 'exchange_not_found'; readonly allowed: readonly string[] }
  | { readonly code: 'market_type_not_offered'; readonly allowed: readonly MarketType[] }
  | { readonly code: 'fee_currency_unknown'; readonly allowed: readonly FeesIn[] }
  | DepositRejection;

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
  const refusal = checkWallet(markets, command) ?? checkFeesIn(markets, command);
  if (refusal !== null) return rejected(refusal);

  const nowMs = deps.clock.nowMs();
  const isFutures = command.marketType === 'futures';
  const account: Account = {
    accountId: identifierAt(isPaper ? PAPER_PREFIX : 'acc', nowMs, deps.random.bytes(10)),
    userId: user.userId,
    name,
    exchange: exchange.code,
    marketType: command.marketType,
    isSimulated: true,
    isTestNet: exchange.isTestNet,
    status: 'connected',
    positionMode: isFutures ? 'one_way' : null,
    marginMode: isFutures ? 'isolated' : null,
    allowsBots: false,
    createdAtMs: nowMs,
    updatedAtMs: null,
  };
  // The wallet first: a crash between the two leaves a wallet nobody sees, never an account without
  // its money.
  await venue.openWallet(account, command.deposits, nowMs, command.feesIn);
  await insertAccount(deps, account);
  return accepted(account);
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

/** Fees of futures are paid in what the contract settles in. */
function checkFeesIn(
  markets: readonly Market[],
  { marketType, feesIn = FEES_IN_QUOTE, isPaper }: CreateAccountCommand,
): CreateAccountRejection | null {
  const isSpot = marketType === 'spot';
  // At a real exchange the price of a third currency is not at hand when a fill is settled.
  const currencies = isPaper === true ? [] : currenciesOf(markets, marketType);
  const others = isSpot ? [FEES_IN_RECEIVED, ...currencies] : [];
  const allowed = [FEES_IN_QUOTE, ...others];
  return allowed.includes(feesIn) ? null : { code: 'fee_currency_unknown', allowed };
}

function checkWallet(
  markets: readonly Market[],
  command: CreateAccountCommand,
): CreateAccountRejection | null {
  const offered = MARKET_TYPES.filter((type) =>
    markets.some(({ marketType }) => marketType === type),
  );
  if (!offered.includes(command.marketType))
    return { code: 'market_type_not_offered', allowed: offered };
  return checkDeposits(markets, command.marketType, command.deposits);
}

// Makes an end user: a tenant of its partner, with an account of its own for each kind of market
// that its exchange has. On a simulated exchange the accounts hold play money; on a real one its
// credentials are checked at the venue and stored sealed.

import { decimal } from '#lib/decimal.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import { assert } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import type { Market, MarketType } from '#venue-port/market/market.ts';
import { MARKET_TYPES } from '#venue-port/market/market.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { EndUser, EndUserAccount } from '#ports/stores/partner-store.ts';
import type { Deposit, SimulatedVenue } from '#ports/exchange/simulated-venue.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import {
  checkDeposits,
  currenciesOf,
  describeDeposit,
} from '#services/accounts/wallet-currencies.ts';
import { checkNewCredentials } from '#services/credentials/check-new-credentials.ts';
import type {
  CredentialRejection,
  VenueCredentials,
} from '#services/credentials/credential-deps.ts';
import { takenAt } from '#services/credentials/credential-deps.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import type { PartnerDeps } from '#services/partners/partner-deps.ts';
import { reachOf } from '#services/partners/partner-deps.ts';

export type CreateEndUserCommand = {
  readonly caller: Principal;
  readonly externalId: string;
  readonly exchange: string;
  /** Null: as the exchange is. */
  readonly isSimulated: boolean | null;
  readonly credentials: VenueCredentials | null;
  /** Play money to begin with; empty: the usual sum. */
  readonly balances: readonly Deposit[];
  /** Equal for each try of one request: all tries make the same end user. */
  readonly derivationId: string;
  readonly completion: CompletionSlot<EndUser> | null;
};

export type CreateEndUserRejection =
  | {
      readonly code: 'forbidden' | 'exchange_not_found' | 'temporarily_unavailable';
      readonly detail: string;
    }
  | {
      readonly code: 'invalid_request';
      readonly field: 'external_id' | 'is_simulated' | 'credentials' | 'balances';
      readonly detail: string;
    };

type Outcome<T> = Result<T, CreateEndUserRejection>;

/** In the currency that most markets are settled in. */
const USUAL_BALANCE = decimal('10000');

/**
 * Makes an end user with its accounts; equal derivations make one. Rejects unknown exchanges and
 * refused credentials.
 */
export async function createEndUser(
  deps: PartnerDeps,
  command: CreateEndUserCommand,
): Promise<Outcome<EndUser>> {
  const { caller, externalId, derivationId } = command;
  if (caller.endUserId !== null)
    return rejected({ code: 'forbidden', detail: 'This key reaches one end user and makes none.' });
  const found = await offeredExchange(deps, command);
  if (!found.ok) return found;
  const exchange = found.value;
  const venue = deps.simulatedVenues.find(({ code }) => code === exchange.code) ?? null;
  const nowMs = deps.clock.nowMs();
  const seed = deps.digest.sha256(`end user:${derivationId}`);
  const endUser: EndUser = {
    userId: identifierFromBytes('usr', seed),
    partnerId: caller.userId,
    externalId,
    exchange: exchange.code,
    isSimulated: venue !== null,
    createdAtMs: nowMs,
  };
  const misfit = moneyMisfit(command, venue);
  if (misfit !== null) return rejected(misfit);
  const markets = await exchange.listMarkets();
  const accounts = accountsOf(deps, endUser, exchange, markets);
  const planned =
    venue === null
      ? await withCredentials(deps, exchange, accounts, command.credentials)
      : withWallets(accounts, markets, command);
  if (!planned.ok) return planned;
  const outcome = await deps.partners.insertEndUser(
    endUser,
    planned.value,
    completionWith(command.completion, endUser),
  );
  if (outcome === 'external_id_taken')
    return atFault('external_id', `expected one that no end user has, found "${externalId}".`);
  if (outcome === 'venue_account_taken') return rejected(takenAt(exchange));
  if (outcome === 'inserted') return accepted(endUser);
  const made = await deps.partners.findEndUser(reachOf(caller), endUser.userId);
  return accepted(made ?? endUser);
}

async function offeredExchange(
  deps: PartnerDeps,
  { caller, exchange }: CreateEndUserCommand,
): Promise<Outcome<Exchange>> {
  const partner = await deps.partners.findPartner(caller.userId);
  const found = deps.exchanges.find(exchange);
  if (found !== null && partner?.exchanges.includes(found.code)) return accepted(found);
  const detail = `No exchange "${exchange}" is enabled for you.`;
  return rejected({ code: 'exchange_not_found', detail });
}

function moneyMisfit(
  { isSimulated, credentials, balances }: CreateEndUserCommand,
  venue: SimulatedVenue | null,
): CreateEndUserRejection | null {
  const isPlay = venue !== null;
  if (isSimulated !== null && isSimulated !== isPlay)
    return fault('is_simulated', `expected ${isPlay} on this exchange, found ${isSimulated}.`);
  if (isPlay && credentials !== null)
    return fault('credentials', 'expected none on a simulated exchange, found some.');
  if (!isPlay && credentials === null)
    return fault('credentials', 'expected those of the end user at this exchange, found none.');
  if (!isPlay && balances.length > 0)
    return fault('balances', 'expected none on a real exchange, found some.');
  return null;
}

function accountsOf(
  { digest }: PartnerDeps,
  { userId, createdAtMs }: EndUser,
  exchange: Exchange,
  markets: readonly Market[],
): readonly Account[] {
  const offered = MARKET_TYPES.filter((type) =>
    markets.some(({ marketType }) => marketType === type),
  );
  return offered.map((marketType) => ({
    accountId: identifierFromBytes('acc', digest.sha256(`${userId}:${marketType}`)),
    userId,
    name: `End user, ${marketType}`,
    exchange: exchange.code,
    marketType,
    isSimulated: true,
    isTestNet: exchange.isTestNet,
    status: 'connected',
    positionMode: marketType === 'futures' ? 'one_way' : null,
    marginMode: marketType === 'futures' ? 'isolated' : null,
    allowsBots: true,
    createdAtMs,
    updatedAtMs: null,
  }));
}

function withWallets(
  accounts: readonly Account[],
  markets: readonly Market[],
  { balances }: CreateEndUserCommand,
): Outcome<readonly EndUserAccount[]> {
  const planned = accounts.map((account) => ({
    account,
    deposits: depositsOf(markets, account.marketType, balances),
    credentials: null,
  }));
  const used = new Set(planned.flatMap(({ deposits }) => deposits.map(({ currency }) => currency)));
  const stray = balances.find(({ currency }) => !used.has(currency));
  if (stray !== undefined) {
    return atFault('balances', `no market of this exchange uses the currency "${stray.currency}".`);
  }
  for (const { account, deposits } of planned) {
    const refusal = checkDeposits(markets, account.marketType, deposits);
    if (refusal !== null) return atFault('balances', describeDeposit(refusal));
  }
  return accepted(planned);
}

/** What is given, as far as a wallet of this kind can hold it; or the usual sum. */
function depositsOf(
  markets: readonly Market[],
  marketType: MarketType,
  balances: readonly Deposit[],
): readonly Deposit[] {
  if (balances.length > 0) {
    const held = currenciesOf(markets, marketType);
    return balances.filter(({ currency }) => held.includes(currency));
  }
  const counts = new Map<string, number>();
  for (const market of markets) {
    if (market.marketType !== marketType) continue;
    const currency = settlementCurrencyOf(market);
    counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  const [usual] = [...counts].toSorted(
    ([left, leftCount], [right, rightCount]) => rightCount - leftCount || (left < right ? -1 : 1),
  );
  return usual === undefined ? [] : [{ currency: usual[0], amount: USUAL_BALANCE }];
}

/** The same credentials for each kind of market, each sealed and checked for its account. */
async function withCredentials(
  deps: PartnerDeps,
  exchange: Exchange,
  accounts: readonly Account[],
  credentials: VenueCredentials | null,
): Promise<Outcome<readonly EndUserAccount[]>> {
  assert(credentials !== null, 'a real exchange is given with credentials');
  const planned: EndUserAccount[] = [];
  for (const account of accounts) {
    const requested = { account, exchange, version: 1, credentials, allowsWithdraw: false };
    const checked = await checkNewCredentials(deps, requested);
    if (!checked.ok) return rejectedCredentials(checked.rejection);
    const { stored, facts } = checked.value;
    const real = { ...account, ...facts, isSimulated: false };
    planned.push({ account: real, deposits: null, credentials: stored });
  }
  return accepted(planned);
}

function rejectedCredentials(rejection: CredentialRejection): Outcome<never> {
  const { code, detail } = rejection;
  if (code === 'invalid_request') return rejected({ code, field: 'credentials', detail });
  assert(code !== 'account_not_found', 'the account is about to be made');
  return rejected({ code, detail });
}

type Field = Extract<CreateEndUserRejection, { readonly code: 'invalid_request' }>['field'];

function fault(field: Field, detail: string): CreateEndUserRejection {
  return { code: 'invalid_request', field, detail: `Field "${field}": ${detail}` };
}

function atFault(field: Field, detail: string): Outcome<never> {
  return rejected(fault(field, detail));
}

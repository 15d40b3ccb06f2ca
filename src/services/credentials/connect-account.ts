// Connects an account at a real exchange: its credentials are checked at the venue and stored
// sealed, together with the account. Bots may not be created on it until the operator lets them.

import { identifierFromBytes } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import { MARKET_TYPES } from '#venue-port/market/market.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { CheckedCredentials } from '#services/credentials/check-new-credentials.ts';
import { checkNewCredentials } from '#services/credentials/check-new-credentials.ts';
import type {
  AccountWithKey,
  CredentialDeps,
  CredentialRejection,
  VenueCredentials,
} from '#services/credentials/credential-deps.ts';
import { takenAt } from '#services/credentials/credential-deps.ts';
import { withKey } from '#services/credentials/with-keys.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';

export type ConnectAccountCommand = {
  readonly caller: Pick<Principal, 'userId'>;
  readonly name: string;
  readonly exchange: string;
  readonly marketType: MarketType;
  readonly credentials: VenueCredentials;
  readonly allowsWithdraw: boolean;
  /** Equal for each try of one request: all tries make the same account. */
  readonly derivationId: string;
  readonly completion: CompletionSlot<AccountWithKey> | null;
};

type ConnectResult = Result<AccountWithKey, CredentialRejection>;

/** Throws Failure when the venue does not say whether it accepts the credentials. */
export async function connectAccount(
  deps: CredentialDeps,
  command: ConnectAccountCommand,
): Promise<ConnectResult> {
  const { caller, marketType, credentials, allowsWithdraw, derivationId } = command;
  const exchange = deps.exchanges.find(command.exchange);
  if (exchange === null) return rejected(noExchange(command.exchange));
  const misfit = await exchangeMisfit(deps, exchange, marketType);
  if (misfit !== null) return rejected(misfit);
  const seed = deps.digest.sha256(`account:${derivationId}`);
  const accountId = identifierFromBytes('acc', seed);
  const made = await earlierTry(deps, caller.userId, accountId);
  if (made !== null) return accepted(made);
  const requested = { account: { accountId, marketType }, exchange, version: 1, credentials };
  const checked = await checkNewCredentials(deps, { ...requested, allowsWithdraw });
  if (!checked.ok) return checked;
  return store(deps, command, exchange, checked.value);
}

function noExchange(code: string): CredentialRejection {
  return { code: 'exchange_not_found', detail: `There is no exchange "${code}".` };
}

async function exchangeMisfit(
  { simulatedVenues }: CredentialDeps,
  exchange: Exchange,
  marketType: MarketType,
): Promise<CredentialRejection | null> {
  const { code, name } = exchange;
  const invalid = { code: 'invalid_request' } as const;
  if (simulatedVenues.some((venue) => venue.code === code))
    return {
      ...invalid,
      field: 'exchange',
      detail: `Field "exchange": expected a real exchange, found the simulated one "${code}".`,
    };
  const markets = await exchange.listMarkets();
  const offered = MARKET_TYPES.filter((type) =>
    markets.some((market) => market.marketType === type),
  );
  if (offered.includes(marketType)) return null;
  return {
    ...invalid,
    field: 'market_type',
    detail: `Field "market_type": expected one that ${name} has (${offered.join(', ')}), found "${marketType}".`,
  };
}

/** The account of a try that ended before it could say so. */
async function earlierTry(
  deps: CredentialDeps,
  userId: string,
  accountId: string,
): Promise<AccountWithKey | null> {
  const account = await deps.accounts.findAccount(userId, accountId);
  if (account === null) return null;
  return withKey(deps, account, await deps.credentials.findCredentials(accountId));
}

async function store(
  deps: CredentialDeps,
  command: ConnectAccountCommand,
  exchange: Exchange,
  { stored, facts }: CheckedCredentials,
): Promise<ConnectResult> {
  const { caller, name, marketType } = command;
  const account: Account = {
    accountId: stored.accountId,
    userId: caller.userId,
    name: name.trim(),
    exchange: exchange.code,
    marketType,
    isSimulated: false,
    isTestNet: exchange.isTestNet,
    ...facts,
    allowsBots: false,
    createdAtMs: stored.checkedAtMs,
    updatedAtMs: null,
  };
  const connected = withKey(deps, account, stored);
  const completion = completionWith(command.completion, connected);
  const accountsMax = LIMITS.accountsPerUserMax;
  const outcome = await deps.credentials.connectAccount(account, stored, completion, accountsMax);
  const { accountId } = account;
  switch (outcome) {
    case 'venue_account_taken':
      return rejected(takenAt(exchange));
    case 'too_many_accounts':
      return rejected({
        code: 'forbidden',
        detail: `You have ${accountsMax} accounts, as many as a user may have.`,
      });
    case 'exists':
      return accepted((await earlierTry(deps, caller.userId, accountId)) ?? connected);
    case 'connected':
      deps.log.info('account.connected', { account_id: accountId, exchange: exchange.code });
      return accepted(connected);
  }
}

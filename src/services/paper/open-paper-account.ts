// Opens a paper account on request: play money on the markets of a real exchange, without a key.

import { identifierFromBytes } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { PAPER_PREFIX } from '#domain/venue/paper-account.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { SimulatedVenue } from '#ports/exchange/simulated-venue.ts';
import type { Account, AccountStore } from '#ports/stores/account-store.ts';
import type { CredentialStore } from '#ports/stores/credential-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { WalletRejection, WantedWallet } from '#services/accounts/check-wallet.ts';
import { checkWallet } from '#services/accounts/check-wallet.ts';
import { simulatedAccount } from '#services/accounts/create-account.ts';
import { describeDeposit } from '#services/accounts/wallet-currencies.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';

export type OpenPaperAccountDeps = {
  readonly accounts: Pick<AccountStore, 'findAccount' | 'listAccounts'>;
  readonly credentials: Pick<CredentialStore, 'connectAccount'>;
  readonly exchanges: {
    find(code: string): Pick<Exchange, 'code' | 'isTestNet' | 'listMarkets'> | null;
  };
  /** By the codes of the real exchanges whose markets they trade on. */
  readonly paperVenues: readonly SimulatedVenue[];
  readonly clock: Clock;
  readonly digest: Digest;
  readonly log: Log;
};

export type OpenPaperAccountCommand = Omit<WantedWallet, 'isPaper'> & {
  readonly caller: Pick<Principal, 'userId'>;
  readonly name: string;
  readonly exchange: string;
  /** Equal for each try of one request: all tries make the same account. */
  readonly derivationId: string;
  readonly completion: CompletionSlot<Account> | null;
};

/** In order of precedence; each detail is a whole sentence. */
export type OpenPaperAccountRejection =
  | { readonly code: 'exchange_not_found' | 'forbidden'; readonly detail: string }
  | {
      readonly code: 'invalid_request';
      readonly field: 'name' | 'exchange' | 'market_type' | 'balances' | 'fees_in';
      readonly detail: string;
    };

type Outcome<T> = Result<T, OpenPaperAccountRejection>;

/** Bots may not be created on it until the operator lets them. Throws Failure. */
export async function openPaperAccount(
  deps: OpenPaperAccountDeps,
  command: OpenPaperAccountCommand,
): Promise<Outcome<Account>> {
  const { caller, derivationId, deposits, feesIn } = command;
  const { userId } = caller;
  const found = await placeFor(deps, command);
  if (!found.ok) return found;
  const { venue, exchange } = found.value;
  const seed = deps.digest.sha256(`account:${derivationId}`);
  const accountId = identifierFromBytes(PAPER_PREFIX, seed);
  const made = await deps.accounts.findAccount(userId, accountId);
  if (made !== null) return accepted(made);
  // Before the wallet, so that refused requests leave none behind.
  const accountsMax = LIMITS.accountsPerUserMax;
  const others = await deps.accounts.listAccounts(userId, null, accountsMax);
  if (others.length >= accountsMax) return tooMany();
  const nowMs = deps.clock.nowMs();
  const named = { accountId, userId, name: command.name.trim() };
  const account = simulatedAccount(named, exchange, command, nowMs);
  // The wallet first: a crash between the two leaves a wallet nobody sees, never an account without
  // its money.
  await venue.openWallet(account, deposits, nowMs, feesIn);
  const completion = completionWith(command.completion, account);
  const { connectAccount } = deps.credentials;
  if ((await connectAccount(account, null, completion, accountsMax)) === 'too_many_accounts')
    return tooMany();
  deps.log.info('account.opened', { account_id: accountId, exchange: exchange.code });
  return accepted(account);
}

type Place = {
  readonly venue: SimulatedVenue;
  readonly exchange: Pick<Exchange, 'code' | 'isTestNet' | 'listMarkets'>;
};

async function placeFor(
  { paperVenues, exchanges }: OpenPaperAccountDeps,
  command: OpenPaperAccountCommand,
): Promise<Outcome<Place>> {
  const exchange = exchanges.find(command.exchange);
  if (exchange === null) {
    const detail = `There is no exchange "${command.exchange}".`;
    return rejected({ code: 'exchange_not_found', detail });
  }
  const venue = paperVenues.find(({ code }) => code === exchange.code);
  if (venue === undefined)
    return atFault('exchange', `expected a real exchange, found "${exchange.code}".`);
  if (command.name.trim() === '') return atFault('name', 'expected a name, found blanks.');
  const refusal = checkWallet(await exchange.listMarkets(), { ...command, isPaper: true });
  return refusal === null ? accepted({ venue, exchange }) : refused(refusal, command);
}

function refused(
  refusal: WalletRejection,
  { marketType, feesIn = '' }: OpenPaperAccountCommand,
): Outcome<never> {
  if (refusal.code === 'market_type_not_offered') {
    const offered = refusal.allowed.join(', ');
    const expected = `expected one that the exchange has (${offered}), found "${marketType}".`;
    return atFault('market_type', expected);
  }
  if (refusal.code === 'fee_currency_unknown') {
    const allowed = refusal.allowed.join(', ');
    return atFault('fees_in', `expected one of ${allowed}, found "${feesIn}".`);
  }
  return atFault('balances', describeDeposit(refusal));
}

type Field = Extract<OpenPaperAccountRejection, { readonly code: 'invalid_request' }>['field'];

function atFault(field: Field, what: string): Outcome<never> {
  return rejected({ code: 'invalid_request', field, detail: `Field "${field}": ${what}` });
}

function tooMany(): Outcome<never> {
  const detail = `You have ${LIMITS.accountsPerUserMax} accounts, as many as a user may have.`;
  return rejected({ code: 'forbidden', detail });
}

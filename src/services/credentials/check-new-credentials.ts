// Checks credentials that are not stored yet. They are sealed at once, and travel sealed to the
// process that asks the venue about them.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { CredentialReport, Exchange, VenueAccount } from '#venue-port/exchange/exchange.ts';
import type { AccountFacts, StoredCredentials } from '#ports/stores/credential-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type {
  CredentialDeps,
  CredentialRejection,
  VenueCredentials,
} from '#services/credentials/credential-deps.ts';
import { findKeyCompany } from '#services/credentials/find-key-company.ts';
import { faultyCredentials } from '#services/credentials/credential-deps.ts';

export type NewCredentials = {
  readonly account: VenueAccount;
  readonly exchange: Exchange;
  readonly version: number;
  readonly credentials: VenueCredentials;
  /** Whether a key that may withdraw is accepted: the operator's decision alone. */
  readonly allowsWithdraw: boolean;
};

/** Credentials that the venue accepts, ready to be stored, and what the account is with them. */
export type CheckedCredentials = {
  readonly stored: StoredCredentials;
  readonly facts: AccountFacts;
};

type CheckDeps = Pick<CredentialDeps, 'credentials' | 'exchanges' | 'sealerFor' | 'clock'>;

const HINT_CHARACTERS = 4;
/** Of a shorter key the hint would be too much. */
const HINTED_CHARACTERS_MIN = 12;

/** Throws Failure when the venue does not say. */
export async function checkNewCredentials(
  deps: CheckDeps,
  command: NewCredentials,
): Promise<Result<CheckedCredentials, CredentialRejection>> {
  const { account, exchange, version, credentials, allowsWithdraw } = command;
  const missing = missingPassphrase(exchange, credentials);
  if (missing !== null) return rejected(missing);
  const venueKey = await deps.credentials.findVenueKey();
  if (venueKey === null) return rejected(NO_VENUE_PROCESS);
  const sealer = deps.sealerFor(venueKey);
  const sealed = sealer.seal(credentials, { accountId: account.accountId, version });
  const { keyId } = sealer;
  const hint = hintOf(credentials);
  const candidate = { version, sealed, keyId, hint };
  return checkCandidate(deps, { account, exchange, candidate, allowsWithdraw });
}

type CandidateCheck = Pick<NewCredentials, 'account' | 'exchange' | 'allowsWithdraw'> & {
  readonly candidate: Pick<StoredCredentials, 'version' | 'keyId' | 'hint'> & {
    readonly sealed: string;
  };
};

/** Of credentials that are sealed already. Throws Failure when the venue does not say. */
export async function checkCandidate(
  deps: Pick<CheckDeps, 'clock' | 'exchanges'>,
  { account, exchange, candidate, allowsWithdraw }: CandidateCheck,
): Promise<Result<CheckedCredentials, CredentialRejection>> {
  const { version, sealed } = candidate;
  const requested = await askVenue(deps, exchange, account, { version, sealed });
  if (!requested.ok) return requested;
  const report = requested.value;
  if (report.canWithdraw && !allowsWithdraw) return rejected(mayWithdraw(exchange.name));
  const refusal = modeRefusal(exchange.name, report);
  if (refusal !== null) return rejected(otherMode(exchange.name, refusal));
  const { accountUid, canTrade, canWithdraw, isAddressBound, expiresAtMs, permissions } = report;
  const { accountId, marketType } = account;
  return accepted({
    stored: {
      accountUid,
      canTrade,
      canWithdraw,
      isAddressBound,
      expiresAtMs,
      permissions,
      accountId,
      exchange: exchange.code,
      marketType,
      ...candidate,
      allowsWithdraw,
      checkedAtMs: deps.clock.nowMs(),
      refusal: null,
    },
    facts: factsOf(report),
  });
}

/** What an account is with a key of this report. */
export function factsOf({ canTrade, positionMode, marginMode }: CredentialReport): AccountFacts {
  return { status: canTrade ? 'connected' : 'read_only', positionMode, marginMode };
}

/** Why the account is not traded on as it is set up, with the remedy; null: it is. */
export function modeRefusal(
  exchangeName: string,
  { accountMode }: Pick<CredentialReport, 'accountMode'>,
): string | null {
  const { name, refusal } = accountMode ?? { name: '', refusal: null };
  return refusal === null
    ? null
    : `The account is in the mode "${name}" at ${exchangeName}. ${refusal}`;
}

/** The venue would refuse them, and count that against this address. */
function missingPassphrase(
  { name, credentialForm }: Exchange,
  { passphrase }: VenueCredentials,
): CredentialRejection | null {
  if (typeof credentialForm?.passphrase !== 'string' || passphrase !== null) return null;
  return faultyCredentials(
    `Field "credentials.passphrase": expected the passphrase that a key of ${name} has, found none.`,
  );
}

const NO_VENUE_PROCESS: CredentialRejection = {
  code: 'temporarily_unavailable',
  detail:
    'No process for exchanges has been started here yet, so nothing could be sealed or checked. ' +
    'The operator starts one with "tidemill serve" or "tidemill serve --venues".',
};

async function askVenue(
  { exchanges }: Pick<CheckDeps, 'exchanges'>,
  exchange: Exchange,
  account: VenueAccount,
  candidate: { readonly version: number; readonly sealed: string },
): Promise<Result<CredentialReport, CredentialRejection>> {
  try {
    return accepted(await exchange.checkCredentials(account, candidate));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'unauthorized') {
      const company = await findKeyCompany(exchanges, exchange, account, candidate);
      return rejected(company === null ? refusedBy(exchange, error) : keyOf(exchange, company));
    }
    if (error.code === 'region_blocked') return rejected(regionBlocked(exchange.name, error));
    throw error;
  }
}

function refusedBy({ name, credentialForm }: Exchange, { message }: Failure): CredentialRejection {
  const end = message.endsWith('.') ? '' : '.';
  return faultyCredentials(
    `Field "credentials": expected those of an account at ${name}, found some ` +
      `that it refuses: ${message}${end}${whatToCheck(credentialForm)}`,
  );
}

/** What the exchange's own words leave open: they seldom say which of these it is. */
function whatToCheck(form: Exchange['credentialForm']): string {
  if (form === null) return '';
  const { apiKey, secret, passphrase, rights } = form;
  const parts = [apiKey, secret, ...(passphrase === null ? [] : [passphrase])];
  const names = `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  return (
    ` Check that these were copied whole: ${names}; that the key still exists; that it works from ` +
    `the address of this installation; and that it has what it needs there: ${rights}.`
  );
}

function otherMode(exchangeName: string, refusal: string): CredentialRejection {
  return faultyCredentials(
    `Field "credentials": expected those of an account at ${exchangeName} that can be traded on, ` +
      `found one that cannot. ${refusal}`,
  );
}

function keyOf({ name }: Exchange, company: Exchange): CredentialRejection {
  return faultyCredentials(
    `Field "credentials": expected those of an account at ${name}, found some of an account at ` +
      `${company.name}. Connect it as one of the exchange "${company.code}".`,
  );
}

/** The venue serves nobody from here, whatever the key. */
export function regionBlocked(exchangeName: string, { message }: Failure): CredentialRejection {
  const detail = `${exchangeName} does not serve the region of this installation: ${message}`;
  return { code: 'forbidden', detail };
}

function mayWithdraw(exchangeName: string): CredentialRejection {
  return {
    code: 'forbidden',
    detail:
      `The key may withdraw money from ${exchangeName}, and nothing here ever needs that. ` +
      'Make a key without this right.',
  };
}

function hintOf({ apiKey }: VenueCredentials): string {
  return apiKey.length < HINTED_CHARACTERS_MIN ? '' : apiKey.slice(-HINT_CHARACTERS);
}

// Credentials of accounts in memory.

import {
  completeRecord,
  insistOnClaim,
  insistOnRecord,
} from '#adapters/memory/memory-idempotency-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { sortedValues, textOfBytes } from '#adapters/memory/memory-state.ts';
import { assert, present } from '#lib/assert.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type {
  CredentialStore,
  PreviousCredentials,
  StoredCredentials,
} from '#ports/stores/credential-store.ts';

/** Store over this state. */
export function memoryCredentialStore(state: MemoryState): CredentialStore {
  const { credentials, previousCredentials } = state;
  return {
    ...venueKeyCalls(state),
    ...connecting(state),
    ...noting(state),
    async findCredentials(accountId) {
      return credentials.get(accountId) ?? null;
    },
    async listCredentials(accountIds) {
      return accountIds.flatMap((accountId) => credentials.get(accountId) ?? []);
    },
    async findPreviousCredentials(accountId) {
      return previousCredentials.get(accountId) ?? null;
    },
    async listExpiring(beforeMs, limit) {
      return sealedIn(state)
        .filter(({ expiresAtMs }) => expiresAtMs !== null && expiresAtMs < beforeMs)
        .slice(0, limit);
    },
  };
}

type KeyCalls =
  | 'findVenueKey'
  | 'setVenueKey'
  | 'listSealingKeyIds'
  | 'listSealedOtherwise'
  | 'reseal';

function venueKeyCalls(state: MemoryState): Pick<CredentialStore, KeyCalls> {
  const { credentials, previousCredentials } = state;
  return {
    async findVenueKey() {
      return state.installation.venueKey;
    },
    async setVenueKey(publicKey, expected) {
      const { venueKey } = state.installation;
      const isExpected =
        venueKey === null || expected === null
          ? venueKey === expected
          : textOfBytes(venueKey) === textOfBytes(expected);
      if (isExpected) state.installation.venueKey = publicKey;
      return isExpected;
    },
    async listSealingKeyIds() {
      return [...new Set(sealedIn(state).map(({ keyId }) => keyId))].toSorted();
    },
    async listSealedOtherwise(keyId, limit) {
      return sealedIn(state)
        .filter((each) => each.keyId !== keyId)
        .slice(0, limit)
        .map(({ accountId, version, sealed: text }) => ({ accountId, version, sealed: text }));
    },
    async reseal(accountId, version, text, keyId) {
      const found = findSealed(state, accountId, version);
      if (found === null) return false;
      credentials.set(accountId, { ...found, sealed: text, keyId });
      previousCredentials.delete(accountId);
      return true;
    },
  };
}

function connecting(
  state: MemoryState,
): Pick<CredentialStore, 'connectAccount' | 'replaceCredentials'> {
  const { accounts, credentials, previousCredentials } = state;
  return {
    async connectAccount(account, given, completion, accountsMax = Infinity) {
      const exists = accounts.has(account.accountId);
      if (!exists) {
        const own = [...accounts.values()].filter(({ userId }) => userId === account.userId);
        if (own.length >= accountsMax) return 'too_many_accounts';
        if (given !== null && isVenueAccountTaken(state, given)) return 'venue_account_taken';
      }
      if (completion !== null) insistOnRecord(completeRecord(state, completion));
      if (exists) return 'exists';
      accounts.set(account.accountId, account);
      if (given !== null) credentials.set(account.accountId, given);
      return 'connected';
    },
    async replaceCredentials(next, account, options) {
      const { accountId, version } = next;
      const { retainedUntilMs, completion, claim = null, replacedVersion = version - 1 } = options;
      if (claim !== null) insistOnClaim(state, claim);
      if (isVenueAccountTaken(state, next)) return 'venue_account_taken';
      const before = credentials.get(accountId);
      if (before?.version !== replacedVersion) return 'changed';
      if (completion !== null) insistOnRecord(completeRecord(state, completion));
      keepPrevious(previousCredentials, before, retainedUntilMs);
      credentials.set(accountId, next);
      setAccount(state, accountId, { ...account, updatedAtMs: next.checkedAtMs });
      return 'replaced';
    },
  };
}

type Notes = 'noteCheck' | 'noteRefusal' | 'removeCredentials' | 'purgePreviousCredentials';

function noting(state: MemoryState): Pick<CredentialStore, Notes> {
  const { credentials, previousCredentials } = state;
  return {
    async noteCheck({ accountId, version, facts, account, atMs }) {
      const found = findSealed(state, accountId, version);
      if (found === null) return false;
      const { accountUid } = found;
      credentials.set(accountId, {
        ...found,
        ...facts,
        accountUid,
        checkedAtMs: atMs,
        refusal: null,
      });
      setAccount(state, accountId, { ...account, updatedAtMs: atMs });
      return true;
    },
    async noteRefusal(accountId, version, refusal, atMs) {
      const found = findSealed(state, accountId, version);
      if (found === null) return false;
      credentials.set(accountId, { ...found, refusal, checkedAtMs: atMs });
      setAccount(state, accountId, { status: 'invalid_credentials', updatedAtMs: atMs });
      if (found.refusal !== refusal) noteRefusedEvent(state, { ...found, refusal }, atMs);
      return true;
    },
    async removeCredentials(accountId, atMs) {
      const found = credentials.get(accountId);
      if (found === undefined || found.sealed === null) return false;
      credentials.set(accountId, { ...found, sealed: null, refusal: null });
      previousCredentials.delete(accountId);
      setAccount(state, accountId, { status: 'disabled', updatedAtMs: atMs });
      return true;
    },
    async purgePreviousCredentials(nowMs) {
      const over = [...previousCredentials].filter(
        ([, { retainedUntilMs }]) => retainedUntilMs <= nowMs,
      );
      for (const [accountId] of over) previousCredentials.delete(accountId);
      return over.length;
    },
  };
}

function setAccount({ accounts }: MemoryState, accountId: string, changes: Partial<Account>): void {
  const account = present(accounts.get(accountId), 'credentials belong to an account');
  accounts.set(accountId, { ...account, ...changes });
}

/** Null for another version, and for what was removed. */
function findSealed(
  { credentials }: MemoryState,
  accountId: string,
  version: number,
): StoredCredentials | null {
  const found = credentials.get(accountId);
  return found?.version === version && found.sealed !== null ? found : null;
}

function sealedIn({ credentials }: MemoryState): readonly StoredCredentials[] {
  return sortedValues(credentials).filter((each) => each.sealed !== null);
}

/** Whether another account is connected to the same one of the venue. */
export function isVenueAccountTaken(
  { credentials }: MemoryState,
  { accountId, exchange, marketType, accountUid }: StoredCredentials,
): boolean {
  return [...credentials.values()].some(
    (each) =>
      each.sealed !== null &&
      each.accountId !== accountId &&
      each.exchange === exchange &&
      each.marketType === marketType &&
      each.accountUid === accountUid,
  );
}

/** What was removed cannot be retained. */
function keepPrevious(
  retained: Map<string, PreviousCredentials>,
  { accountId, version, sealed, hint }: StoredCredentials,
  retainedUntilMs: number,
): void {
  assert(retainedUntilMs > 0, 'an instant');
  if (sealed === null) retained.delete(accountId);
  else retained.set(accountId, { version, sealed, hint, retainedUntilMs });
}

function noteRefusedEvent(
  { accounts, waitingEvents }: MemoryState,
  { accountId, refusal: reason }: Pick<StoredCredentials, 'accountId' | 'refusal'>,
  atMs: number,
): void {
  const account = accounts.get(accountId);
  if (account === undefined || reason === null) return;
  const { userId, exchange } = account;
  const data = { accountId, exchange, reason };
  const event = { type: 'account.invalid_credentials', objectId: accountId, atMs, data } as const;
  waitingEvents.push({ userId, event });
}

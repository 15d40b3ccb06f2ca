// Modes of accounts, where requests depend on them: read before the first request of an account,
// when its key is checked, after a refusal, and now and then, because owners change them.

import type { VenueAccount } from '#venue-port/exchange/exchange.ts';
import type { VenueDialect } from '#venues/dialect.ts';
import type { MonotonicTime } from '#venues/monotonic-time.ts';
import type { VenueRequests } from '#venues/venue-requests.ts';
import type { VenueCredentials } from '#venues/wire/venue-wire.ts';

type Owner = Pick<VenueAccount, 'accountId'>;

export type AccountModeMemory = {
  /** Undefined: requests do not depend on it. Throws Failure while it is not known. */
  of(this: void, account: Owner): Promise<string | undefined>;
  /** As the venue says it now, of these credentials. Throws Failure. */
  readAnew(this: void, account: Owner, credentials: VenueCredentials): Promise<string | undefined>;
  /** Of an account whose request was refused: it may be in another one. */
  forget(this: void, account: Owner): void;
};

/** A mode that is older is read again beside what is requested; until then it counts. */
const FRESH_MS = 300_000;

type Finding = { readonly apiKey: string; readonly mode: string; readonly readAtMs: number };

/**
 * Memory of modes, which reads a mode at its first use; callers at once share the request. A
 * dialect without modes has none.
 */
export function makeAccountModes(
  { account: { mode: query } }: Pick<VenueDialect, 'account'>,
  requests: Pick<VenueRequests, 'readJointly'>,
  credentialsOf: (accountId: string) => Promise<VenueCredentials>,
  { nowMs }: Pick<MonotonicTime, 'nowMs'>,
): AccountModeMemory {
  if (query === undefined) {
    const none = async (): Promise<undefined> => undefined;
    return { of: none, readAnew: none, forget: () => undefined };
  }
  const { call, read: readReply } = query;
  const known = new Map<string, Finding>();
  const reading = new Map<string, Promise<string>>();

  async function read({ accountId }: Owner, credentials: VenueCredentials): Promise<string> {
    const mode = await requests.readJointly({ accountId }, credentials, {
      calls: [call],
      read: ([outcome]) =>
        outcome === undefined
          ? { kind: 'unknown', detail: 'The mode was not read.' }
          : readReply(outcome),
    });
    known.set(accountId, { apiKey: credentials.apiKey, mode, readAtMs: nowMs() });
    return mode;
  }

  /** One request at a time for those who wait for it. */
  async function readOnce(account: Owner, credentials: VenueCredentials): Promise<string> {
    const key = `${account.accountId} ${credentials.apiKey}`;
    const begun = reading.get(key) ?? read(account, credentials).finally(() => reading.delete(key));
    reading.set(key, begun);
    return begun;
  }

  return {
    async of(account) {
      const credentials = await credentialsOf(account.accountId);
      const found = known.get(account.accountId);
      if (found?.apiKey !== credentials.apiKey) return readOnce(account, credentials);
      if (nowMs() - found.readAtMs >= FRESH_MS)
        readOnce(account, credentials).catch(() => undefined);
      return found.mode;
    },
    readAnew: read,
    forget: ({ accountId }) => void known.delete(accountId),
  };
}

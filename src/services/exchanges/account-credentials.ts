// The credentials that a call is signed with: those stored for the account, opened, and held open
// until something changes; or a candidate that is only being checked.

import { Failure } from '#venue-port/world/failure.ts';
import type {
  CredentialOpener,
  SealedCredentials,
  VenueCredentials,
} from '#venue-port/exchange/venue-credentials.ts';
import type { CredentialStore } from '#ports/stores/credential-store.ts';

export type AccountCredentials = {
  /** Throws Failure: `unauthorized` when there are none, or when the venue has refused them. */
  find(accountId: string): Promise<VenueCredentials>;
  /** The same, also of credentials that the venue has refused; or the candidate's. */
  findToCheck(accountId: string, candidate?: SealedCredentials): Promise<VenueCredentials>;
  /** Of what `find` returned; null: not from here. */
  versionOf(credentials: VenueCredentials): number | null;
  /** Whose they are, of what `find` or `findToCheck` returned; null: not from here. */
  accountOf(this: void, credentials: VenueCredentials): string | null;
  /** Called when stored credentials may have changed: nothing that is held open is used again. */
  forget(this: void): void;
};

const RETAINED_MAX = 10_000;

/**
 * Opener that holds opened credentials until they change. Throws `Failure` where they cannot be
 * opened on this machine.
 */
export function accountCredentials(
  store: Pick<CredentialStore, 'findCredentials'>,
  opener: CredentialOpener,
): AccountCredentials {
  const retained = new Map<string, VenueCredentials>();
  const origins = new WeakMap<VenueCredentials, { accountId: string; version: number }>();
  let forgottenCount = 0;

  function open(accountId: string, { sealed, version }: SealedCredentials): VenueCredentials {
    const opened = opener.open(sealed, { accountId, version });
    if (opened !== null) {
      origins.set(opened, { accountId, version });
      return opened;
    }
    throw new Failure('corrupt_reply', `The credentials of "${accountId}" cannot be opened here.`);
  }

  async function read(accountId: string, isCheck: boolean): Promise<VenueCredentials> {
    const stored = await store.findCredentials(accountId);
    const sealed = stored?.sealed ?? null;
    if (stored === null || sealed === null)
      throw new Failure('unauthorized', `The account "${accountId}" has no credentials.`);
    // A venue that is queried again and again with a key that it refuses locks the address out.
    if (stored.refusal !== null && !isCheck) throw new Failure('unauthorized', stored.refusal);
    return open(accountId, { sealed, version: stored.version });
  }

  return {
    async find(accountId) {
      const found = retained.get(accountId);
      if (found !== undefined) return found;
      const before = forgottenCount;
      const opened = await read(accountId, false);
      // What was read before a change was heard may be older than the change.
      if (forgottenCount === before && retained.size < RETAINED_MAX)
        retained.set(accountId, opened);
      return opened;
    },
    findToCheck: async (accountId, candidate) =>
      candidate === undefined ? read(accountId, true) : open(accountId, candidate),
    versionOf: (credentials) => origins.get(credentials)?.version ?? null,
    accountOf: (credentials) => origins.get(credentials)?.accountId ?? null,
    forget() {
      forgottenCount += 1;
      retained.clear();
    },
  };
}

// Seals stored credentials to the key that is in use now. The venue process does it when it starts,
// so that a former private key can be thrown away.

import type { CredentialStore } from '#ports/stores/credential-store.ts';
import type { CredentialOpener, CredentialSealer } from '#venue-port/exchange/venue-credentials.ts';

type Deps = {
  readonly credentials: Pick<CredentialStore, 'listSealedOtherwise' | 'reseal'>;
  readonly opener: CredentialOpener;
  /** To the key that the opener has first. */
  readonly sealer: CredentialSealer;
};

const PER_PAGE = 500;

/** Returns how many were sealed anew, and how many cannot be opened. Throws Failure. */
export async function resealCredentials({
  credentials,
  opener,
  sealer,
}: Deps): Promise<{ readonly resealed: number; readonly unreadable: number }> {
  const unreadable = new Set<string>();
  let resealed = 0;
  for (;;) {
    // What cannot be opened stays listed.
    const page = await credentials.listSealedOtherwise(sealer.keyId, PER_PAGE + unreadable.size);
    const fresh = page.filter(({ accountId }) => !unreadable.has(accountId));
    if (fresh.length === 0) return { resealed, unreadable: unreadable.size };
    for (const { accountId, version, sealed } of fresh) {
      const context = { accountId, version };
      const opened = sealed === null ? null : opener.open(sealed, context);
      if (opened === null) unreadable.add(accountId);
      else {
        const anew = sealer.seal(opened, context);
        if (await credentials.reseal(accountId, version, anew, sealer.keyId)) resealed += 1;
      }
    }
  }
}

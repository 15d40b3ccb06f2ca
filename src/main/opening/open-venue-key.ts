// Opens the key with which a venue process opens credentials. The first one of an installation
// makes the key pair and publishes its public half, by which all other processes seal.

import {
  credentialOpener,
  credentialSealer,
  newVenueKey,
  publicVenueKey,
  venueKeyId,
} from '#adapters/system/credential-box.ts';
import { CommandFailed } from '#cli/command-error.ts';
import { present } from '#lib/assert.ts';
import type { Environment } from '#main/settings/config.ts';
import { readVenueKeys, VENUE_KEY_VARIABLE, writeVenueKeys } from '#main/settings/venue-key.ts';
import type { CredentialOpener } from '#venue-port/exchange/venue-credentials.ts';
import type { CredentialStore } from '#ports/stores/credential-store.ts';
import type { Log } from '#venue-port/world/log.ts';
import { resealCredentials } from '#services/credentials/reseal-credentials.ts';

type Options = {
  readonly environment: Environment;
  /** Prepared. */
  readonly dataDir: string;
  readonly log: Log;
};

const ADVICE =
  `Set ${VENUE_KEY_VARIABLE} to the key of this installation, or copy its file venue.key here. ` +
  'See docs/operations.md, "The venue key".';

/**
 * Opens what is sealed to any key of this process, and has everything sealed to the first one.
 * Throws Failure, and CommandFailed when stored credentials need a key that is not here.
 */
export async function openVenueKey(
  credentials: CredentialStore,
  options: Options,
): Promise<CredentialOpener> {
  const keys = await ownKeys(credentials, options);
  const opener = credentialOpener(keys);
  const missing = (await credentials.listSealingKeyIds()).filter(
    (keyId) => !opener.keyIds.includes(keyId),
  );
  if (missing.length > 0)
    throw new CommandFailed(
      `Stored credentials are sealed to venue keys that are not here: ${missing.join(', ')}.`,
      ADVICE,
    );
  const publicKey = publicVenueKey(present(keys[0], 'there is a key'));
  const published = await credentials.findVenueKey();
  if (published === null || venueKeyId(published) !== opener.keyId)
    await publish(credentials, publicKey, published, opener);
  const sealer = credentialSealer(publicKey);
  const { resealed, unreadable } = await resealCredentials({ credentials, opener, sealer });
  if (resealed > 0) options.log.info('credentials.resealed', { count: resealed });
  if (unreadable > 0) options.log.error('credentials.unreadable', { count: unreadable });
  return opener;
}

async function ownKeys(
  credentials: CredentialStore,
  { environment, dataDir }: Options,
): Promise<readonly Uint8Array[]> {
  const found = readVenueKeys(environment, dataDir);
  if (found !== null) return found;
  const published = await credentials.findVenueKey();
  if (published !== null)
    throw new CommandFailed(
      `The installation has the venue key ${venueKeyId(published)}, and this process has none.`,
      ADVICE,
    );
  writeVenueKeys(dataDir, [newVenueKey()]);
  return present(readVenueKeys(environment, dataDir), 'the key was written');
}

/** Never over one that this process cannot open for, or has not seen. */
async function publish(
  credentials: CredentialStore,
  publicKey: Uint8Array,
  published: Uint8Array | null,
  { keyIds }: CredentialOpener,
): Promise<void> {
  const isOurs = published === null || keyIds.includes(venueKeyId(published));
  if (isOurs && (await credentials.setVenueKey(publicKey, published))) return;
  throw new CommandFailed('The installation has another venue key than this process.', ADVICE);
}

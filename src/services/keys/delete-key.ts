// Deletes a key for good, at once and in every process.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { KeyStore } from '#ports/stores/key-store.ts';

export async function deleteKey(
  deps: { readonly keys: Pick<KeyStore, 'deleteKey'> },
  command: { readonly keyId: string },
): Promise<Result<null, 'key_not_found'>> {
  return (await deps.keys.deleteKey(command.keyId)) ? accepted(null) : rejected('key_not_found');
}

// A key by its id, whoever has it.

import type { ApiKey, KeyStore } from '#ports/stores/key-store.ts';

/** Null when there is none. */
export async function findKey(
  { keys }: { readonly keys: Pick<KeyStore, 'listKeys'> },
  keyId: string,
): Promise<ApiKey | null> {
  return (await keys.listKeys(null)).find((key) => key.keyId === keyId) ?? null;
}

// Switches a key off or on again, at once and in every process. A disabled key responds like an
// unknown one.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { KeyStore } from '#ports/stores/key-store.ts';

export async function setKeyEnabled(
  deps: { readonly keys: Pick<KeyStore, 'setKeyEnabled'> },
  command: { readonly keyId: string; readonly isEnabled: boolean },
): Promise<Result<null, 'key_not_found'>> {
  const isKnown = await deps.keys.setKeyEnabled(command.keyId, command.isEnabled);
  return isKnown ? accepted(null) : rejected('key_not_found');
}

// Secrets of a process that has no master key, because it runs scripts: it seals and opens nothing.

import type { Secrets } from '#ports/world/secrets.ts';

/** Whoever asks for a secret there has made a mistake. */
export const NO_SECRETS: Secrets = {
  fingerprint: '',
  seal: refuse,
  open: refuse,
  deriveKey: refuse,
};

function refuse(): never {
  throw new Error('a process that runs scripts has no master key');
}

// Texts of venues on their way to people and logs: an error may repeat the request, with the key,
// the signature or the address in it.

import type { VenueCredentials } from '#venues/wire/venue-wire.ts';

const ADDRESSES = /\b(?:https?|wss?):\/\/[^\s"'<>]+/gi;
const SIGNATURES =
  /\b(signature|sign|x-bapi-sign|listenKey|token)(["']?\s*[=:]\s*["']?)[\w+/=%.-]+/gi;
/** A shorter part of a text is no key but a word that happens to be in both. */
const KEY_CHARACTERS_MIN = 4;

/** The text without addresses, signatures and what these credentials consist of. */
export function hideSecrets(text: string, credentials: VenueCredentials | null): string {
  let hidden = text.replaceAll(ADDRESSES, '(address)').replaceAll(SIGNATURES, '$1$2(hidden)');
  for (const secret of Object.values(credentials ?? {}))
    if (secret !== null && secret.length >= KEY_CHARACTERS_MIN)
      for (const spelling of spellingsOf(secret)) hidden = hidden.replaceAll(spelling, '(hidden)');
  return hidden;
}

/** As it is, in an address or a form, and within JSON. */
function spellingsOf(secret: string): readonly string[] {
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
}

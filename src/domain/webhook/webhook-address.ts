// Addresses that webhooks may have, and networks that may be reached. A webhook makes this service
// send requests wherever a user likes: what only this machine or its network can reach is refused,
// unless the operator allows it.

import type { AddressRange } from '#domain/access/address-range.ts';
import { isAddressIn, parseAddressRange } from '#domain/access/address-range.ts';
import { assert } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';

export const URL_CHARACTERS_MAX = 2_000;

/** Not reachable by anybody, or not meant for it (RFC 6890 and its successors). */
const CLOSED_V4 = ranges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
);
/** The only part of IPv6 that is in use for all; in it, what stands for something else. */
const OPEN_V6 = ranges('2000::/3');
const CLOSED_V6 = ranges('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20');
const ANY_V4 = ranges('0.0.0.0/0');

/** Whether a webhook may be sent there. What is no IP address is not. */
export function isReachable(address: string, allowed: readonly AddressRange[]): boolean {
  if (isAddressIn(allowed, address)) return true;
  if (isAddressIn(ANY_V4, address)) return !isAddressIn(CLOSED_V4, address);
  return isAddressIn(OPEN_V6, address) && !isAddressIn(CLOSED_V6, address);
}

/** The address as it is used, or what is wrong with it, in words that follow "expected". */
export function parseWebhookUrl(
  text: string,
  allowed: readonly AddressRange[],
): Result<string, string> {
  if (text.length > URL_CHARACTERS_MAX || !URL.canParse(text))
    return rejected(
      `an address such as "https://example.com/hook" (${URL_CHARACTERS_MAX} characters at most)`,
    );
  const url = new URL(text);
  const { protocol, username, password } = url;
  if (protocol !== 'https:' && !(protocol === 'http:' && allowed.length > 0))
    return rejected('an address that begins with "https://"');
  if (username !== '' || password !== '') return rejected('an address without a user or password');
  const literal = literalAddress(url.hostname);
  if (literal !== null && !isReachable(literal, allowed))
    return rejected('an address in a public network');
  url.hash = '';
  return accepted(url.href);
}

/** The IP address that a host is, without brackets; null: it is a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return parseAddressRange(bare).ok && !bare.includes('/') ? bare : null;
}

function ranges(...texts: readonly string[]): readonly AddressRange[] {
  return texts.map((text) => {
    const range = parseAddressRange(text);
    assert(range.ok, `"${text}" is a range`);
    return range.value;
  });
}

// The address that a request comes from, where proxies stand before the service. Each proxy adds
// the address that it was asked from at the end of `X-Forwarded-For`; only what a trusted one added
// is believed, because everything before it could be written by whoever asks.

import type { AddressRange } from '#domain/access/address-range.ts';
import { isAddressIn } from '#domain/access/address-range.ts';

/**
 * `connected` is the connection's own address, `forwardedFor` the header as it was sent. Returns
 * the last address that no trusted proxy has, or the first of all; undefined where none is known.
 */
export function clientAddress(
  trusted: readonly AddressRange[],
  connected: string | undefined,
  forwardedFor: string | undefined,
): string | undefined {
  if (trusted.length === 0 || forwardedFor === undefined) return connected;
  const hops = forwardedFor.split(',').map((hop) => hop.trim());
  let address = connected;
  while (hops.length > 0 && isAddressIn(trusted, address)) address = hops.pop();
  return address;
}

// Resolves and judges a host name that a user chose: it is resolved once, each of its addresses is
// judged, and callers connect to the address that was judged. A name that resolves to something
// else a moment later reaches nothing.

import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import type { AddressRange } from '#domain/access/address-range.ts';
import { isAddressIn } from '#domain/access/address-range.ts';
import { isReachable, literalAddress } from '#domain/webhook/webhook-address.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';

export type ReachOptions = {
  /** Networks that may be reached although they are not public. */
  readonly allowed: readonly AddressRange[];
  /** Of a name; by the name servers of this machine where it is left out. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
};

export type JudgedAddress = {
  readonly address: string;
  /** The operator allows its network, also without encryption. */
  readonly isAllowed: boolean;
};

/** The rejection says in words why nothing is reached. Throws as `resolve` and the deadline do. */
export async function judgedAddress(
  hostname: string,
  { allowed, resolve = resolveName }: ReachOptions,
  deadline: AbortSignal,
): Promise<Result<JudgedAddress, string>> {
  const found = await withinDeadline(addressesOf(hostname, resolve), deadline);
  const address = found.find((each) => isReachable(each, allowed));
  if (address !== undefined) return accepted({ address, isAllowed: isAddressIn(allowed, address) });
  if (found.length === 0) return rejected(`The name "${hostname}" has no address.`);
  return rejected(`"${hostname}" is in a network that this service does not reach.`);
}

async function addressesOf(
  hostname: string,
  resolve: NonNullable<ReachOptions['resolve']>,
): Promise<readonly string[]> {
  const literal = literalAddress(hostname);
  if (literal !== null) return [literal];
  // No name server has to know it, and the operator may have allowed it.
  return hostname === 'localhost' ? ['127.0.0.1', '::1'] : resolve(hostname);
}

/** By c-ares, whose waiting takes no thread from the rest of the process. */
async function resolveName(hostname: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: LIMITS.webhookNameMsMax, tries: 2 });
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  return [v4, v6].flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}

/**
 * Result of the work; throws "too late" when the deadline comes first. The work itself is not
 * ended.
 */
export async function withinDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  const late = Promise.withResolvers<never>();
  const fail = (): void => late.reject(new Error('too late'));
  deadline.addEventListener('abort', fail, { once: true });
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    deadline.removeEventListener('abort', fail);
  }
}

type LookUpDone = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** The look-up of a connection that leads to this address whatever the name is. */
export function lookUpOne(address: string, isAll: boolean, done: LookUpDone): void {
  const family = isIPv6(address) ? 6 : 4;
  if (isIP(address) === 0) return done(new Error('no address'), '');
  if (isAll) return done(null, [{ address, family }]);
  done(null, address, family);
}

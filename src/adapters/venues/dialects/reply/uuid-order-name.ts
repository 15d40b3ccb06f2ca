// Names of our orders at venues that take a UUID: the same 128 bits in hexadecimal digits.

import { assert } from '#lib/assert.ts';
import { bytesOfIdentifier, identifierFromBytes, isIdentifier } from '#lib/identifier.ts';

const PREFIX = 'ord';
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Our name in a request. */
export function uuidOrderName(clientOrderId: string): string {
  const id = `${PREFIX}_${clientOrderId.slice(PREFIX.length)}`;
  const isOurs = clientOrderId.startsWith(PREFIX) && isIdentifier(PREFIX, id);
  assert(isOurs, 'a client order id is an identifier of 16 bytes');
  const digits = Buffer.from(bytesOfIdentifier(id)).toString('hex');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');
}

/**
 * Null of an order without such a name. Other programs name orders by UUIDs as well: one of theirs
 * is a name that no order of ours has.
 */
export function ownUuidName(venueName: string): string | null {
  const name = venueName.toLowerCase();
  if (!UUID.test(name)) return null;
  const bytes = Buffer.from(name.replaceAll('-', ''), 'hex');
  return identifierFromBytes(PREFIX, bytes).replace('_', '');
}

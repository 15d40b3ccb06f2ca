// Names of our orders at venues that take a UUID, or 32 hexadecimal digits: the same 128 bits.

import { assert } from '#lib/assert.ts';
import { bytesOfIdentifier, identifierFromBytes, isIdentifier } from '#lib/identifier.ts';

const PREFIX = 'ord';
const HEX = /^0x[0-9a-f]{32}$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Our name in a request. */
export function uuidOrderName(clientOrderId: string): string {
  const digits = digitsOf(clientOrderId);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');
}

/** The same where it is a number: `0x` and 32 digits. */
export function hexOrderName(clientOrderId: string): string {
  return `0x${digitsOf(clientOrderId)}`;
}

/** Whether an order of this name of ours can be queried by it; one without a name cannot. */
export function isBitsName(clientOrderId: string): boolean {
  return clientOrderId.startsWith(PREFIX) && isIdentifier(PREFIX, identifierOf(clientOrderId));
}

function digitsOf(clientOrderId: string): string {
  assert(isBitsName(clientOrderId), 'a client order id is an identifier of 16 bytes');
  return Buffer.from(bytesOfIdentifier(identifierOf(clientOrderId))).toString('hex');
}

function identifierOf(clientOrderId: string): string {
  return `${PREFIX}_${clientOrderId.slice(PREFIX.length)}`;
}

/**
 * Null of an order without such a name. Other programs name orders by UUIDs as well: one of theirs
 * is a name that no order of ours has.
 */
export function ownUuidName(venueName: string): string | null {
  const name = venueName.toLowerCase();
  if (!UUID.test(name)) return null;
  return nameOfDigits(name.replaceAll('-', ''));
}

/** The same of one that is a number. */
export function ownHexName(venueName: string): string | null {
  const name = venueName.toLowerCase();
  return HEX.test(name) ? nameOfDigits(name.slice(2)) : null;
}

function nameOfDigits(digits: string): string {
  return identifierFromBytes(PREFIX, Buffer.from(digits, 'hex')).replace('_', '');
}

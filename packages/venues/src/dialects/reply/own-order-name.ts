// Names of our orders at venues that take at least 29 letters and digits: there they are spelled as
// they are.

import { assert } from '#lib/assert.ts';
import { isIdentifier } from '#lib/identifier.ts';

const PREFIX = 'ord';
const PLAIN_NAME = /^[A-Za-z0-9_-]{1,36}$/;

/** Our name in a request. */
export function plainOrderName(clientOrderId: string): string {
  assert(PLAIN_NAME.test(clientOrderId), 'a client order id has letters, digits, "-" and "_"');
  return clientOrderId;
}

/** Null of an order that was not placed by this service. */
export function ownOrderName(venueName: string): string | null {
  const isOurs =
    venueName.startsWith(PREFIX) &&
    isIdentifier(PREFIX, `${PREFIX}_${venueName.slice(PREFIX.length)}`);
  return isOurs ? venueName : null;
}

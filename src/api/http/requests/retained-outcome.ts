// The form in which an Idempotency-Key stores an outcome: JSON, or sealed JSON where the response
// holds a secret. The first byte tells the two apart, so that what is retained stays readable when
// an operation changes its mind.

import type { RequestPorts } from '#services/access/request-ports.ts';
import type { RenderedResponse } from '#api/http/responses/rendered.ts';
import { decodeRendered, encodeRendered } from '#api/http/responses/rendered.ts';

type Secrets = RequestPorts['secrets'];

/** No JSON document begins with it. */
const SEALED = 1;

/** Bound to its record: moved to another one, it cannot be opened. */
export function sealedOutcome(
  secrets: Secrets,
  recordId: string,
  rendered: RenderedResponse,
): Uint8Array {
  const sealed = secrets.seal(encodeRendered(rendered), recordId);
  const retained = new Uint8Array(1 + sealed.length);
  retained[0] = SEALED;
  retained.set(sealed, 1);
  return retained;
}

/** Throws when a sealed outcome was altered, moved, or sealed under a key that is gone. */
export function readOutcome(
  secrets: Secrets,
  recordId: string,
  retained: Uint8Array,
): RenderedResponse {
  if (retained[0] !== SEALED) return decodeRendered(retained);
  const opened = secrets.open(retained.subarray(1), recordId);
  // No assertion: damage in the store must not end the process at each retry.
  if (opened === null) throw new Error(`the retained outcome of "${recordId}" cannot be opened`);
  return decodeRendered(opened);
}

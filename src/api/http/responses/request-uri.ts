// A request as a URI, by its id.

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The request as a URI, for `instance` of a problem document. */
export function requestUri(requestId: string): string {
  return UUID.test(requestId) ? `urn:uuid:${requestId}` : `urn:x-request-id:${requestId}`;
}

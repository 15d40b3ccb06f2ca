// Responds to what Node's HTTP parser refuses before there is a request: written to the bare
// socket.

import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';
import { renderRefusal } from '#api/http/responses/rendered.ts';

const REFUSALS: { readonly [errorCode: string]: Refusal } = {
  HPE_HEADER_OVERFLOW: refuse('headers_too_large', 'The request line and headers are too long.'),
  ERR_HTTP_REQUEST_TIMEOUT: refuse('request_timeout', 'The request did not arrive in time.'),
};
const MALFORMED = refuse('invalid_request', 'The request is not valid HTTP.');

/** Writes a problem document and ends the connection. */
export function respondToClientError(
  docsUrl: string,
  requestId: string,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = REFUSALS[error.code ?? ''] ?? MALFORMED;
  const { status, contentType, body } = renderRefusal(docsUrl, refusal, requestId);
  const text = body ?? '';
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Date: ${new Date().toUTCString()}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.end(text);
}

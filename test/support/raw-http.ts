// HTTP over a bare socket, for requests that no client library would send, and for what happens to
// the connection.

import { connect } from 'node:net';

export type RawResponse = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/**
 * Sends the text and reads until the server ends the connection; returns the responses in order.
 */
export async function exchangeRaw(address: string, text: string | Buffer): Promise<RawResponse[]> {
  const { hostname, port } = new URL(address);
  const chunks: Buffer[] = [];
  const socket = connect(Number(port), hostname);
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on('close', () => resolve());
  socket.on('error', (error: NodeJS.ErrnoException) => {
    // The server may close while the rest of a refused body is still being sent.
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve();
    else reject(error);
  });
  socket.write(text);
  await promise;
  return parseResponses(Buffer.concat(chunks).toString('utf8'));
}

/** One request as text; the connection ends after it. */
export function rawRequest(
  line: string,
  headers: readonly string[],
  body = '',
  connection = 'close',
): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const lines = [line, 'Host: tidemill.test', `Connection: ${connection}`, ...headers, ...length];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

function parseResponses(text: string): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = text;
  while (rest.startsWith('HTTP/1.1 ')) {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers.get('content-length') ?? 0);
    const body = Buffer.from(rest.slice(end + 4))
      .subarray(0, length)
      .toString('utf8');
    responses.push({ status: Number(statusLine.split(' ')[1]), headers, body });
    rest = rest.slice(end + 4 + body.length);
  }
  return responses;
}

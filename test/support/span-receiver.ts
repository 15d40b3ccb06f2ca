// A collector of traces on the loopback: takes what an exporter sends by OTLP over HTTP as
// protobuf, and retains the spans. Reads the wire format itself, so that it does not believe
// what it is to judge.

import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty: it began the trace. */
  readonly parentId: string;
  readonly name: string;
  readonly kind: number;
  readonly fields: { readonly [name: string]: string };
  /** Of the process that sent it. */
  readonly resource: { readonly [name: string]: string };
  readonly hasFailed: boolean;
};

export type SpanReceiver = {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** All that arrived, as it arrived. */
  readonly bodies: readonly Buffer[];
  readonly headers: readonly { readonly [name: string]: string | string[] | undefined }[];
  close(): Promise<void>;
};

export async function receiveSpans(): Promise<SpanReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: Buffer[] = [];
  const headers: SpanReceiver['headers'][number][] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const sent = Buffer.concat(chunks);
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      bodies.push(body);
      headers.push(request.headers);
      if (request.url === '/v1/traces') spans.push(...spansOf(body));
      response.writeHead(request.url === '/v1/traces' ? 200 : 404).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    headers,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

type Message = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

/** https://protobuf.dev/programming-guides/encoding/ */
function read(bytes: Buffer): Message {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const value = valueOf(tag & 7);
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;

  function valueOf(wireType: number): Buffer | bigint {
    if (wireType === 0) return varint();
    const length = wireType === 2 ? Number(varint()) : wireType === 1 ? 8 : 4;
    at += length;
    return bytes.subarray(at - length, at);
  }
}

function parts(message: Message, field: number): readonly Buffer[] {
  return (message.get(field) ?? []).filter((value) => typeof value !== 'bigint');
}

function part(message: Message, field: number): Buffer {
  return parts(message, field)[0] ?? Buffer.alloc(0);
}

function number(message: Message, field: number): number {
  const [value = 0n] = message.get(field) ?? [];
  return typeof value === 'bigint' ? Number(value) : 0;
}

function spansOf(body: Buffer): readonly ReceivedSpan[] {
  return parts(read(body), 1).flatMap((bytes) => {
    const ofResource = read(bytes);
    const resource = pairsOf(read(part(ofResource, 1)), 1);
    return parts(ofResource, 2).flatMap((scope) =>
      parts(read(scope), 2).map((span) => spanOf(read(span), resource)),
    );
  });
}

function spanOf(span: Message, resource: ReceivedSpan['resource']): ReceivedSpan {
  return {
    traceId: part(span, 1).toString('hex'),
    spanId: part(span, 2).toString('hex'),
    parentId: part(span, 4).toString('hex'),
    name: part(span, 5).toString(),
    kind: number(span, 6),
    fields: pairsOf(span, 9),
    resource,
    hasFailed: number(read(part(span, 15)), 3) === 2,
  };
}

function pairsOf(message: Message, field: number): { readonly [name: string]: string } {
  return Object.fromEntries(
    parts(message, field).map((bytes) => {
      const pair = read(bytes);
      const value = read(part(pair, 2));
      const [text] = parts(value, 1);
      return [part(pair, 1).toString(), text?.toString() ?? String(number(value, 3))];
    }),
  );
}

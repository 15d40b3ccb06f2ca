// The server of the loopback venue: HTTP requests go through faults to a skin, upgrades to its
// streams, and what is under /_control to the control endpoint. It listens on 127.0.0.1 alone.

import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { runControl } from '#loopback/control/control-endpoint.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import type { Delivery } from '#loopback/faults/deliver-call.ts';
import { deliverCall } from '#loopback/faults/deliver-call.ts';
import type { Operation, VenueReply, VenueRequest } from '#loopback/skins/skin.ts';
import type { Respeller } from '#loopback/values/respell.ts';
import { htmlReply, jsonReply } from '#loopback/skins/skin.ts';
import { openStreams } from '#loopback/server/venue-streams.ts';
import type { RequestRecord, VenueState } from '#loopback/server/venue-state.ts';
import { REQUESTS_MAX, createVenueState, skinFor } from '#loopback/server/venue-state.ts';

const BODY_MAX = 1_000_000;

export type VenueServer = {
  /** `http://127.0.0.1:PORT`: what TIDEMILL_VENUE_LOOPBACK is set to. */
  readonly address: string;
  readonly state: VenueState;
  /** What POST /_control/VERB does, without a connection. */
  control(verb: string, content: Readonly<Record<string, unknown>>): unknown;
  close(): Promise<void>;
};

const KEEP_ALIVE_MS = 600_000;

/** Starts a server on 127.0.0.1, on a free port unless one is named. */
export async function startVenueServer(port = 0): Promise<VenueServer> {
  const streams = openStreams();
  const state = createVenueState((venue) => streams.drop(venue));
  const server = createServer((request, response) => {
    void serve(state, request, response).catch((error: unknown) => {
      process.stderr.write(`loopback venue: ${error instanceof Error ? error.stack : ''}\n`);
      response.destroy();
    });
  });
  // A client that the machine held up for seconds would otherwise write into a closed connection.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('upgrade', (request, socket, head) =>
    streams.accept(state, request, socket as Socket, head),
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: actual } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${actual}`,
    state,
    control: (verb, content) => runControl(state, verb, content),
    close: () => close(server, state, () => streams.close()),
  };
}

async function close(server: Server, state: VenueState, closeStreams: () => void): Promise<void> {
  for (const timer of state.activities.values()) clearInterval(timer);
  state.clock.close();
  closeStreams();
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

async function serve(
  state: VenueState,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = await readRequest(incoming);
  if (request.path.startsWith('/_control/')) {
    writeWhole(response, controlReply(state, request));
    return;
  }
  const host = request.headers['x-venue-host'] ?? request.headers['host'] ?? '';
  const venue = skinFor(state, host, request.path, request.headers['x-mbx-apikey']);
  if (venue === null) {
    writeWhole(response, htmlReply(404, '404 Not Found'));
    return;
  }
  const { record, delivery } = await respond(state, venue, request);
  record.outcome =
    'reply' in delivery ? `${delivery.kind} ${delivery.reply.status}` : delivery.kind;
  write(response, delivery);
}

async function respond(
  state: VenueState,
  venue: VenueCode,
  request: VenueRequest,
): Promise<{ readonly record: RequestRecord; readonly delivery: Delivery }> {
  const skin = state.skins[venue];
  const call = skin.readCall(request);
  const isDown = state.maintenance.has(venue);
  const fault = call === null || isDown ? null : state.faults.pick(venue, call.operation);
  const record: RequestRecord = {
    atMs: state.clock.nowMs(),
    venue,
    method: request.method,
    path: request.path,
    operation: call?.operation ?? 'none',
    fault: fault?.kind ?? null,
    outcome: 'under way',
  };
  state.requests.push(record);
  if (state.requests.length > REQUESTS_MAX) state.requests.shift();
  if (isDown) return { record, delivery: { kind: 'whole', reply: skin.trouble('maintenance') } };
  if (call === null) return { record, delivery: { kind: 'whole', reply: skin.notFound() } };
  const delivery = await deliverCall(skin, call, fault, state.clock);
  return { record, delivery: respelled(state.values[venue], call.operation, delivery) };
}

function respelled(values: Respeller, operation: Operation, delivery: Delivery): Delivery {
  if (!('reply' in delivery)) return delivery;
  const { reply } = delivery;
  return { ...delivery, reply: { ...reply, body: values.respell(reply.body, operation) } };
}

async function readRequest(incoming: IncomingMessage): Promise<VenueRequest> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  const [path = '', ...query] = (incoming.url ?? '').split('?');
  const headers = Object.entries(incoming.headers).map(([name, value]) => [
    name,
    String(value ?? ''),
  ]);
  return {
    method: incoming.method ?? 'GET',
    path,
    query: query.join('?'),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: Buffer.concat(chunks).toString('utf8'),
    address: incoming.socket.remoteAddress ?? '',
  };
}

function controlReply(state: VenueState, request: VenueRequest): VenueReply {
  const verb = request.path.slice('/_control/'.length);
  const inQuery = Object.fromEntries(new URLSearchParams(request.query));
  try {
    const inBody = JSON.parse(request.body === '' ? '{}' : request.body) as Record<string, unknown>;
    return jsonReply(200, runControl(state, verb, { ...inQuery, ...inBody }) ?? {});
  } catch (error) {
    return jsonReply(400, { error: error instanceof Error ? error.message : 'unknown' });
  }
}

function write(response: ServerResponse, delivery: Delivery): void {
  switch (delivery.kind) {
    case 'whole':
      writeWhole(response, delivery.reply);
      return;
    case 'truncated': {
      const { reply } = delivery;
      writeWhole(response, { ...reply, body: reply.body.slice(0, reply.body.length / 2) });
      return;
    }
    case 'broken': {
      const { status, headers, body } = delivery.reply;
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
      return;
    }
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'hang':
  }
}

function writeWhole(response: ServerResponse, { status, headers, body }: VenueReply): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.end(bytes);
}

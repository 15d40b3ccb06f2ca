// A proxy between the wire and the loopback venue that changes replies by nasty behaviours, drawn
// by seed, each with a draw of its own. Frames of streams are changed by the same.

import http from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Chance } from '#loopback/seeded-chance.ts';
import { createChance } from '#loopback/seeded-chance.ts';
import type {
  CampaignRequest,
  NastyBehaviour,
  NastyName,
  Reply,
  SentFrame,
} from './nasty-behaviours.ts';
import { NASTY_BEHAVIOURS } from './nasty-behaviours.ts';

export type NastyWire = {
  readonly address: string;
  /** How often each behaviour changed a reply. */
  readonly met: ReadonlyMap<NastyName, number>;
  /**
   * Nothing is changed before. Replies to orders that name none are sent to others as well where
   * they are a verdict.
   */
  begin(isVerdict: (reply: Reply) => boolean): void;
  /** What becomes of a frame of a stream; see `NastyBehaviour`. */
  framesOf(this: void, frame: string, place: number): readonly SentFrame[] | 'end';
  /** Spellings go on; all else ends. */
  calm(): void;
  close(): Promise<void>;
};

type Loose = NastyBehaviour & { readonly name: NastyName; readonly chance: Chance };

const ORDER = /order|AddOrder|exchange/iu;
const REFERENCE =
  /exchangeInfo|instruments|symbols|products|currency_pairs|contracts|AssetPairs|time|meta/iu;
const NAMED =
  /"(?:(?:client_?)?order_?id|ordId|orderLinkId|clOrdId|clientOid|c?l?oid|txid|id|text)":\[?"?\w/iu;
const ID = /\d{6,}|[0-9a-f-]{24,}/gu;
/** Of a reply. */
const LATENCY_MS_MAX = 60;
/** Of the hop, not of the message. */
const HOP = ['transfer-encoding', 'content-length', 'connection', 'keep-alive'];

export async function startNastyWire(
  target: string,
  names: readonly NastyName[],
  seed: number,
): Promise<NastyWire> {
  const loose: readonly Loose[] = names.map((name, index) => ({
    ...NASTY_BEHAVIOURS[name],
    name,
    chance: createChance(seed * 1_000 + index),
  }));
  const latency = createChance(seed * 1_000 - 1);
  const met = new Map<NastyName, number>();
  const replies = new Map<string, Reply>();
  const agent = new http.Agent({ keepAlive: true });
  let isVerdict: (reply: Reply) => boolean = () => false;
  let isOn = false;
  let isCalm = false;
  const isDrawn = ({ chance, share, isLasting }: Loose): boolean =>
    isOn && (isLasting || !isCalm) && chance.next() < share;
  const count = (name: NastyName): void => void met.set(name, (met.get(name) ?? 0) + 1);

  async function respond(request: http.IncomingMessage, body: Buffer): Promise<Reply> {
    const requested = describe(request, body, replies);
    for (const behaviour of loose) {
      if (behaviour.instead === undefined || !isDrawn(behaviour)) continue;
      const reply = behaviour.instead(requested, behaviour.chance);
      if (reply === null) continue;
      count(behaviour.name);
      return reply;
    }
    let reply = await forward(agent, target, request, body);
    // That nothing was done is believed: a doubt of each limit and each pause would stop all trade.
    if (!requested.isOrder || NAMED.test(reply.body.toString()) || isVerdict(reply))
      replies.set(keyOf(request), reply);
    if (isOn) await wait(1 + latency.below(LATENCY_MS_MAX) + heldMsOf(requested));
    for (const behaviour of loose) {
      if (behaviour.change === undefined || !isDrawn(behaviour)) continue;
      const isPlain = reply.headers['content-encoding'] === undefined && reply.body.length > 0;
      const changed = isPlain ? behaviour.change(reply, requested, behaviour.chance) : null;
      if (changed === null) continue;
      count(behaviour.name);
      reply = changed;
    }
    return reply;
  }

  function heldMsOf({ isOrder }: CampaignRequest): number {
    let heldMs = 0;
    for (const behaviour of loose) {
      if (behaviour.heldMsMax === undefined || !isOrder || !isDrawn(behaviour)) continue;
      count(behaviour.name);
      heldMs += behaviour.chance.below(behaviour.heldMsMax);
    }
    return heldMs;
  }

  function framesOf(frame: string, place: number): readonly SentFrame[] | 'end' {
    for (const behaviour of loose) {
      if (behaviour.frames === undefined || !isDrawn(behaviour)) continue;
      const changed = behaviour.frames(frame, place, behaviour.chance);
      if (changed === null) continue;
      count(behaviour.name);
      return changed;
    }
    return [{ text: frame, afterMs: 0 }];
  }

  const server = http.createServer((request, response) => {
    void readAll(request)
      .then(async (body) => respond(request, body))
      .then(
        ({ status, headers, body }) =>
          response
            .writeHead(status, {
              ...headers,
              'content-length': body.length,
            } as http.OutgoingHttpHeaders)
            .end(body),
        () => response.destroy(),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    met,
    framesOf,
    begin(isJudged) {
      isVerdict = isJudged;
      isOn = true;
    },
    calm() {
      isCalm = true;
    },
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function keyOf({ method, url }: http.IncomingMessage): string {
  return `${method} ${(url ?? '').split('?')[0]}`.replace(ID, '*');
}

function describe(
  request: http.IncomingMessage,
  body: Buffer,
  replies: ReadonlyMap<string, Reply>,
): CampaignRequest {
  const { method = 'GET', url: path = '/' } = request;
  const route = path.split('?')[0] ?? path;
  return {
    method,
    path,
    isOrder: method !== 'GET' && ORDER.test(route),
    isReference: REFERENCE.test(route) || body.includes('"meta'),
    before: replies.get(keyOf(request)) ?? null,
  };
}

async function wait(durationMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, durationMs));
}

async function forward(
  agent: http.Agent,
  target: string,
  { method, url, headers }: http.IncomingMessage,
  body: Buffer,
): Promise<Reply> {
  const { hostname, port } = new URL(target);
  return new Promise((resolve, reject) => {
    const options = { agent, hostname, port, path: url, method, headers };
    const upstream = http.request(options, (response) => {
      readAll(response).then(
        (read) =>
          resolve({ status: response.statusCode ?? 0, headers: ownHeaders(response), body: read }),
        reject,
      );
    });
    upstream.on('error', reject);
    upstream.end(body);
  });
}

function ownHeaders({ headers }: http.IncomingMessage): Reply['headers'] {
  const own = Object.entries(headers).filter(([name]) => !HOP.includes(name));
  return Object.fromEntries(own) as Reply['headers'];
}

async function readAll(stream: http.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

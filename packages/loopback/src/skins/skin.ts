// Skin of a loopback venue: it reads a request as the venue would, and says what is refused on
// arrival, what before the engine, and what is carried out. The server applies faults between these
// steps.

import type { Exchange } from '#loopback/exchange/exchange.ts';

export type VenueRequest = {
  readonly method: string;
  readonly path: string;
  /** As sent, without the question mark: signatures are over these very characters. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the client, for limits by address. */
  readonly address: string;
};

export type VenueReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** What a call is about; faults are aimed at these. */
export const OPERATIONS = [
  'place',
  'cancel',
  'lookup',
  'orders',
  'fills',
  'balances',
  'positions',
  'settings',
  'markets',
  'price',
  'candles',
  'time',
  'credentials',
] as const;
export type Operation = (typeof OPERATIONS)[number];

export type Distortion = {
  /** An order is carried out and not shown for so long. */
  readonly hiddenMs: number;
  /** Lists show what was so long ago. */
  readonly staleMs: number;
};

export type Call = {
  readonly operation: Operation;
  /** Limits, signature, time stamp, permissions. */
  onArrival(): VenueReply | null;
  /** The time stamp again, after the request has waited at the surface. */
  beforeEngine(): VenueReply | null;
  carryOut(distortion: Distortion): VenueReply;
};

/** Errors that a venue gives for reasons of its own, in its own words. */
export const VENUE_TROUBLES = [
  'rate_limited',
  'banned',
  'firewall',
  'busy',
  'timeout',
  'internal',
  'unknown_code',
  'maintenance',
  'region',
] as const;
export type VenueTrouble = (typeof VENUE_TROUBLES)[number];

/** Writes one frame to a client. */
export type FrameSender = (text: string) => void;

/** One connection of a client: frames in, and an end. */
export type StreamSession = {
  receive(text: string): void;
  close(): void;
};

export type Skin = {
  readonly exchange: Exchange;
  readonly hosts: readonly string[];
  /** Null if the venue has no such path. */
  readCall(request: VenueRequest): Call | null;
  notFound(): VenueReply;
  trouble(trouble: VenueTrouble): VenueReply;
  /** Null if the venue has no stream at this path. */
  openStream(path: string, query: string, send: FrameSender): StreamSession | null;
};

/** Reply with JSON. */
export function jsonReply(
  status: number,
  content: unknown,
  headers: Readonly<Record<string, string>> = {},
): VenueReply {
  return jsonTextReply(status, JSON.stringify(content), headers);
}

/** `body` is JSON. */
export function jsonTextReply(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): VenueReply {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=UTF-8', ...headers },
    body,
  };
}

/** Reply of a server in front of the interface: a page of HTML. */
export function htmlReply(status: number, title: string): VenueReply {
  const body = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
  return { status, headers: { 'content-type': 'text/html' }, body };
}

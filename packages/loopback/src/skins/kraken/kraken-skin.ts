// Kraken as its public documentation describes it: REST under /0 for spot, and the second version
// of its private stream.

import type { Exchange } from '#loopback/exchange/exchange.ts';
import { refuseOthers } from '#loopback/skins/kit/parameter-readers.ts';
import { skinCall } from '#loopback/skins/kit/skin-call.ts';
import type { Call, Skin, VenueRequest } from '#loopback/skins/skin.ts';
import type { KrakenTokens } from '#loopback/skins/kraken/kraken-account.ts';
import { krakenAccount } from '#loopback/skins/kraken/kraken-account.ts';
import type { KeyCounter } from '#loopback/skins/kraken/key-counter.ts';
import { createKeyCounter } from '#loopback/skins/kraken/key-counter.ts';
import type { KrakenEndpoint, KrakenParameters } from '#loopback/skins/kraken/kraken-endpoint.ts';
import { textOf } from '#loopback/skins/kraken/kraken-endpoint.ts';
import {
  argumentError,
  krakenErrorReply,
  KrakenRefusal,
  krakenTrouble,
} from '#loopback/skins/kraken/kraken-errors.ts';
import { KRAKEN_MARKET_DATA } from '#loopback/skins/kraken/kraken-market-data.ts';
import type { KrakenNumbers } from '#loopback/skins/kraken/kraken-signature.ts';
import { authenticateKraken } from '#loopback/skins/kraken/kraken-signature.ts';
import { openKrakenStream } from '#loopback/skins/kraken/kraken-stream.ts';
import { KRAKEN_TRADING } from '#loopback/skins/kraken/kraken-trading.ts';

const KRAKEN_HOSTS = ['api.kraken.com', 'ws-auth.kraken.com'];

type Parts = {
  readonly exchange: Exchange;
  readonly numbers: KrakenNumbers;
  /** Null: nothing is limited. */
  readonly counter: KeyCounter | null;
};

/** `areAccountsLimited` is for the counters of keys. */
export function createKrakenSkin(
  exchange: Exchange,
  limits: { areAccountsLimited: boolean },
): Skin {
  const tokens: KrakenTokens = new Map();
  const numbers: KrakenNumbers = new Map();
  const keyCounter = createKeyCounter();
  const endpoints = { ...KRAKEN_TRADING, ...krakenAccount(tokens), ...KRAKEN_MARKET_DATA };
  return {
    exchange,
    hosts: KRAKEN_HOSTS,
    readCall(request) {
      const endpoint = endpoints[`${request.method} ${request.path}`];
      if (endpoint === undefined) return null;
      const counter = limits.areAccountsLimited ? keyCounter : null;
      return createCall({ exchange, numbers, counter }, endpoint, request);
    },
    notFound: () => krakenErrorReply('EGeneral:Unknown method'),
    trouble: krakenTrouble,
    openStream: (path, _query, send) => openKrakenStream(exchange, tokens, path, send),
  };
}

function createCall(parts: Parts, endpoint: KrakenEndpoint, request: VenueRequest): Call {
  const { exchange, numbers, counter } = parts;
  return skinCall({
    exchange,
    endpoint,
    arrive(arrival) {
      const parameters = new Map(
        new URLSearchParams(request.method === 'GET' ? request.query : request.body),
      );
      arrival.parameters = parameters;
      if (endpoint.access !== 'public') {
        const nonce = textOf(parameters, 'nonce') ?? '';
        const key = authenticateKraken(exchange, numbers, request, nonce);
        arrival.key = key;
        if (endpoint.access === 'trade' && !key.canTrade)
          throw new KrakenRefusal('EGeneral:Permission denied');
        const isWithin = counter?.add(key.key, endpoint.counts, exchange.clock.nowMs()) ?? true;
        if (!isWithin) throw new KrakenRefusal('EAPI:Rate limit exceeded');
      }
      refuseOthers(parameters, ['nonce', ...endpoint.takes], argumentError);
      checkDeadline(parameters, exchange.clock.nowMs());
      return null;
    },
    refusalReply: (error) =>
      error instanceof KrakenRefusal ? krakenErrorReply(error.message) : null,
    // "After which the matching engine should reject the new order request."
    again({ parameters }) {
      const deadline = textOf(parameters, 'deadline');
      if (deadline === null || exchange.clock.nowMs() <= Date.parse(deadline)) return;
      throw new KrakenRefusal('EService:Deadline elapsed');
    },
  });
}

const DEADLINE_MS_MIN = 2_000;
const DEADLINE_MS_MAX = 60_000;

function checkDeadline(parameters: KrakenParameters, nowMs: number): void {
  const text = textOf(parameters, 'deadline');
  if (text === null) return;
  const leftMs = Date.parse(text) - nowMs;
  if (!(leftMs >= DEADLINE_MS_MIN && leftMs <= DEADLINE_MS_MAX)) throw argumentError('deadline');
}

// Hyperliquid as its public documentation describes it: questions and signed actions over two
// paths, and the socket.

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import type { WeightCounter } from '#loopback/skins/request-weights.ts';
import type {
  Call,
  Distortion,
  Operation,
  Skin,
  VenueReply,
  VenueRequest,
} from '#loopback/skins/skin.ts';
import { htmlReply } from '#loopback/skins/skin.ts';
import { ACCOUNT_QUESTIONS } from '#loopback/skins/hyperliquid/hyperliquid-account.ts';
import { ACTIONS, checkWords, runAction } from '#loopback/skins/hyperliquid/hyperliquid-actions.ts';
import {
  ActionRefusal,
  hyperliquidTrouble,
  refusalReply,
  UnreadableBody,
  unreadableReply,
} from '#loopback/skins/hyperliquid/hyperliquid-errors.ts';
import { MARKET_QUESTIONS } from '#loopback/skins/hyperliquid/hyperliquid-market-data.ts';
import type { Words } from '#loopback/skins/hyperliquid/hyperliquid-request.ts';
import { textOf, wholeOf, wordsOf } from '#loopback/skins/hyperliquid/hyperliquid-request.ts';
import { openHyperliquidStream } from '#loopback/skins/hyperliquid/hyperliquid-stream.ts';
import type { Signature } from '#loopback/skins/hyperliquid/l1-signature.ts';
import { addressOf, signerOf } from '#loopback/skins/hyperliquid/l1-signature.ts';

const QUESTIONS = { ...MARKET_QUESTIONS, ...ACCOUNT_QUESTIONS };
const DAY_MS = 86_400_000;

const TEST_NET_HOST = 'api.hyperliquid-testnet.xyz';
const HYPERLIQUID_HOSTS = ['api.hyperliquid.xyz'];

type Parts = {
  readonly exchange: Exchange;
  readonly counter: WeightCounter;
  /** Numbers that were used, by the wallet. */
  readonly nonces: Map<string, Set<number>>;
};

/** Skin over an exchange; it remembers the numbers of actions, which may be used once. */
export function createHyperliquidSkin(exchange: Exchange, counter: WeightCounter): Skin {
  const parts: Parts = { exchange, counter, nonces: new Map() };
  return {
    exchange,
    hosts: HYPERLIQUID_HOSTS,
    readCall(request) {
      if (request.method !== 'POST') return null;
      if (request.path === '/info') return createCall(parts, request, questionOf(parts, request));
      return request.path === '/exchange'
        ? createCall(parts, request, actionOf(parts, request))
        : null;
    },
    notFound: () => htmlReply(404, '404 Not Found'),
    trouble: hyperliquidTrouble,
    openStream: (path, _query, send) =>
      path === '/ws' ? openHyperliquidStream(exchange, send) : null,
  };
}

type Reading = {
  readonly operation: Operation;
  readonly weight: number;
  /** Throws what is wrong with it. */
  readonly check: () => void;
  readonly run: (distortion: Distortion) => VenueReply;
};

function createCall({ exchange, counter }: Parts, request: VenueRequest, reading: Reading): Call {
  return {
    operation: reading.operation,
    onArrival: () =>
      refusing(() => {
        const use = counter.use(request.address, reading.weight, exchange.clock.nowMs());
        if (use.kind !== 'within') return hyperliquidTrouble('banned');
        reading.check();
        return null;
      }),
    // "A timestamp after which the action will be rejected": the chain checks it.
    beforeEngine: () =>
      refusing(() => {
        reading.check();
        return null;
      }),
    carryOut: (distortion) => refusing(() => reading.run(distortion)) ?? htmlReply(500, '500'),
  };
}

function refusing(check: () => VenueReply | null): VenueReply | null {
  try {
    return check();
  } catch (error) {
    if (error instanceof UnreadableBody) return unreadableReply();
    if (error instanceof ActionRefusal) return refusalReply(error.message);
    throw error;
  }
}

function bodyOf({ body }: VenueRequest): Words {
  try {
    return wordsOf(JSON.parse(body));
  } catch {
    return {};
  }
}

function questionOf({ exchange }: Parts, request: VenueRequest): Reading {
  const { type, ...words } = bodyOf(request);
  const kind = typeof type === 'string' ? QUESTIONS[type as keyof typeof QUESTIONS] : undefined;
  const check = (): void => {
    if (kind === undefined) throw new UnreadableBody('type');
    for (const name of Object.keys(words))
      if (!kind.takes.includes(name)) throw new UnreadableBody(name);
  };
  return {
    operation: kind?.operation ?? 'settings',
    weight: kind?.weight ?? 20,
    check,
    run(distortion) {
      check();
      if (kind === undefined) throw new UnreadableBody('type');
      return kind.run({ exchange, words, distortion });
    },
  };
}

function actionOf(parts: Parts, request: VenueRequest): Reading {
  const { exchange, nonces } = parts;
  const body = bodyOf(request);
  const action = typeof body['action'] === 'object' ? (body['action'] as Words) : {};
  const kind = ACTIONS[String(action['type'])];
  let key: ApiKey | null = null;
  const check = (): void => {
    if (kind === undefined) throw new UnreadableBody('action');
    checkWords(action, kind.words);
    key ??= signerIn(parts, body, netOf(request));
    checkExpiry(exchange, body);
  };
  return {
    operation: kind?.operation ?? 'settings',
    weight: 1,
    check,
    run(distortion) {
      check();
      if (kind === undefined || key === null) throw new UnreadableBody('action');
      const used = nonces.get(key.secret) ?? new Set();
      nonces.set(key.secret, used.add(wholeOf(body, 'nonce')));
      return runAction({ exchange, action, distortion }, key.accountId, kind);
    },
  };
}

/** The wallet that signed, if it may trade for an account. Its numbers are near the time. */
function signerIn({ exchange, nonces }: Parts, body: Words, net: 'main' | 'test'): ApiKey {
  const signed = {
    action: body['action'],
    nonce: wholeOf(body, 'nonce'),
    signature: readSignature(wordsOf(body['signature'])),
    expiresAfter: body['expiresAfter'] === undefined ? null : wholeOf(body, 'expiresAfter'),
    net,
  };
  const address = signerOf(signed);
  const key = [...exchange.keys.values()].find((each) => walletOf(each) === address);
  if (key === undefined || key.isRevoked || !key.canTrade)
    throw new ActionRefusal(`User or API Wallet ${address} does not exist.`);
  const nowMs = exchange.clock.nowMs();
  const { nonce } = signed;
  if (nonces.get(key.secret)?.has(nonce) === true)
    throw new ActionRefusal(`Invalid nonce: duplicate nonce ${nonce}`);
  if (nonce < nowMs - 2 * DAY_MS || nonce > nowMs + DAY_MS)
    throw new ActionRefusal(`Invalid nonce: ${nonce} is too far from the time`);
  return key;
}

function netOf({ headers }: VenueRequest): 'main' | 'test' {
  return headers['x-venue-host'] === TEST_NET_HOST ? 'test' : 'main';
}

function readSignature(words: Words): Signature {
  return { r: textOf(words, 'r'), s: textOf(words, 's'), v: wholeOf(words, 'v') };
}

function checkExpiry({ clock }: Exchange, body: Words): void {
  if (body['expiresAfter'] === undefined) return;
  if (clock.nowMs() > wholeOf(body, 'expiresAfter')) throw new ActionRefusal('Action expired.');
}

const WALLETS = new WeakMap<ApiKey, string>();

function walletOf(key: ApiKey): string {
  const known = WALLETS.get(key) ?? addressOf(key.secret);
  WALLETS.set(key, known);
  return known;
}

// The wire over ccxt's signatures and our transport: waits for the budget of the address, signs
// last, sends once.

import type { Clock } from '#venue-port/world/clock.ts';
import type { RequestBudget } from '#venues/request-budget.ts';
import type { CcxtSigner } from '#venues/wire/ccxt-signer.ts';
import { loadCcxtSigner } from '#venues/wire/ccxt-signer.ts';
import { makeKeyTurns } from '#venues/wire/key-turns.ts';
import type { KeyTurns } from '#venues/wire/key-turns.ts';
import { openStream } from '#venues/wire/open-stream.ts';
import { makeTransport } from '#venues/wire/transport.ts';
import type { Transport } from '#venues/wire/transport.ts';
import type { VenueHosts } from '#venues/wire/venue-hosts.ts';
import type {
  NotSentCause,
  SendBy,
  VenueCall,
  VenueCredentials,
  VenueWire,
  WireNotSent,
  WireOutcome,
} from '#venues/wire/venue-wire.ts';

export type CcxtWireDeps = {
  /** By which ccxt knows the venue. */
  readonly exchangeId: string;
  /** Whether requests go to the addresses of its test net. */
  readonly isTestNet?: boolean;
  readonly hosts: VenueHosts;
  readonly budget: RequestBudget;
  readonly clock: Clock;
  /** The venue's time, with which requests are signed. */
  readonly venueNowMs: () => number;
};

export type CcxtWire = VenueWire & { close(): void };

const DEADLINE_MS_MAX = 10_000;
const CONNECT_MS_MAX = 4_000;
/** A venue that has not replied by then lets the next request of the key pass. */
const TURN_MS_MAX = 2_000;
/** The list of all markets with their filters is the largest, some 20 MB. */
const BODY_BYTES_MAX = 64 * 1_048_576;

/** Wire of one exchange; its signer is loaded with the first private call. */
export function makeCcxtWire(deps: CcxtWireDeps): CcxtWire {
  const { hosts, clock, exchangeId, venueNowMs, isTestNet } = deps;
  const limits = { bodyBytesMax: BODY_BYTES_MAX, connectMsMax: CONNECT_MS_MAX };
  const transport = makeTransport({ hosts, clock, ...limits });
  const inTurn = makeKeyTurns(TURN_MS_MAX);
  let signer: Promise<CcxtSigner> | null = null;
  const load = async (): Promise<CcxtSigner | null> => {
    signer ??= loadCcxtSigner(exchangeId, venueNowMs, isTestNet);
    try {
      return await signer;
    } catch {
      signer = null;
      return null;
    }
  };
  return {
    send: async (call, credentials, deadlineMs, sendByMs) =>
      send({ budget: deps.budget, transport, load, inTurn }, call, credentials, {
        endsAtMs: performance.now() + Math.min(deadlineMs, DEADLINE_MS_MAX),
        sendByMs,
      }),
    openStream: async (address, onFrame, signal) => openStream(hosts, address, onFrame, signal),
    close: () => transport.close(),
  };
}

type Parts = {
  readonly budget: RequestBudget;
  readonly transport: Transport;
  readonly load: () => Promise<CcxtSigner | null>;
  readonly inTurn: KeyTurns;
};

type Limits = { readonly endsAtMs: number; readonly sendByMs: SendBy | undefined };

async function send(
  { budget, transport, load, inTurn }: Parts,
  call: VenueCall,
  credentials: VenueCredentials | null,
  limits: Limits,
): Promise<WireOutcome> {
  const signer = await load();
  if (signer === null) return notSent('library');
  const grant = await budget.acquire(call.lane, call.cost, limits.endsAtMs - performance.now());
  if (grant.kind === 'refused') return notSent('budget', grant.retryAfterMs);
  let outcome: WireOutcome = notSent('deadline');
  try {
    const act = async (): Promise<WireOutcome> =>
      signAndSend(signer, transport, call, credentials, limits);
    outcome = await (call.isNumbered === true ? inTurn(credentials?.apiKey ?? '', act) : act());
  } finally {
    grant.settle(outcome);
  }
  return outcome;
}

async function signAndSend(
  signer: CcxtSigner,
  transport: Transport,
  call: VenueCall,
  credentials: VenueCredentials | null,
  { endsAtMs, sendByMs }: Limits,
): Promise<WireOutcome> {
  const signed = signer.sign(call, credentials);
  if (signed === null) return notSent('credentials');
  const leftMs = endsAtMs - performance.now();
  if (leftMs <= 0) return notSent('deadline');
  if (call.access === 'private') return transport.send(signed, leftMs, sendByMs);
  const headers = { ...signed.headers, 'accept-encoding': 'gzip' };
  return transport.send({ ...signed, headers }, leftMs);
}

function notSent(cause: NotSentCause, retryAfterMs: number | null = null): WireNotSent {
  return { kind: 'not_sent', cause, retryAfterMs };
}

// The exchange as the processes reach it that hold no credentials: in half of the simulations in
// their own process, as the simulated one, in the others over links to venue processes.

import { linkedExchange } from '#adapters/venue-link/linked-exchange.ts';
import { openVenueLinks } from '#adapters/venue-link/open-venue-links.ts';
import { memoryAccountLeases } from '#adapters/memory/memory-account-leases.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { AccountFrames } from './account-frames.ts';
import { makeAccountFrames } from './account-frames.ts';
import { timeOf } from './life-time.ts';
import type { Machine } from './machine.ts';
import type { Mutants } from './mutants.ts';
import type { Life } from './process.ts';
import { mortal } from './process.ts';
import { startVenueProcesses } from './venue-processes.ts';
import type { SimWorld } from './world.ts';

export type VenueAccess = {
  /** As this process reaches it. */
  exchangeOf(this: void, life: Life, machine: Machine): Exchange;
  /** Ends the streams, so that all is read anew. */
  cutStreams(this: void): void;
  /** Lets the venue processes end their work without another round. */
  stop(this: void): void;
};

const CONNECT_TIMEOUT_MS = 2_000;
const REPLY_GRACE_MS = 2_000;
const TAKEOVER_WAIT_MS = 2_500;
/** More than in service, as status is sent less often. */
const SILENCE_MS = 10_000;

export function openVenueAccess(world: SimWorld, mutants: Mutants): VenueAccess {
  const { venue } = world;
  if (!world.isLinked)
    return {
      exchangeOf: (life) => mortal(world, life, 'exchange', venue.exchange),
      cutStreams: () => undefined,
      stop: () => undefined,
    };
  const leases = memoryAccountLeases(world.agenda);
  const frames: AccountFrames = makeAccountFrames(world);
  const processes = startVenueProcesses(world, mutants, frames, leases);
  const { code, name, isTestNet, orderSupport } = venue.exchange;
  const promises = { ...venue.exchange.promises, news: 'all' } as const;
  return {
    cutStreams: frames.cutAll,
    stop: processes.stop,
    exchangeOf(life, machine) {
      const time = timeOf(world, life, machine);
      const store = mortal(world, life, 'store', leases);
      const link = openVenueLinks({
        sockets: {
          isNear: () => false,
          connect: ({ owner }) => processes.connect(life, owner),
        },
        findRoutes: () => store.findAccountRoutes(),
        takeoverWaitMs: TAKEOVER_WAIT_MS,
        time,
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        replyTimeoutMs: LIMITS.exchangeRequestTimeoutMs + REPLY_GRACE_MS,
        actsBeginWithinMs: LIMITS.orderSendMsMax - LIMITS.exchangeRequestTimeoutMs,
        silenceMs: SILENCE_MS,
      });
      const described = { code, name, isTestNet, promises, orderSupport, credentialForm: null };
      return mortal(world, life, 'link', linkedExchange(link, described, time));
    },
  };
}

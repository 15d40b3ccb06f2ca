// The links to all venue processes of an installation. A call for an account goes to the process
// that trades it, a public one to whichever is near. When that process has not begun with a call,
// the call waits a little for the one that takes its accounts over, or that is being started; what
// may have been carried out is never sent again.

import type { VenueHealth } from '#venue-port/exchange/exchange.ts';
import type { AccountRoutes, VenueProcess } from '#ports/stores/account-lease-store.ts';
import { shardOfAccount } from '#ports/stores/account-lease-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { traceWithin } from '#venue-port/world/tracer.ts';
import type { ExchangeStatus } from '#adapters/venue-link/link-message.ts';
import { accountOfCall, NotDelivered, NotHolder } from '#adapters/venue-link/link-message.ts';
import type {
  SingleLink,
  VenueLink,
  VenueLinkOptions,
} from '#adapters/venue-link/open-venue-link.ts';
import { openVenueLink } from '#adapters/venue-link/open-venue-link.ts';
import type { VenueSockets } from '#adapters/venue-link/venue-sockets.ts';

export type VenueLinksOptions = Omit<VenueLinkOptions, 'connect' | 'onLost'> & {
  readonly sockets: VenueSockets;
  /** Throws Failure. */
  readonly findRoutes: () => Promise<FoundRoutes>;
  /** How long a call waits for a process that trades its account. */
  readonly takeoverWaitMs: number;
};

export type FoundRoutes = AccountRoutes & {
  /** There is no process yet, and one is being started. */
  readonly isStarting?: boolean;
};

type State = {
  readonly options: VenueLinksOptions;
  /** By owner. */
  readonly links: Map<string, SingleLink>;
  /** As found last. */
  routes: FoundRoutes | null;
  isStale: boolean;
  finding: Promise<FoundRoutes> | null;
};

const NOBODY = {
  runs: 'no process for exchanges runs now',
  holds: 'no process for exchanges trades this account now',
} as const;
/** Between two readings of who trades an account. */
const LOOK_EVERY_MS = 200;
const HEALTHS: readonly VenueHealth[] = ['open', 'degraded', 'down'];

/** Links to all processes; a call that no process has begun with is given to the next holder. */
export function openVenueLinks(options: VenueLinksOptions): VenueLink {
  const state: State = { options, links: new Map(), routes: null, isStale: true, finding: null };
  return {
    async call(exchange, method, values) {
      const accountId = accountOfCall(method, values);
      const fields = { 'tidemill.exchange': exchange, 'tidemill.method': method };
      return traceWithin(
        options.tracer,
        { name: `exchange ${method}`, kind: 'requests', fields },
        () => deliver(state, accountId, (link) => link.call(exchange, method, values)),
      );
    },
    watch: (watching, signal) =>
      listen(state, watching.account.accountId, (link) => link.watch(watching, signal)),
    // A market is followed by one process, as an account is.
    follow: (following, signal) =>
      listen(state, following.marketTag, (link) => link.follow(following, signal)),
    statusOf: (exchange) => bestOf([...state.links.values()], exchange),
    close() {
      for (const link of state.links.values()) link.close();
    },
  };
}

/** `name`: of an account, or of a market; whose shard is whose. */
async function listen(
  state: State,
  name: string,
  send: (link: SingleLink) => Promise<void>,
): Promise<void> {
  try {
    await deliver(state, name, send);
  } catch (error) {
    // It may be another process's by now.
    state.isStale = true;
    throw error;
  }
}

/** Throws what `send` throws; NotDelivered when nobody takes the call in time. */
async function deliver<T>(
  state: State,
  accountId: string | null,
  send: (link: SingleLink) => Promise<T>,
): Promise<T> {
  const { time, takeoverWaitMs } = state.options;
  const untilMs = time.nowMs() + takeoverWaitMs;
  const tried = new Set<string>();
  let missed: NotDelivered | null = null;
  for (;;) {
    const { processes, owners, isStarting = false } = await routesOf(state);
    const left = processes.filter(({ owner }) => !tried.has(owner));
    const holder = accountId === null ? null : (owners.get(shardOfAccount(accountId)) ?? null);
    const chosen =
      accountId === null ? nearest(state, left) : left.find(({ owner }) => owner === holder);
    if (chosen !== undefined) {
      try {
        return await send(linkTo(state, chosen));
      } catch (error) {
        if (!(error instanceof NotDelivered)) throw error;
        // One that does not have the account yet may have it soon.
        if (!(error instanceof NotHolder)) tried.add(chosen.owner);
        missed = error;
      }
    }
    state.isStale = true;
    const mayBeTaken = processes.some(({ owner }) => !tried.has(owner));
    if (!isStarting && (!mayBeTaken || time.nowMs() >= untilMs))
      throw missed ?? new NotDelivered(NOBODY[processes.length === 0 ? 'runs' : 'holds']);
    if (isStarting || accountId !== null)
      await new Promise<void>((resolve) => void time.after(LOOK_EVERY_MS, resolve));
  }
}

/** Callers at once share the question. What was found before serves while the store is away. */
async function routesOf(state: State): Promise<FoundRoutes> {
  const { routes, isStale } = state;
  if (routes !== null && !isStale) return routes;
  state.finding ??= findRoutes(state).finally(() => {
    state.finding = null;
  });
  try {
    return await state.finding;
  } catch (error) {
    if (routes === null || !(error instanceof Failure)) throw error;
    return routes;
  }
}

async function findRoutes(state: State): Promise<FoundRoutes> {
  // What is lost from here on is not seen by this look.
  state.isStale = false;
  try {
    state.routes = await state.options.findRoutes();
  } catch (error) {
    state.isStale = true;
    throw error;
  }
  closeUnused(state, state.routes);
  return state.routes;
}

/** Links to processes that are gone; one that is still connected may have calls under way. */
function closeUnused({ links }: State, { processes }: AccountRoutes): void {
  const owners = new Set(processes.map(({ owner }) => owner));
  for (const [owner, link] of links) {
    if (owners.has(owner) || link.isConnected()) continue;
    link.close();
    links.delete(owner);
  }
}

function nearest({ options }: State, processes: readonly VenueProcess[]): VenueProcess | undefined {
  return processes.find(options.sockets.isNear) ?? processes[0];
}

function linkTo(state: State, venueProcess: VenueProcess): SingleLink {
  const { owner } = venueProcess;
  const known = state.links.get(owner);
  if (known !== undefined) return known;
  const link = openVenueLink({
    ...state.options,
    connect: () => state.options.sockets.connect(venueProcess),
    onLost: () => {
      state.isStale = true;
    },
  });
  state.links.set(owner, link);
  return link;
}

/** As the process says that reaches the exchange best. */
function bestOf(links: readonly SingleLink[], exchange: string): ExchangeStatus | null {
  const known = links.flatMap((link) => link.statusOf(exchange) ?? []);
  const rank = ({ health }: ExchangeStatus): number => HEALTHS.indexOf(health);
  return known.toSorted((left, right) => rank(left) - rank(right))[0] ?? null;
}

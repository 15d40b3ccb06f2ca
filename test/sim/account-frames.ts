// The streams of accounts at the exchange of a simulation: what changes there is sent on each open
// connection, late, twice, in any order or never. A connection may also go dead without a word.

import type { VenueAccount, VenueFill, VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { StreamDialect, StreamEvent } from '#venues/dialect.ts';
import type { VenueStream, VenueWire } from '#venues/wire/venue-wire.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Life } from './process.ts';
import { pass } from './process.ts';
import { ACCOUNTS } from './venue.ts';
import type { SimWorld } from './world.ts';

export type AccountFrames = {
  /** How a process reaches the streams. */
  wireOf(this: void, life: Life): Pick<VenueWire, 'openStream'>;
  readonly dialect: StreamDialect;
  /**
   * The process sends an order of the account. The result is to be called when it was accepted:
   * streams that were deaf by then must be given up soon.
   */
  notePlaced(this: void, life: Life, accountId: string): () => void;
  /** Ends all connections. */
  cutAll(this: void): void;
};

type Connection = {
  readonly life: Life;
  readonly hear: (frame: string) => void;
  readonly end: () => void;
  accountId: string | null;
  /** Nothing comes over it any more, and nobody says so. */
  isMute: boolean;
  /** Replies to pings come, and nothing else. */
  readonly isDeaf: boolean;
  /** Its listener knows that it is connected. */
  isReady: boolean;
};

type SeenAccount = {
  readonly account: VenueAccount;
  readonly open: Map<string, VenueOrder>;
  cursor: string | null;
};

/** How often the exchange looks for what it has not sent yet. */
const LOOK_MS = 2_000;
const DELAY_MS_MAX = 50;
const LATE_MS_MAX = 12_000;
const FILLS_MAX = 1_000;
/** A stream dies this seldom, of all frames. */
const DEATH_SHARE = 4;
/** From an order that it does not report, a deaf stream may be relied upon for so long. */
const DEAF_MS_MAX = 45_000;

export function makeAccountFrames(world: SimWorld): AccountFrames {
  const frames: StreamEvent[] = [];
  const connections = new Set<Connection>();
  const frameOf = (event: StreamEvent): string => String(frames.push(event) - 1);
  const read = (frame: string): readonly StreamEvent[] =>
    frame === PONG ? [] : [frames[Number(frame)] as StreamEvent];
  const send = (to: Connection, event: StreamEvent): void => sendFrame(world, to, frameOf(event));
  void lookForever(world, connections, send);
  return {
    notePlaced(life, accountId) {
      const deaf = [...connections].filter(
        (each) => each.isDeaf && each.isReady && each.life === life && each.accountId === accountId,
      );
      return () => {
        for (const each of deaf) expectEnd(world, connections, each);
      };
    },
    cutAll() {
      for (const { end } of connections) end();
    },
    dialect: {
      token: null,
      keepToken: null,
      address: () => '',
      open: ({ apiKey }) => [`login ${apiKey}`],
      read,
      ping: { everyMs: 15_000, frame: () => PING },
      silenceMsMax: 45_000,
    },
    wireOf: (life) => ({
      async openStream(_address, onFrame, signal) {
        const { chance, rates, agenda } = world;
        await pass(world, life, chance.below(DELAY_MS_MAX));
        const isCut = life.cutUntilMs.exchange > agenda.nowMs();
        if (isCut || signal.aborted || chance.percent(rates.streamFault))
          throw new Failure('unavailable', 'the stream cannot be opened');
        return open(world, { connections, life, onFrame, read, signal, send });
      },
    }),
  };
}

const PING = 'ping';
const PONG = 'pong';

type Opening = {
  readonly connections: Set<Connection>;
  readonly life: Life;
  readonly onFrame: (frame: string) => void;
  readonly read: (frame: string) => readonly StreamEvent[];
  readonly signal: AbortSignal;
  readonly send: (to: Connection, event: StreamEvent) => void;
};

function open(world: SimWorld, opening: Opening): VenueStream {
  const { connections, life, onFrame, read, signal, send } = opening;
  const { venueChance, rates } = world;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const connection: Connection = {
    life,
    hear(frame) {
      onFrame(frame);
      connection.isReady ||= read(frame).some(({ kind }) => kind === 'ready');
    },
    accountId: null,
    isMute: false,
    isReady: false,
    isDeaf: isFaulty(world) && venueChance.percent(rates.deafness),
    end() {
      connections.delete(connection);
      if (!life.isDead) resolve();
    },
  };
  connections.add(connection);
  signal.addEventListener('abort', connection.end, { once: true });
  void life.death.then(connection.end);
  return {
    ended,
    send(text) {
      if (!connections.has(connection)) return;
      if (text === PING) return sendFrame(world, connection, PONG);
      connection.accountId = text.slice('login '.length);
      send(connection, { kind: 'ready' });
    },
  };
}

function sendFrame(world: SimWorld, to: Connection, frame: string): void {
  const { agenda, chance, journal, rates } = world;
  if (to.isMute) return;
  const deliver = (delayMs: number): void =>
    void agenda.after(delayMs, () => arrive(world, to, frame));
  if (rates.streamFault === 0 || !chance.percent(rates.streamFault))
    return deliver(chance.below(DELAY_MS_MAX));
  const fate = chance.pick(['late', 'late', 'twice', 'dropped', 'cut', 'mute'] as const);
  journal.note('exchange', `a frame for ${to.life.name} about ${to.accountId}: ${fate}`);
  switch (fate) {
    case 'late':
      return deliver(chance.below(LATE_MS_MAX));
    case 'twice':
      deliver(chance.below(DELAY_MS_MAX));
      return deliver(chance.below(LATE_MS_MAX));
    case 'dropped':
      return;
    case 'cut':
      return to.end();
    case 'mute':
      to.isMute = chance.percent(100 / DEATH_SHARE) || frame === PONG;
  }
}

function isFaulty({ agenda, healsAtMs }: SimWorld): boolean {
  return agenda.nowMs() < healsAtMs;
}

/** Whoever watches it must have given it up by then, unless it was frozen meanwhile. */
function expectEnd(
  { agenda, faults }: SimWorld,
  connections: ReadonlySet<Connection>,
  deaf: Connection,
): void {
  const { life, accountId } = deaf;
  const fromMs = agenda.nowMs();
  agenda.after(DEAF_MS_MAX, () => {
    if (!connections.has(deaf) || life.awakeAtMs > fromMs) return;
    faults.push(`${life.name} relies on a stream of ${accountId} that is deaf`);
  });
}

/** A process that is frozen reads it when it is awake again. */
function arrive(world: SimWorld, to: Connection, frame: string): void {
  const leftMs = to.life.awakeAtMs - world.agenda.nowMs();
  if (to.life.isDead) return;
  if (leftMs > 0) world.agenda.after(leftMs, () => arrive(world, to, frame));
  else to.hear(frame);
}

async function lookForever(
  world: SimWorld,
  connections: ReadonlySet<Connection>,
  send: (to: Connection, event: StreamEvent) => void,
): Promise<never> {
  const accounts = Object.values(ACCOUNTS).map((account): SeenAccount => {
    return { account, open: new Map(), cursor: null };
  });
  while (true) {
    await world.agenda.wait(LOOK_MS);
    for (const seen of accounts) {
      const news = await whatChanged(world, seen);
      const { accountId } = seen.account;
      const listening = [...connections].filter((to) => to.accountId === accountId && !to.isDeaf);
      for (const to of listening) for (const event of news) send(to, event);
    }
  }
}

async function whatChanged(
  { venue }: SimWorld,
  seen: SeenAccount,
): Promise<readonly StreamEvent[]> {
  const { account } = seen;
  const { truth } = venue;
  const changed: VenueOrder[] = [];
  const open = new Map(
    (await truth.fetchOpenOrders(account)).map((order) => [order.venueOrderId, order]),
  );
  for (const [venueOrderId, order] of open) {
    if (seen.open.get(venueOrderId)?.filledAmount === order.filledAmount) continue;
    changed.push(order);
    seen.open.set(venueOrderId, order);
  }
  for (const [venueOrderId, { marketTag, clientOrderId, placedAtMs }] of seen.open) {
    if (open.has(venueOrderId)) continue;
    seen.open.delete(venueOrderId);
    const name = { clientOrderId: clientOrderId ?? '', venueOrderId, placedAtMs };
    const found = await truth.fetchOrder(account, marketTag, name);
    if (found.kind === 'found') changed.push(found.order);
  }
  const page = await truth.fetchFills(account, [], seen.cursor, FILLS_MAX);
  seen.cursor = page.cursor;
  const fills = page.fills.map((fill: VenueFill) => ({ kind: 'fill', fill }) as const);
  const orders = changed.map((order) => ({ kind: 'order', order }) as const);
  return [...fills, ...orders].map((news) => ({ kind: 'news', news }));
}

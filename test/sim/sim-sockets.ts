// Connections between two processes of a simulation: lines arrive in order, after a while or a long
// one; a connection breaks with what is on its way. A process that is frozen reads nothing, and
// what a dead one has written still arrives.

import type { LinkSocket } from '#adapters/venue-link/venue-sockets.ts';
import type { Life } from './process.ts';
import type { SimWorld } from './world.ts';

type Listener = (value?: unknown) => void;

/** What one end hears, in this order. */
type Item = {
  readonly atMs: number;
  readonly hear: (end: End) => void;
  /** A broken connection brings nothing but its end. */
  readonly isEnd: boolean;
};

type End = {
  readonly life: Life;
  readonly inbox: Item[];
  readonly listeners: Map<string, Listener>;
  isClosed: boolean;
  isPumping: boolean;
};

type Connection = { stalledUntilMs: number };

const DELAY_MS_MAX = 20;
/** Some shorter than the silence after which a connection is given up, some longer than a lease. */
const STALLS_MS = [4_000, 15_000, 60_000] as const;

/** `accept` is called with the other end when its process comes to it. */
export function connectLives(
  world: SimWorld,
  client: Life,
  server: Life | null,
  accept: (socket: LinkSocket) => void,
): LinkSocket {
  const near = endOf(client);
  const connection: Connection = { stalledUntilMs: -Infinity };
  if (server === null || server.isDead) {
    put(world, connection, near, { hear: close, isEnd: true }, DELAY_MS_MAX);
    return socketOf(world, connection, near, near);
  }
  const far = endOf(server);
  const socket = socketOf(world, connection, near, far);
  const other = socketOf(world, connection, far, near);
  put(world, connection, far, { hear: () => accept(other), isEnd: false }, DELAY_MS_MAX);
  void client.death.then(() => leave(world, connection, near, far));
  void server.death.then(() => leave(world, connection, far, near));
  return socket;
}

function endOf(life: Life): End {
  return { life, inbox: [], listeners: new Map(), isClosed: false, isPumping: false };
}

/** The end of `own`, as its process has it. */
function socketOf(world: SimWorld, connection: Connection, own: End, other: End): LinkSocket {
  return {
    get destroyed() {
      return own.isClosed;
    },
    get writable() {
      return !own.isClosed;
    },
    writableLength: 0,
    on: (event: string, listener: (value: never) => void) =>
      own.listeners.set(event, listener as Listener),
    setEncoding: () => undefined,
    unref: () => undefined,
    write(text: string) {
      if (own.isClosed || own.life.isDead) return;
      const delayMs = delayOf(world, connection, own, other, text);
      const hear = (end: End): void => end.listeners.get('data')?.(text);
      put(world, connection, other, { hear, isEnd: false }, delayMs);
    },
    destroy() {
      if (own.isClosed) return;
      own.isClosed = true;
      queueMicrotask(() => own.listeners.get('close')?.());
      leave(world, connection, own, other);
    },
  };
}

/** Draws what happens to a line, and what follows it; lines of status are often, and harmless. */
function delayOf(
  world: SimWorld,
  connection: Connection,
  own: End,
  other: End,
  text: string,
): number {
  const { agenda, chance, journal, rates } = world;
  if (text.startsWith('{"kind":"status"')) return 0;
  const delayMs = chance.below(DELAY_MS_MAX);
  if (rates.linkFault === 0 || !chance.percent(rates.linkFault)) return delayMs;
  if (chance.percent(50)) {
    journal.note(own.life.name, `its link to ${other.life.name} is cut`);
    void agenda.wait(delayMs).then(() => breakOff(world, connection, [own, other]));
    return 2 * chance.below(DELAY_MS_MAX);
  }
  const stallMs = chance.pick(STALLS_MS);
  journal.note(own.life.name, `its link to ${other.life.name} stalls for ${stallMs} ms`);
  connection.stalledUntilMs = agenda.nowMs() + stallMs;
  return delayMs;
}

/** The other end hears of it after all that was written before. */
function leave(world: SimWorld, connection: Connection, own: End, other: End): void {
  own.isClosed = true;
  if (own === other || other.isClosed) return;
  put(world, connection, other, { hear: close, isEnd: true }, 0);
}

function breakOff(world: SimWorld, connection: Connection, ends: readonly End[]): void {
  for (const end of ends) {
    if (end.isClosed) continue;
    end.inbox.length = 0;
    put(world, connection, end, { hear: close, isEnd: true }, 0);
  }
}

function close(end: End): void {
  if (end.isClosed) return;
  end.isClosed = true;
  end.listeners.get('close')?.();
}

function put(
  world: SimWorld,
  connection: Connection,
  end: End,
  item: Omit<Item, 'atMs'>,
  delayMs: number,
): void {
  end.inbox.push({ ...item, atMs: world.agenda.nowMs() + delayMs });
  if (end.isPumping) return;
  end.isPumping = true;
  queueMicrotask(() => pump(world, connection, end));
}

/** Hands over what is due; the rest when it is. */
function pump(world: SimWorld, connection: Connection, end: End): void {
  const { agenda } = world;
  for (;;) {
    const [item] = end.inbox;
    if (item === undefined || end.life.isDead || end.isClosed) break;
    const dueMs = Math.max(item.atMs, end.life.awakeAtMs, connection.stalledUntilMs);
    if (dueMs > agenda.nowMs()) {
      agenda.after(dueMs - agenda.nowMs(), () => pump(world, connection, end));
      return;
    }
    end.inbox.shift();
    item.hear(end);
  }
  end.isPumping = false;
}

// A proxy of TCP connections on this machine whose weather is set from outside: late, lossy or a
// black hole. Within TCP what is lost is not seen, only what it leads to: a connection that is
// reset in the middle of what it carries, also after the request and before the response.

import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { Chance } from '../sim/chance.ts';

export type Weather =
  | { readonly kind: 'clear' }
  /** Each piece arrives so much later, in order. */
  | { readonly kind: 'late'; readonly delayMs: number }
  /** Of a hundred pieces so many are the last of their connection, which is reset behind them. */
  | { readonly kind: 'lossy'; readonly percent: number }
  /** Nothing arrives in either direction, and nobody hears of it. */
  | { readonly kind: 'black hole' };

export type TcpProxy = {
  readonly port: number;
  readonly target: number;
  setWeather(this: void, weather: Weather): void;
  /** How many pieces it has passed on, held back for good, and ended a connection behind. */
  counts(this: void): { readonly passed: number; readonly swallowed: number; readonly cut: number };
  close(this: void): Promise<void>;
};

/** `target`: a port of this machine. */
export async function startTcpProxy(target: number, chance: Chance): Promise<TcpProxy> {
  let weather: Weather = { kind: 'clear' };
  const counts = { passed: 0, swallowed: 0, cut: 0 };
  const sockets = new Set<Socket>();

  function pass(from: Socket, to: Socket, both: () => void): void {
    let tail: Promise<void> = Promise.resolve();
    const later = (work: () => void): void => {
      const delayMs = weather.kind === 'late' ? weather.delayMs : 0;
      const due = delayMs === 0 ? Promise.resolve() : waitFor(delayMs);
      tail = tail.then(() => due).then(work);
    };
    from.on('data', (piece: Buffer) => {
      if (weather.kind === 'black hole') {
        counts.swallowed += 1;
        return;
      }
      const isLast = weather.kind === 'lossy' && chance.percent(weather.percent);
      later(() => {
        counts.passed += 1;
        if (!to.destroyed) to.write(piece);
        if (!isLast) return;
        counts.cut += 1;
        both();
      });
    });
    from.on('end', () => {
      if (weather.kind !== 'black hole') later(() => to.end());
    });
  }

  const server = createServer({ allowHalfOpen: true }, (inner) => {
    const outer = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    const both = (): void => {
      inner.resetAndDestroy();
      outer.resetAndDestroy();
    };
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', both);
    }
    inner.on('close', () => outer.destroy());
    outer.on('close', () => {
      if (weather.kind !== 'black hole') inner.destroy();
    });
    pass(inner, outer, both);
    pass(outer, inner, both);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    target,
    setWeather(next) {
      // What a hole has swallowed is missing in its connections for good.
      const hadHole = weather.kind === 'black hole' && next.kind !== 'black hole';
      weather = next;
      if (hadHole) for (const socket of sockets) socket.resetAndDestroy();
    },
    counts: () => ({ ...counts }),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

function waitFor(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}

// Reachability of an exchange is known also while nobody trades there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openLoopbackExchange } from './loopback-exchange.ts';

for (const code of ['binance', 'bybit'] as const)
  test(`${code} is down while it serves nothing, and open afterwards`, async (t) => {
    const runs: (() => void)[] = [];
    const timer = {
      every(_intervalMs: number, run: () => void) {
        runs.push(run);
        return () => undefined;
      },
    };
    const loopback = await openLoopbackExchange(code, { timer });
    t.after(() => loopback.close());
    const { venue, server } = loopback;
    const { exchange } = venue;
    await exchange.listMarkets();
    assert.equal(exchange.health(), 'open');
    const untilHealthIs = async (health: string): Promise<void> => {
      while (exchange.health() !== health) {
        for (const run of runs) run();
        await pause(10);
      }
    };
    server.control('maintenance', { venue: code, isOn: true });
    await untilHealthIs('down');
    server.control('maintenance', { venue: code, isOn: false });
    await untilHealthIs('open');
  });

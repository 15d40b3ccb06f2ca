// The contract of exchanges, retained by the dialect of Bybit over the loopback venue, and what is
// true of this venue beyond it.

import { after, before } from 'node:test';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import type { OpenLoopback } from './loopback-harness.ts';
import { openLoopback } from './loopback-harness.ts';

let loopback: OpenLoopback;

before(async () => {
  loopback = await openLoopback({
    code: 'bybit',
    spot: 'BTCUSDT',
    futures: 'BTCUSDT',
    closed: 'ETHUSDT',
    latestMs: 10_000,
    engineMs: 50,
  });
});
after(() => loopback.close());

exchangeContract('Bybit over the loopback venue', () => loopback.makeHarness());

// The exchange contract at Binance spot, over the loopback venue.

import { after } from 'node:test';

import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import type { LoopbackExchange } from './loopback-exchange.ts';
import { loopbackHarness } from './loopback-exchange.ts';

const opened: LoopbackExchange[] = [];
after(async () => {
  for (const exchange of opened) await exchange.close();
});

exchangeContract('Binance spot over the loopback venue', async () =>
  loopbackHarness({ code: 'binance', spot: 'BTCUSDT', futures: null }, (exchange) =>
    opened.push(exchange),
  ),
);

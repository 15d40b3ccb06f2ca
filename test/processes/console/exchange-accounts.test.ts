// Accounts at an exchange, by the console, the service and the loopback venue.

import { after } from 'node:test';
import { connectByKey, playMoney } from '../../console/journeys/exchange-accounts.ts';
import type { ExchangeKey } from '../../console/journeys/exchange-accounts.ts';
import { playJourneys } from '../../console/stage.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';

const MINUTE_MS = 60_000;
const venue = await startVenueServer();
// An order takes from the volume of the minute before: one before the venue began, or the one in
// which it began, of which little may be left.
const minutes = Array.from({ length: 10 }, (_, back) => {
  const startMs = (Math.floor(Date.now() / MINUTE_MS) - back) * MINUTE_MS;
  return [String(startMs), '60000', '60000', '60000', '60000', '5'];
});
venue.control('candles', { venue: 'binance', market: 'spot:BTCUSDT', candles: minutes });
let tradesCount = 0;
const market = setInterval(() => {
  tradesCount += 1;
  venue.control('trades', { venue: 'binance', seed: tradesCount });
}, 250);
after(async () => {
  clearInterval(market);
  await venue.close();
});
const balances = { USDT: '100000', BTC: '1', BNB: '20' };
const key = venue.control('account', { venue: 'okx', id: 'olga', balances }) as ExchangeKey;

await playJourneys(
  'accounts at an exchange',
  [
    [
      'a key is refused until it is right, and what it may do is shown',
      (of) => connectByKey(of, key),
    ],
    ['a paper account trades on the prices of the exchange', playMoney],
  ],
  { TIDEMILL_VENUE_LOOPBACK: venue.address, TIDEMILL_VENUES: 'binance,okx' },
);

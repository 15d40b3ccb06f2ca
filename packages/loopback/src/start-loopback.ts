// `npm run venue:loopback`: starts the loopback venue with a funded account and a key at each of
// its exchanges, and prints what a newcomer has to know.

import { marketOf } from '#loopback/exchange/exchange.ts';
import { pastMinutes } from '#loopback/past-minutes.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { ALL_VENUES, dollarsAt, VENUE_CODES } from '#loopback/skins/all-venues.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';
import { exchangeOf } from '#loopback/server/venue-state.ts';

const PORT = 7411;
const HISTORY_DAYS = 7;

const wanted = Number(process.argv[2] ?? PORT);
const server = await startVenueServer(wanted);

type AccountCredentials = Readonly<Record<'account' | 'key' | 'secret', string>> & {
  readonly passphrase: string | null;
};

/** An account of Hyperliquid has its collateral alone. */
const coinsAt = (venue: VenueCode): Readonly<Record<string, string>> =>
  venue === 'hyperliquid' ? {} : { BTC: '1', ETH: '10', BNB: '20' };

const open = (venue: VenueCode): AccountCredentials =>
  server.control('account', {
    venue,
    id: 'demo',
    balances: { [dollarsAt(venue)]: '100000', ...coinsAt(venue) },
  }) as AccountCredentials;

const lines = VENUE_CODES.flatMap((venue) => {
  const { key, secret, passphrase } = open(venue);
  const third = passphrase === null ? [] : [`  passphrase  ${passphrase}`];
  return ['', `${venue} (account demo)`, `  key     ${key}`, `  secret  ${secret}`, ...third];
});
// Days of minutes, and from now on prices that move a little, so that limit orders fill.
for (const venue of VENUE_CODES)
  for (const { key, base } of ALL_VENUES[venue].markets)
    if (base === 'BTC' || base === 'ETH') {
      const { middle, terms } = marketOf(exchangeOf(server.state, venue), key);
      const candles = pastMinutes({
        nowMs: server.state.clock.nowMs(),
        minutes: HISTORY_DAYS * 24 * 60,
        price: middle,
        tick: terms.tick,
        seed: 1,
      });
      server.control('candles', { venue, market: key, candles });
      server.control('activity', { venue, market: key, everyMs: 1000, seed: 1 });
    }
process.stdout.write(
  [
    `The loopback venue listens on ${server.address}. It is no exchange: nothing in it is worth anything.`,
    ...lines,
    '',
    'Set this for the service:',
    `  TIDEMILL_VENUE_LOOPBACK=${server.address}`,
    '',
  ].join('\n'),
);

const end = (): void => {
  void server.close().then(() => process.exit(0));
};
process.once('SIGINT', end).once('SIGTERM', end);

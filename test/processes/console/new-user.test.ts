// The first hour of somebody who has only the printed link, beside the loopback venue.

import { after } from 'node:test';
import { newUser } from '../../console/journeys/new-user.ts';
import { playJourneys } from '../../console/stage.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';

const venue = await startVenueServer();
after(() => venue.close());

await playJourneys(
  'a new user',
  [['whoever has only the printed link comes to a bot that runs and is stopped', newUser]],
  { TIDEMILL_VENUE_LOOPBACK: venue.address, TIDEMILL_VENUES: 'binance' },
);

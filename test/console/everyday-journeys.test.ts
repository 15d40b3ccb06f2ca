// The console as people use it, in a real browser on a real service: the journeys that are played
// every day. All others are in test/processes/console.

import { firstStart } from './journeys/first-start.ts';
import { orderByHand } from './journeys/order-by-hand.ts';
import { runningBot } from './journeys/running-bot.ts';
import { scriptToReport } from './journeys/script-to-report.ts';
import { somePages } from './journeys/all-pages.ts';
import { playJourneys } from './stage.ts';

await playJourneys('the console, every day', [
  ['whoever starts the service first is led from its link to a password', firstStart],
  ['a script with a mistake becomes one with a report', scriptToReport],
  ['an order is estimated, placed, seen and cancelled', orderByHand],
  ['a bot is made, started, watched and stopped', runningBot],
  ['every page can be read and reached by everyone, on every screen', somePages],
]);

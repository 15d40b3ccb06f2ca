// The console as people use it, in a real browser on a real service: the journeys that are played
// every day. All others are in test/processes/console.

import { accountCare } from './journeys/account-care.ts';
import { confirmIdentity } from './journeys/confirm-identity.ts';
import { firstStart } from './journeys/first-start.ts';
import { lostConnection } from './journeys/lost-connection.ts';
import { orderByHand } from './journeys/order-by-hand.ts';
import { reportOfBacktest } from './journeys/report-of-backtest.ts';
import { runningBot } from './journeys/running-bot.ts';
import { scriptToReport } from './journeys/script-to-report.ts';
import { secondFactor } from './journeys/second-factor.ts';
import { signInAndOut } from './journeys/sign-in-and-out.ts';
import { somePages } from './journeys/all-pages.ts';
import { playJourneys } from './stage.ts';

await playJourneys('the console, every day', [
  ['whoever starts the service first is led from its link to a password', firstStart],
  ['a name and a password sign in, a wrong one does not, and signing out ends it', signInAndOut],
  ['an app is set up, and signs in with its code or a recovery code', secondFactor],
  ['a key needs a proof that is not old, and a wrong one counts for its session', confirmIdentity],
  ['a script with a mistake becomes one with a report', scriptToReport],
  ['an order is estimated, placed, seen and cancelled', orderByHand],
  ['a report has the figures of the API, and its trades on their bars', reportOfBacktest],
  ['limits of an account hold, its fills are a file, and everything stops', accountCare],
  ['a bot is made, started, watched and stopped', runningBot],
  ['every page can be read and reached by everyone, on every screen', somePages],
  ['a lost connection is seen, and what happened meanwhile is there afterwards', lostConnection],
]);

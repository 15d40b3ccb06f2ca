// Signing in, an account's limits, and what is seen of a connection that was lost.

import { accountCare } from '../../console/journeys/account-care.ts';
import { confirmIdentity } from '../../console/journeys/confirm-identity.ts';
import { lostConnection } from '../../console/journeys/lost-connection.ts';
import { reportOfBacktest } from '../../console/journeys/report-of-backtest.ts';
import { secondFactor } from '../../console/journeys/second-factor.ts';
import { signInAndOut } from '../../console/journeys/sign-in-and-out.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('accounts in the console', [
  ['a name and a password sign in, a wrong one does not, and signing out ends it', signInAndOut],
  ['an app is set up, and signs in with its code or a recovery code', secondFactor],
  ['a key needs a proof that is not old, and a wrong one counts for its session', confirmIdentity],
  ['a report has the figures of the API, and its trades on their bars', reportOfBacktest],
  ['limits of an account hold, its fills are a file, and everything stops', accountCare],
  ['a lost connection is seen, and what happened meanwhile is there afterwards', lostConnection],
]);

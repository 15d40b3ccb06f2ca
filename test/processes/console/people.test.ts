// Changes that people make of how they and others sign in.

import { passkey } from '../../console/journeys/passkey.ts';
import { partnerDay } from '../../console/journeys/partner-day.ts';
import { people } from '../../console/journeys/people.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('people and the console', [
  ['a passkey is made, signs in without a name, and is removed', passkey],
  ['a partner makes a customer, follows a signal, and reads the bill', partnerDay],
  ['an owner makes a user and a key, and finds all of it in the audit log', people],
]);

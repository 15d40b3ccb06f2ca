// One attack of tenants.long.ts; test/processes/tenants.test.ts has more.

import { ONE_ATTACK } from './attacks.ts';
import { testShortAttacks } from './short-attacks.ts';

testShortAttacks(ONE_ATTACK);

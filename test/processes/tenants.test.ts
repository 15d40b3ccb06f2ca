// Some attacks of tenants.long.ts; everyday runs have one.

import { SHORT_ATTACKS } from '../tenants/attacks.ts';
import { testShortAttacks } from '../tenants/short-attacks.ts';

testShortAttacks(SHORT_ATTACKS);

// The tests of the HTTP edge and of its contract, in one process. The first requests of each
// operation are sent by the client; test/sdk/contract-by-client.long.ts sends all by it.

import { importTests } from '../support/import-tests.ts';
import { carryBy } from '../support/request-carrier.ts';
import { clientCarrier } from '../sdk/client-carrier.ts';

carryBy(clientCarrier({ callsMax: 3 }).carrier);
await importTests('src/api/**/*.{test,prop}.ts', 'test/contract/*.test.ts');

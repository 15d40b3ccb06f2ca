// Started by sim-durability.test.ts with the address of a database: prints an account's id, then
// the client order id of each order that the simulated exchange has taken, until it is killed.

import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { makePostgresSimStore } from '#adapters/postgres/stores/postgres-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { newOrder, restingBuy } from '#ports/exchange/exchange-harness.contract.ts';

const database = openDatabase({ url: process.argv[2] ?? '' });
const harness = await makeSimHarness(makePostgresSimStore(database));
process.stdout.write(`${harness.spot.account.accountId}\n`);
for (let count = 0; count < 1_000; count += 1) {
  const isResting = count % 4 === 0;
  const side = count % 2 === 0 ? 'buy' : 'sell';
  const order = isResting
    ? await restingBuy(harness, harness.spot)
    : await newOrder(harness, harness.spot, { side });
  const response = await harness.sim.placeOrder(harness.spot.account, order);
  if (response.ok) process.stdout.write(`${order.clientOrderId}\n`);
}
await database.close();

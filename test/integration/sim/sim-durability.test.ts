// The simulated exchange in PostgreSQL: what it has acknowledged outlives the process, several
// processes at one account place each order once, and an order costs one statement.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import test from 'node:test';
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { makePostgresSimStore } from '#adapters/postgres/stores/postgres-sim-store.ts';
import type { SimSession } from '#adapters/postgres/stores/postgres-sim-store.ts';
import type { SimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { auditLedger } from '#adapters/sim/sim-wallets.ts';
import { newOrder, placed, restingBuy } from '#ports/exchange/exchange-harness.contract.ts';
import { withTestDatabase } from '../../support/database.ts';

const PLACER = fileURLToPath(new URL('place-until-killed.ts', import.meta.url));

test('every order that was acknowledged outlives a kill, once, and the books add up', async () => {
  await withTestDatabase(async ({ url, database }) => {
    const child = spawn(process.execPath, [PLACER, url], { stdio: ['ignore', 'pipe', 'inherit'] });
    const returned: string[] = [];
    let accountId = '';
    for await (const line of createInterface({ input: child.stdout })) {
      if (accountId === '') accountId = line;
      else returned.push(line);
      if (returned.length === 40) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const store = makePostgresSimStore(database);
    const harness = await makeSimHarness(store);
    const account = { accountId, marketType: 'spot' } as const;
    for (const clientOrderId of returned) {
      const name = { clientOrderId, venueOrderId: null, placedAtMs: 0 };
      const seen = await harness.sim.fetchOrder(account, harness.spot.marketTag, name);
      assert.equal(seen.kind, 'found');
    }
    assert(returned.length >= 40);
    assert.deepEqual(await auditLedger(store, accountId), []);
  });
});

test('one order through many processes at the same time is one order', async () => {
  await withTestDatabase(async ({ url, database }) => {
    const harness = await makeSimHarness(makePostgresSimStore(database));
    const others = Array.from({ length: 3 }, () => openDatabase({ url }));
    const exchanges = [
      harness.sim,
      ...others.map((one) => harness.another(makePostgresSimStore(one))),
    ];
    const wishes = [];
    for (let count = 0; count < 10; count += 1)
      wishes.push(await restingBuy(harness, harness.spot));
    const responses = await Promise.all(
      wishes.flatMap((wish) => exchanges.map((sim) => sim.placeOrder(harness.spot.account, wish))),
    );
    for (const other of others) await other.close();
    assert(responses.every((response) => response.ok));
    const open = await harness.sim.fetchOpenOrders(harness.spot.account);
    assert.equal(open.length, wishes.length);
    assert.deepEqual(await auditLedger(harness.store, harness.spot.account.accountId), []);
  });
});

test('an order is one statement once its account was seen, and balances are one read', async () => {
  await withTestDatabase(async ({ database }) => {
    const statements: string[] = [];
    const counting: SimSession = {
      read(statement, values) {
        statements.push(statement.name);
        return database.read(statement, values);
      },
      write(statement, values) {
        statements.push(statement.name);
        return database.write(statement, values);
      },
    };
    const harness = await makeSimHarness(makePostgresSimStore(counting));
    await placed(harness, harness.spot, await newOrder(harness, harness.spot, { side: 'buy' }));
    const market = await newOrder(harness, harness.spot, { side: 'sell' });
    const resting = await restingBuy(harness, harness.spot);
    statements.length = 0;
    await placed(harness, harness.spot, market);
    await placed(harness, harness.spot, resting);
    await harness.sim.fetchBalances(harness.spot.account);
    assert.deepEqual(statements, ['sim_commit', 'sim_commit', 'sim_load_wallet']);
  });
});

test('orders of many accounts at once share statements, and each account stays right', async () => {
  await withTestDatabase(async ({ url, database }) => {
    const statements: string[] = [];
    const counting: SimSession = {
      read: (statement, values) => database.read(statement, values),
      write(statement, values) {
        statements.push(statement.name);
        return database.write(statement, values);
      },
    };
    const store = makePostgresSimStore(counting);
    const harnesses: SimHarness[] = [];
    for (let count = 0; count < 12; count += 1) harnesses.push(await makeSimHarness(store));
    const other = openDatabase({ url });
    const elsewhere = makePostgresSimStore(other);
    const wishes = [];
    for (const harness of harnesses)
      wishes.push({
        harness,
        orders: [
          await newOrder(harness, harness.spot, { side: 'buy' }),
          await newOrder(harness, harness.spot, { side: 'sell' }),
        ],
      });
    statements.length = 0;
    // Another process changes the same accounts meanwhile, in the opposite sequence.
    const responses = await Promise.all([
      ...wishes.flatMap(({ harness, orders }) =>
        orders.map((order) => harness.sim.placeOrder(harness.spot.account, order)),
      ),
      ...wishes.toReversed().map(async ({ harness }) => {
        const resting = await restingBuy(harness, harness.spot);
        return harness.another(elsewhere).placeOrder(harness.spot.account, resting);
      }),
    ]);
    await other.close();
    assert(responses.every((response) => response.ok));
    assert(statements.includes('sim_commit_all'));
    const balances = await Promise.all(
      harnesses.map(({ store: own, spot }) => own.loadWallet(spot.account.accountId)),
    );
    for (const [index, { spot, sim }] of harnesses.entries()) {
      const { accountId } = spot.account;
      assert.deepEqual(await auditLedger(store, accountId), []);
      assert.deepEqual(await store.loadWallet(accountId), balances[index]);
      assert.equal((await sim.fetchOpenOrders(spot.account)).length, 1);
    }
    const fills = (accounts: readonly SimHarness[]) =>
      Promise.all(accounts.map(({ sim, spot }) => sim.fetchFills(spot.account, [], null, 100)));
    const together = await fills(harnesses);
    for (const [index, harness] of harnesses.entries()) {
      assert.equal(together[index]?.fills.length, 2);
      assert.deepEqual((await fills([harness]))[0], together[index]);
    }
  });
});

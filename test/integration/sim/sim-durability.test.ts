// The simulated exchange in PostgreSQL: what it has answered outlives the process, several
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
import type { SimWorld } from '#adapters/sim/sim-world.fixture.ts';
import { makeSimWorld } from '#adapters/sim/sim-world.fixture.ts';
import { auditLedger } from '#adapters/sim/sim-wallets.ts';
import { newOrder, placed, restingBuy } from '#ports/exchange/exchange-world.contract.ts';
import { withTestDatabase } from '../../support/database.ts';

const PLACER = fileURLToPath(new URL('place-until-killed.ts', import.meta.url));

test('every order that was answered outlives a kill, once, and the books add up', async () => {
  await withTestDatabase(async ({ url, database }) => {
    const child = spawn(process.execPath, [PLACER, url], { stdio: ['ignore', 'pipe', 'inherit'] });
    const answered: string[] = [];
    let accountId = '';
    for await (const line of createInterface({ input: child.stdout })) {
      if (accountId === '') accountId = line;
      else answered.push(line);
      if (answered.length === 40) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const store = makePostgresSimStore(database);
    const world = await makeSimWorld(store);
    const account = { accountId, marketType: 'spot' } as const;
    for (const clientOrderId of answered) {
      const found = await world.sim.fetchOrder(account, world.spot.marketTag, clientOrderId);
      assert.equal(found?.clientOrderId, clientOrderId);
    }
    assert(answered.length >= 40);
    assert.deepEqual(await auditLedger(store, accountId), []);
  });
});

test('one order through many processes at the same time is one order', async () => {
  await withTestDatabase(async ({ url, database }) => {
    const world = await makeSimWorld(makePostgresSimStore(database));
    const others = Array.from({ length: 3 }, () => openDatabase({ url }));
    const exchanges = [world.sim, ...others.map((one) => world.another(makePostgresSimStore(one)))];
    const wishes = [];
    for (let count = 0; count < 10; count += 1) wishes.push(await restingBuy(world, world.spot));
    const responses = await Promise.all(
      wishes.flatMap((wish) => exchanges.map((sim) => sim.placeOrder(world.spot.account, wish))),
    );
    for (const other of others) await other.close();
    assert(responses.every((answer) => answer.ok));
    const open = await world.sim.fetchOpenOrders(world.spot.account);
    assert.equal(open.length, wishes.length);
    assert.deepEqual(await auditLedger(world.store, world.spot.account.accountId), []);
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
    const world = await makeSimWorld(makePostgresSimStore(counting));
    await placed(world, world.spot, await newOrder(world, world.spot, { side: 'buy' }));
    const market = await newOrder(world, world.spot, { side: 'sell' });
    const resting = await restingBuy(world, world.spot);
    statements.length = 0;
    await placed(world, world.spot, market);
    await placed(world, world.spot, resting);
    await world.sim.fetchBalances(world.spot.account);
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
    const worlds: SimWorld[] = [];
    for (let count = 0; count < 12; count += 1) worlds.push(await makeSimWorld(store));
    const other = openDatabase({ url });
    const elsewhere = makePostgresSimStore(other);
    const wishes = [];
    for (const world of worlds)
      wishes.push({
        world,
        orders: [
          await newOrder(world, world.spot, { side: 'buy' }),
          await newOrder(world, world.spot, { side: 'sell' }),
        ],
      });
    statements.length = 0;
    // Another process changes the same accounts meanwhile, in the opposite sequence.
    const responses = await Promise.all([
      ...wishes.flatMap(({ world, orders }) =>
        orders.map((order) => world.sim.placeOrder(world.spot.account, order)),
      ),
      ...wishes.toReversed().map(async ({ world }) => {
        const resting = await restingBuy(world, world.spot);
        return world.another(elsewhere).placeOrder(world.spot.account, resting);
      }),
    ]);
    await other.close();
    assert(responses.every((answer) => answer.ok));
    assert(statements.includes('sim_commit_all'));
    const balances = await Promise.all(
      worlds.map(({ store: own, spot }) => own.loadWallet(spot.account.accountId)),
    );
    for (const [index, { spot, sim }] of worlds.entries()) {
      const { accountId } = spot.account;
      assert.deepEqual(await auditLedger(store, accountId), []);
      assert.deepEqual(await store.loadWallet(accountId), balances[index]);
      assert.equal((await sim.fetchOpenOrders(spot.account)).length, 1);
    }
    const fills = (accounts: readonly SimWorld[]) =>
      Promise.all(accounts.map(({ sim, spot }) => sim.fetchFills(spot.account, null, 100)));
    const together = await fills(worlds);
    for (const [index, world] of worlds.entries()) {
      assert.equal(together[index]?.fills.length, 2);
      assert.deepEqual((await fills([world]))[0], together[index]);
    }
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { requestShares } from '#api/http/callers/request-shares.ts';

const SHARE = { atOnceMax: 4, waitingMax: 2 };
const caller = (userId: string) => ({ userId, endUserId: null });

/** Requests that are carried out until `end`. */
function open() {
  let isLate = false;
  const shares = requestShares(SHARE, () => isLate);
  const ending = Promise.withResolvers<void>();
  const responses: Promise<unknown>[] = [];
  return {
    shares,
    setLate: (value: boolean) => void (isLate = value),
    send: (userId: string, isUrgent = false) => {
      const turn = shares.run(caller(userId), isUrgent, () => ending.promise);
      responses.push(turn);
      return turn;
    },
    end: async () => {
      ending.resolve();
      await Promise.all(responses);
    },
  };
}

type Turn = Awaited<ReturnType<ReturnType<typeof open>['send']>>;

/** What was decided at once; null: it is carried out, or waits. */
async function decided(turn: Promise<Turn>): Promise<string | null> {
  const ran = await Promise.race([turn, Promise.resolve(null)]);
  return ran === null || ran.ok ? null : ran.rejection;
}

suite('shares of requests', () => {
  test('some at once, some that wait, and no more', async () => {
    const { send, shares, end } = open();
    const results: (string | null)[] = [];
    for (let count = 0; count < 7; count += 1) results.push(await decided(send('a')));
    assert.deepEqual(results, [null, null, null, null, null, null, 'full']);
    assert.deepEqual([shares.refusedCount(), shares.lateCount()], [1, 0]);
    await end();
  });

  test('while the process is late nobody waits, and users share the places', async () => {
    const { send, shares, setLate, end } = open();
    setLate(true);
    const results: (string | null)[] = [];
    for (let count = 0; count < 5; count += 1) results.push(await decided(send('a')));
    assert.deepEqual(results, [null, null, null, null, 'late']);
    // Half of the places each.
    assert.deepEqual([await decided(send('b')), await decided(send('b'))], [null, null]);
    assert.deepEqual([await decided(send('b')), await decided(send('a'))], ['late', 'late']);
    assert.equal(shares.lateCount(), 3);
    await end();
  });

  test('everybody has one, however many there are', async () => {
    const { send, setLate, end } = open();
    setLate(true);
    const users = Array.from({ length: 20 }, (_, index) => `user ${index}`);
    for (const user of users) assert.equal(await decided(send(user)), null);
    for (const user of users) assert.equal(await decided(send(user)), 'late');
    await end();
  });

  test('what stops something passes all the same', async () => {
    const { send, setLate, end } = open();
    for (let count = 0; count < 6; count += 1) void send('a');
    setLate(true);
    assert.equal(await decided(send('a')), 'late');
    for (let count = 0; count < 4; count += 1) assert.equal(await decided(send('a', true)), null);
    await end();
  });

  test('afterwards all is as before', async () => {
    const { send, setLate, end } = open();
    setLate(true);
    for (let count = 0; count < 5; count += 1) void send('a');
    setLate(false);
    assert.deepEqual([await decided(send('a')), await decided(send('a'))], [null, null]);
    assert.equal(await decided(send('a')), 'full');
    await end();
  });
});

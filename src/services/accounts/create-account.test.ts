import assert from 'node:assert/strict';
import { test } from 'node:test';

import { decimal } from '#lib/decimal.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { MARKET_CATALOGUE } from '#adapters/sim/market-catalogue.ts';
import { systemRandom } from '#adapters/system/system-ports.ts';
import { activateBots, deactivateBots } from '#services/accounts/activate-bots.ts';
import type { CreateAccountCommand } from '#services/accounts/create-account.ts';
import { createAccount } from '#services/accounts/create-account.ts';
import { listEveryAccount } from '#services/accounts/list-every-account.ts';
import { createUser } from '#services/users/create-user.ts';

type Opened = readonly [accountId: string, deposits: readonly object[]];

async function depsWithAda() {
  const markets = MARKET_CATALOGUE.map(({ market }) => market);
  const exchange = { code: 'sim', isTestNet: false, listMarkets: async () => markets };
  const opened: Opened[] = [];
  const venue = {
    code: 'sim',
    openWallet: async ({ accountId }: { accountId: string }, deposits: readonly object[]) => {
      opened.push([accountId, deposits]);
    },
  };
  const store = memoryStore();
  const deps = {
    users: store,
    accounts: store,
    exchanges: { find: (code: string) => (code.toLowerCase() === 'sim' ? exchange : null) },
    simulatedVenues: [venue],
    clock: { nowMs: () => 5_000 },
    random: systemRandom,
    opened,
  };
  await createUser(deps, { name: 'ada', plan: 'unlimited' });
  return deps;
}

const SPOT: CreateAccountCommand = {
  userName: 'ada',
  exchange: 'SIM',
  marketType: 'spot',
  name: ' Main ',
  deposits: [{ currency: 'USDT', amount: decimal('10000.5') }],
};

test('an account is opened with its money and belongs to its user', async () => {
  const deps = await depsWithAda();
  const result = await createAccount(deps, SPOT);
  assert.ok(result.ok);
  const account = result.value;
  assert.deepEqual(deps.opened, [[account.accountId, SPOT.deposits]]);
  assert.deepEqual(await listEveryAccount(deps), [{ ...account, userName: 'ada' }]);
  const { name, exchange, isSimulated, status, positionMode, allowsBots } = account;
  assert.deepEqual(
    { name, exchange, isSimulated, status, positionMode, allowsBots },
    {
      name: 'Main',
      exchange: 'sim',
      isSimulated: true,
      status: 'connected',
      positionMode: null,
      allowsBots: false,
    },
  );
});

test('a futures account has a position and a margin mode', async () => {
  const result = await createAccount(await depsWithAda(), { ...SPOT, marketType: 'futures' });
  assert.ok(result.ok);
  assert.deepEqual([result.value.positionMode, result.value.marginMode], ['one_way', 'isolated']);
});

const deposit = (currency: string, amount: string) => ({ currency, amount: decimal(amount) });

for (const [title, change, code] of [
  ['a name of blanks', { name: '  ' }, 'account_name_invalid'],
  ['a user nobody knows', { userName: 'bob' }, 'user_not_found'],
  ['an exchange that is not simulated here', { exchange: 'other' }, 'exchange_not_found'],
  ['a currency nobody trades', { deposits: [deposit('XYZ', '1')] }, 'currency_unknown'],
  ['nothing of a currency', { deposits: [deposit('BTC', '0')] }, 'deposit_not_positive'],
  ['a debt', { deposits: [deposit('BTC', '-1')] }, 'deposit_not_positive'],
  [
    'a currency twice',
    { deposits: [deposit('BTC', '1'), deposit('BTC', '1')] },
    'currency_repeated',
  ],
  ['too many decimals', { deposits: [deposit('BTC', '0.000000001')] }, 'deposit_too_precise'],
] as const) {
  test(`${title} is refused, and nothing is opened`, async () => {
    const deps = await depsWithAda();
    const result = await createAccount(deps, { ...SPOT, ...change });
    assert.equal(result.ok ? 'made' : result.rejection.code, code);
    assert.deepEqual([deps.opened, await listEveryAccount(deps)], [[], []]);
  });
}

test('a refused currency comes with those that could be held', async () => {
  const command = {
    ...SPOT,
    marketType: 'futures',
    deposits: [deposit('DOGE', '1')],
  } as const;
  const result = await createAccount(await depsWithAda(), command);
  assert.ok(!result.ok && result.rejection.code === 'currency_unknown');
  assert.ok(result.rejection.allowed.includes('USDT'));
  assert.equal(result.rejection.allowed.includes('DOGE'), false);
});

test('bots are let onto an account and kept off it again', async () => {
  const deps = await depsWithAda();
  const made = await createAccount(deps, SPOT);
  assert.ok(made.ok);
  const { accountId } = made.value;
  await activateBots(deps, { accountId });
  assert.equal((await listEveryAccount(deps))[0]?.allowsBots, true);
  await deactivateBots(deps, { accountId });
  assert.equal((await listEveryAccount(deps))[0]?.allowsBots, false);
});

test('an account nobody has cannot be switched', async () => {
  const result = await activateBots(await depsWithAda(), { accountId: 'acc_x' });
  assert.deepEqual(result, { ok: false, rejection: 'account_not_found' });
});

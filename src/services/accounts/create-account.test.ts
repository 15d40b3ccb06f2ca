import assert from 'node:assert/strict';
import { test } from 'node:test';

import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { MARKET_CATALOGUE } from '#adapters/sim/market-catalogue.ts';
import { systemRandom } from '#adapters/system/system-ports.ts';
import { activateBots, deactivateBots } from '#services/accounts/activate-bots.ts';
import type { VenueAccount } from '#venue-port/exchange/exchange.ts';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { Deposit, SimulatedVenue } from '#ports/exchange/simulated-venue.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { CreateAccountCommand } from '#services/accounts/create-account.ts';
import { createAccount } from '#services/accounts/create-account.ts';
import { listEveryAccount } from '#services/accounts/list-every-account.ts';
import { createUser } from '#services/users/create-user.ts';

type OpenRequest = readonly [accountId: string, deposits: readonly object[]];

async function depsWithAda() {
  const markets = MARKET_CATALOGUE.map(({ market }) => market);
  const exchange = { code: 'sim', isTestNet: false, listMarkets: async () => markets };
  const opened: OpenRequest[] = [];
  const venue = {
    code: 'sim',
    openWallet: async ({ accountId }: { accountId: string }, deposits: readonly object[]) => {
      opened.push([accountId, deposits]);
    },
  };
  const store = memoryStore();
  const deps = {
    users: store,
    signIns: store,
    accounts: store,
    exchanges: { find: (code: string) => (code.toLowerCase() === 'sim' ? exchange : null) },
    simulatedVenues: [venue],
    paperVenues: [{ ...venue, code: 'real' }],
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

test('a paper account is simulated, at a real exchange, and its id says so', async () => {
  const deps = await depsWithAda();
  const exchanges = { find: () => ({ ...present(deps.exchanges.find('sim'), ''), code: 'real' }) };
  const command = { ...SPOT, exchange: 'Real', isPaper: true };
  const result = await createAccount({ ...deps, exchanges }, command);
  assert.ok(result.ok);
  const { accountId, exchange, isSimulated, allowsBots } = result.value;
  assert.match(accountId, /^paper_[0-9a-z]{26}$/);
  assert.deepEqual([exchange, isSimulated, allowsBots], ['real', true, false]);
  assert.deepEqual(deps.opened, [[accountId, SPOT.deposits]]);
  for (const [refused, code] of [
    [{ ...command, exchange: 'sim' }, 'exchange_not_found'],
    [{ ...command, isPaper: false }, 'exchange_not_found'],
    [{ ...command, feesIn: 'BNB' }, 'fee_currency_unknown'],
  ] as const) {
    const response = await createAccount({ ...deps, exchanges }, refused);
    assert.equal(!response.ok && response.rejection.code, code);
  }
});

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

test('an account pays fees in what its user chose, if its exchange has that', async () => {
  const deps = await depsWithAda();
  const chosen: (string | undefined)[] = [];
  const venue = {
    code: 'sim',
    openWallet: async (...[, , , feesIn]: Parameters<SimulatedVenue['openWallet']>) => {
      chosen.push(feesIn);
    },
  };
  const simulated = { ...deps, simulatedVenues: [venue] };
  for (const feesIn of ['quote', 'received', 'BNB'])
    assert.ok((await createAccount(simulated, { ...SPOT, feesIn })).ok);
  assert.deepEqual(chosen, ['quote', 'received', 'BNB']);
  const unknown = await createAccount(simulated, { ...SPOT, feesIn: 'GOLD' });
  assert.ok(!unknown.ok && unknown.rejection.code === 'fee_currency_unknown');
  assert.deepEqual(unknown.rejection.allowed.slice(0, 3), ['quote', 'received', 'ADA']);
  const futures = { ...SPOT, marketType: 'futures', feesIn: 'received' } as const;
  const refused = await createAccount(simulated, futures);
  assert.ok(!refused.ok && refused.rejection.code === 'fee_currency_unknown');
  assert.deepEqual(refused.rejection.allowed, ['quote']);
});

for (const [title, outcome] of [
  ['before the wallet', { opened: 0, listed: 0 }],
  ['after the wallet', { opened: 1, listed: 0 }],
  ['before the account', { opened: 1, listed: 0 }],
  ['after the account', { opened: 1, listed: 1 }],
] as const) {
  test(`a death ${title} shows no account without its money, and may be repeated`, async () => {
    const deps = await depsWithAda();
    const dying = depsThatDie(deps, title);
    await assert.rejects(createAccount(dying, SPOT), /died/);
    const before = await listEveryAccount(deps);
    assert.deepEqual({ opened: deps.opened.length, listed: before.length }, outcome);
    const repeated = await createAccount(deps, SPOT);
    assert.ok(repeated.ok);
    const wallets = deps.opened.map(([accountId]) => accountId);
    for (const { accountId } of await listEveryAccount(deps))
      assert.ok(wallets.includes(accountId));
  });
}

/** The process dies at the point that the title names. */
function depsThatDie(deps: Awaited<ReturnType<typeof depsWithAda>>, title: string) {
  const at = async (point: string, work: () => Promise<void>): Promise<void> => {
    if (title === `before the ${point}`) throw new Error('died');
    await work();
    if (title === `after the ${point}`) throw new Error('died');
  };
  const [venue] = deps.simulatedVenues;
  const { accounts } = deps;
  return {
    ...deps,
    accounts: {
      ...accounts,
      insertAccount: (account: Account) => at('account', () => accounts.insertAccount(account)),
    },
    simulatedVenues: [
      {
        code: 'sim',
        openWallet: (account: VenueAccount, deposits: readonly Deposit[]) =>
          at('wallet', async () => venue?.openWallet(account, deposits)),
      },
    ],
  };
}

test('an account whose insertion was not confirmed, but is there, is the response', async () => {
  const deps = await depsWithAda();
  const insertAccount = async (account: Account): Promise<void> => {
    await deps.accounts.insertAccount(account);
    throw new OutcomeUnknown('the response was lost');
  };
  const accounts = { ...deps.accounts, insertAccount };
  const made = await createAccount({ ...deps, accounts }, SPOT);
  assert.ok(made.ok);
  assert.deepEqual(await listEveryAccount(deps), [{ ...made.value, userName: 'ada' }]);
});

test('an insertion that was not confirmed and is not there stays unknown', async () => {
  const deps = await depsWithAda();
  const insertAccount = () => Promise.reject(new OutcomeUnknown('the response was lost'));
  const accounts = { ...deps.accounts, insertAccount };
  await assert.rejects(createAccount({ ...deps, accounts }, SPOT), OutcomeUnknown);
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

test('bots are let onto an account and retained off it again', async () => {
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowBots } from '#services/accounts/allow-bots.ts';
import type { Account } from '#ports/stores/account-store.ts';

const ACCOUNT: Account = {
  accountId: 'acc_1',
  userId: 'usr_1',
  name: 'Main',
  exchange: 'x',
  marketType: 'spot',
  isSimulated: false,
  isTestNet: false,
  status: 'connected',
  positionMode: null,
  marginMode: null,
  allowsBots: false,
  createdAtMs: 0,
  updatedAtMs: null,
};

async function outcome(
  account: Partial<Account>,
  role: 'owner' | 'trader' | 'read_only',
  allowsBots: boolean,
): Promise<string> {
  const set: boolean[] = [];
  const accounts = {
    findAccount: async (userId: string) => (userId === 'usr_1' ? { ...ACCOUNT, ...account } : null),
    setAllowsBots: async (_id: string, value: boolean) => set.push(value) > 0,
  };
  const command = {
    caller: { userId: 'usr_1', role },
    accountId: 'acc_1',
    allowsBots,
    tightensOnly: null,
    claim: null,
  };
  const found = await allowBots({ accounts }, command);
  return found.ok ? `${found.value.allowsBots} ${set.join()}` : found.rejection;
}

test('an owner allows bots on real money, a trader on play money; all forbid them', async () => {
  const [real, play] = [{ isSimulated: false }, { isSimulated: true }];
  assert.equal(await outcome(real, 'owner', true), 'true true');
  assert.equal(await outcome(real, 'trader', true), 'owners_only');
  assert.equal(await outcome(real, 'trader', false), 'false false');
  assert.equal(await outcome(play, 'trader', true), 'true true');
});

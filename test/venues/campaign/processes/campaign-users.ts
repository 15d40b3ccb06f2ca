// Who trades in a campaign: users with accounts of their own, and a partner with end users. Each
// account has a wallet of its own at the venue.

import assert from 'node:assert/strict';

import { runCommandHere } from '../../../support/run-command-here.ts';
import type { Ask } from './campaign-client.ts';
import { askAs, askUntilFinal } from './campaign-client.ts';
import type { Installation } from './campaign-installation.ts';

export type CampaignAccount = { readonly accountId: string; readonly ask: Ask };
export type CampaignEndUser = { readonly userId: string };

export type CampaignUsers = {
  readonly accounts: readonly CampaignAccount[];
  readonly users: readonly Ask[];
  /** Below the prefix of the partner. */
  readonly partner: Ask;
  readonly endUsers: readonly CampaignEndUser[];
};

export type CampaignSize = {
  readonly users: number;
  readonly accountsPerUser: number;
  readonly endUsers: number;
};

const BALANCES = { USDT: '100000000', BTC: '500', ETH: '5000', BNB: '5000' };
/** In a third currency for some of them. */
const FEE_MODES = ['received', 'BNB', 'quote'];

export async function makeUsers(made: Installation, size: CampaignSize): Promise<CampaignUsers> {
  const users: Ask[] = [];
  const accounts: CampaignAccount[] = [];
  for (let index = 0; index < size.users; index += 1) {
    const ask = await makeUser(made, `user${index}`);
    users.push(ask);
    const ids = numbers(size.accountsPerUser).map(async (count) =>
      connect(made, ask, `${index}-${count}`, index + count),
    );
    for (const accountId of await Promise.all(ids)) accounts.push({ accountId, ask });
  }
  const partner = await makePartner(made);
  const endUserIds = numbers(size.endUsers).map(async (index) =>
    makeEndUser(made, partner, `end-${index}`, index),
  );
  const endUsers = (await Promise.all(endUserIds)).map((userId) => ({ userId }));
  return { accounts, users, partner, endUsers };
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

async function makeUser({ dataDir, url }: Installation, name: string): Promise<Ask> {
  await runCommandHere(dataDir, ['users', 'create', name]);
  const words = ['keys', 'create', '--user', name, '--name', name];
  const { key } = (await runCommandHere(dataDir, words)) as { readonly key: string };
  return askAs(url, key);
}

/** A wallet at the venue, with a key; `place` decides how it pays fees. */
function openWallet({ venue, code }: Installation, id: string, place: number) {
  const feeMode = FEE_MODES[place % FEE_MODES.length];
  const opened = venue.control('account', { venue: code, id, balances: BALANCES, feeMode });
  const { key, secret } = opened as { readonly key: string; readonly secret: string };
  return { api_key: key, api_secret: secret };
}

async function connect(made: Installation, ask: Ask, name: string, place: number): Promise<string> {
  const credentials = openWallet(made, name, place);
  const account = { exchange: made.code, market_type: 'spot', name, credentials };
  const { status, body } = await askUntilFinal(ask, ['POST', '/accounts', account, name]);
  assert.equal(status, 201, JSON.stringify(body));
  return String(body['account_id']);
}

async function makePartner({ dataDir, url, code }: Installation): Promise<Ask> {
  await runCommandHere(dataDir, ['users', 'create', 'partner']);
  await runCommandHere(dataDir, ['partners', 'create', 'partner']);
  await runCommandHere(dataDir, ['partners', 'enable-exchange', 'partner', code]);
  const words = ['partners', 'create-key', 'partner', '--name', 'all'];
  const { key } = (await runCommandHere(dataDir, words)) as { readonly key: string };
  const ask = askAs(url, key);
  return async (method, path, body, name) => ask(method, `/whitelabel${path}`, body, name);
}

async function makeEndUser(
  made: Installation,
  partner: Ask,
  name: string,
  place: number,
): Promise<string> {
  const credentials = openWallet(made, name, place);
  const endUser = { external_id: name, exchange: made.code, credentials };
  const { status, body } = await askUntilFinal(partner, ['POST', '/users', endUser, name]);
  assert.equal(status, 201, JSON.stringify(body));
  return String(body['user_id']);
}

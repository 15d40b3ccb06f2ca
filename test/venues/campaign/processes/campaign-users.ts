// Users of a campaign: users with accounts of their own, and a partner with end users. Each account
// has a wallet of its own at the venue.

import assert from 'node:assert/strict';

import { runCommandHere } from '../../../support/run-command-here.ts';
import type { CampaignKey } from '../campaign-exchange.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { accountOf } from '#loopback/exchange/exchange.ts';
import { exchangeOf } from '#loopback/server/venue-state.ts';
import { dollarsAt } from '#loopback/skins/all-venues.ts';
import type { Ask, Json } from './campaign-client.ts';
import { askAs, askUntilFinal } from './campaign-client.ts';
import type { Installation } from './campaign-installation.ts';

export type CampaignAccount = {
  readonly accountId: string;
  readonly ask: Ask;
  /** The account's name at the venue. */
  readonly wallet: string;
};
export type CampaignEndUser = { readonly userId: string };

export type CampaignUsers = {
  /** Of users, whoever trades with them. */
  readonly accounts: readonly CampaignAccount[];
  readonly byHand: readonly CampaignAccount[];
  readonly byScript: readonly CampaignAccount[];
  /** Of those with scripts, the ones that a move of the market liquidates. */
  readonly thin: readonly CampaignAccount[];
  /** Those that hold both directions at the venue, which takes no order of ours there. */
  readonly hedging: readonly CampaignAccount[];
  readonly users: readonly Ask[];
  /** Below the prefix of the partner. */
  readonly partner: Ask;
  readonly endUsers: readonly CampaignEndUser[];
};

export type CampaignSize = {
  readonly users: number;
  readonly accountsPerUser: number;
  readonly endUsers: number;
  /** Of the accounts of a user, so many are in hedge mode, where an exchange has it. */
  readonly hedgingPerUser: number;
  readonly scriptedBots: number;
};

const COINS = { BTC: '500', ETH: '5000', BNB: '5000' };
/** In dollars; less than what a bot loses in a market that falls by a seventh. */
const THIN = '15';
const THIN_MAX = 2;
/** Exchanges of which an account can hold both directions. */
const HEDGING: ReadonlySet<VenueCode> = new Set(['binanceusdm', 'bybit', 'okx']);
/** In a third currency for some of them. */
const FEE_MODES = ['received', 'BNB', 'quote'];

export async function makeUsers(made: Installation, size: CampaignSize): Promise<CampaignUsers> {
  const isSpot = made.kind === 'spot';
  const thin = isSpot ? 0 : Math.min(THIN_MAX, size.scriptedBots);
  const users: Ask[] = [];
  const accounts: CampaignAccount[] = [];
  const hedging: CampaignAccount[] = [];
  const hedgingPerUser = !isSpot && HEDGING.has(made.code) ? size.hedgingPerUser : 0;
  for (let index = 0; index < size.users; index += 1) {
    const ask = await makeUser(made, `user${index}`);
    users.push(ask);
    const connected = numbers(size.accountsPerUser).map(async (count) => {
      const wallet = `${index}-${count}`;
      const place = accounts.length + count;
      const balances = place < thin ? { [dollarsAt(made.code)]: THIN } : balancesAt(made.code);
      const credentials = openWallet(made, wallet, place, balances);
      const isHedging = count >= size.accountsPerUser - hedgingPerUser;
      if (isHedging) holdBothDirections(made, wallet);
      const { accountId, positionMode } = await connect(made, ask, wallet, credentials);
      assert.equal(positionMode === 'hedge', isHedging, `${wallet}: ${String(positionMode)}`);
      const account = { accountId, ask, wallet };
      if (isHedging) hedging.push(account);
      return account;
    });
    accounts.push(...(await Promise.all(connected)));
  }
  const partner = await makePartner(made);
  const endUserIds = numbers(size.endUsers).map(async (index) =>
    makeEndUser(made, partner, `end-${index}`, index),
  );
  const endUsers = (await Promise.all(endUserIds)).map((userId) => ({ userId }));
  // A bot does not start on an account in hedge mode.
  const byScript = accounts
    .filter((account) => !hedging.includes(account))
    .slice(0, size.scriptedBots);
  // What a bot is paid for its position is compared with its account's: it has it to itself.
  const byHand = isSpot ? accounts : accounts.filter((account) => !byScript.includes(account));
  const known = { accounts, byHand, byScript, thin: accounts.slice(0, thin), hedging };
  return { ...known, users, partner, endUsers };
}

function holdBothDirections({ venue, code, kind }: Installation, wallet: string): void {
  const exchange = exchangeOf(venue.state, code);
  for (const { terms } of exchange.markets.values())
    if (terms.kind === kind) accountOf(exchange, wallet).positionModes.set(terms.key, 'hedge');
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

/** An account of Hyperliquid has its collateral alone. */
function balancesAt(code: VenueCode): Readonly<Record<string, string>> {
  const dollars = { [dollarsAt(code)]: '100000000' };
  return code === 'hyperliquid' ? dollars : { ...dollars, ...COINS };
}

/** A wallet at the venue, with a key; `place` decides how it pays fees. */
function openWallet(
  { venue, code }: Installation,
  id: string,
  place: number,
  balances: Readonly<Record<string, string>>,
): Json {
  const feeMode = FEE_MODES[place % FEE_MODES.length];
  const opened = venue.control('account', { venue: code, id, balances, feeMode });
  const { key, secret, passphrase } = opened as CampaignKey;
  const keys = { api_key: key, api_secret: secret };
  return passphrase === null ? keys : { ...keys, passphrase };
}

async function connect(
  made: Installation,
  ask: Ask,
  name: string,
  credentials: Json,
): Promise<{ readonly accountId: string; readonly positionMode: unknown }> {
  const marketType = made.kind === 'spot' ? 'spot' : 'futures';
  const account = { exchange: made.code, market_type: marketType, name, credentials };
  const { status, body } = await askUntilFinal(ask, ['POST', '/accounts', account, name]);
  assert.equal(status, 201, JSON.stringify(body));
  return { accountId: String(body['account_id']), positionMode: body['position_mode'] };
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
  const credentials = openWallet(made, name, place, balancesAt(made.code));
  const endUser = { external_id: name, exchange: made.code, credentials };
  const { status, body } = await askUntilFinal(partner, ['POST', '/users', endUser, name]);
  assert.equal(status, 201, JSON.stringify(body));
  return String(body['user_id']);
}

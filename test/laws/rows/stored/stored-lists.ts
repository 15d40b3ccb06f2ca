// The lists that the stores of a service read back, each with two rows of its own.

import { decimal } from '#lib/decimal.ts';
import type { Order } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import {
  sampleAccount,
  sampleBot,
  sampleCredentials,
  sampleHash,
  sampleId,
  sampleKey,
  sampleOrder,
  storedAccount,
} from '#ports/stores/store.fixture.ts';
import type { ScriptCheck } from '#ports/work/script-checker.ts';
import { channelLists, hookLists, ruleLists, webhookLists } from './connection-lists.ts';
import { partners } from './partner-lists.ts';
import { research } from './research-lists.ts';
import { running } from './running-lists.ts';
import type { AnyJobs, StoredList, Surroundings } from './stored-stores.ts';
import { NOW_MS, shown, storesOver } from './stored-stores.ts';

const CONNECTIONS = [webhookLists, channelLists, ruleLists, hookLists];

/** An order with every document that an order may have. */
const RICH: Partial<Order> = {
  type: 'stop_limit',
  terms: {
    ...PLAIN_TERMS,
    triggerPrice: decimal('27000.5'),
    isReduceOnly: true,
    margin: { leverage: decimal('2.5'), marginMode: 'cross' },
    exit: { group: 'g', role: 'stop', openAmount: decimal('0.25') },
  },
};

export async function storedLists(
  database: Database,
  jobs: AnyJobs,
): Promise<readonly StoredList[]> {
  const stores = storesOver(database, jobs);
  const account = await storedAccount(stores);
  const around = { database, stores, account, userId: account.userId };
  const lists: StoredList[] = [];
  for (const add of [access, trading, scripts, ...CONNECTIONS, partners, research, running])
    lists.push(...(await add(around)));
  return lists;
}

async function access({ stores, userId }: Surroundings): Promise<readonly StoredList[]> {
  const [key, other] = [sampleKey(userId), sampleKey(userId)];
  for (const each of [key, other]) await stores.insertKey(each, sampleHash(), null);
  const sessionIds = [sampleId('sess'), sampleId('sess')];
  for (const sessionId of sessionIds)
    await stores.insertSession(
      {
        sessionId,
        userId,
        createdAtMs: NOW_MS,
        lastSeenAtMs: NOW_MS,
        address: '192.0.2.7',
        agent: 'a browser',
        signedInBy: 'password',
        confirmedAtMs: NOW_MS,
      },
      sampleHash(),
      100,
    );
  const entryIds = [sampleId('audit'), sampleId('audit')];
  for (const entryId of entryIds)
    await stores.appendAudit({
      entryId,
      userId,
      atMs: NOW_MS,
      act: 'sign_in',
      actorId: null,
      address: '192.0.2.7',
      subject: null,
      actorUserId: null,
    });
  const audit = { userId, before: null, limit: 100 };
  const times = ['user_id', 'created_at_ms', 'last_seen_at_ms', 'confirmed_at_ms'];
  return [
    shown('listUsers', 'users', { user_id: userId }, (each) => each.listUsers(), ['deleted_at_ms']),
    shown('listKeys', 'api_keys', { key_id: key.keyId }, (each) => each.listKeys(userId), [
      'user_id',
      'deleted_at_ms',
      'end_user_id',
    ]),
    shown(
      'listSessions',
      'sessions',
      { session_id: sessionIds[0] ?? '' },
      (each) => each.listSessions(userId, NOW_MS),
      times,
    ),
    shown('listAudit', 'audit_entries', { entry_id: entryIds[0] ?? '' }, (each) =>
      each.listAudit(audit),
    ),
  ];
}

async function trading({ stores, account, userId }: Surroundings): Promise<readonly StoredList[]> {
  const { accountId } = account;
  const other = sampleAccount(userId);
  await stores.insertAccount(other);
  const real = [0, 1].map(() => sampleAccount(userId, { exchange: 'kraken', isSimulated: false }));
  for (const each of real) await stores.connectAccount(each, sampleCredentials(each), null);
  const realIds = real.map((each) => each.accountId);
  const [order, second] = [sampleOrder(accountId, RICH), sampleOrder(accountId, RICH)];
  for (const each of [order, second]) await stores.insertIntent(each);
  const ended = [sampleOrder(accountId, RICH), sampleOrder(accountId, RICH)];
  for (const each of ended) await stores.insertIntent({ ...each, state: 'cancelled' });
  while ((await stores.numberEvents(1_000)) > 0);
  const events = { userId, after: 0, types: null, limit: 100 } as never;
  const bots = [sampleBot(account), sampleBot(account)];
  for (const bot of bots) await stores.insertBot(bot, null);
  const config = { market_tag: 'SIM_BTC_USDT', amount: '0.01', stop_price: '50000' };
  const brain = { kind: 'strategy', type: 'bracket', config } as const;
  const running = { activation: 1, activatedAtMs: 5, isActivated: true };
  const brackets = [0, 1].map(() => ({ ...sampleBot(account, running), brain }));
  for (const bracket of brackets) await stores.insertBracket(bracket, 100);
  const ofBrackets = { userId, accountId, isOpen: false };
  const whose = { userId, accountId: null, marketTag: null, botId: null };
  const filter = { ...whose, states: null, fromMs: null, toMs: null };
  const placed = { order_id: order.orderId };
  return [
    shown('listAccounts', 'accounts', { account_id: accountId }, (each) =>
      each.listAccounts(userId, null, 100),
    ),
    shown('listOrders', 'orders', placed, (each) => each.listOrders(filter, null, 100), [
      'account_id',
    ]),
    shown(
      'listEndedOrders',
      'orders',
      { order_id: ended[0]?.orderId ?? '' },
      (each) => each.listEndedOrders(accountId, null, 100),
      ['account_id', 'state'],
    ),
    {
      ...shown('listWorkingOrders', 'orders', placed, (each) => each.listWorkingOrders(accountId)),
      kind: 'own orders',
      filters: ['account_id', 'state'],
    },
    shown(
      'listCredentials',
      'account_credentials',
      { account_id: realIds[0] ?? '' },
      (each) => each.listCredentials(realIds),
      [],
    ),
    shown(
      'readEvents',
      'events',
      { user_id: userId, sequence: '1' },
      async (each) => (await each.readEvents(events)).events,
      ['user_id', 'sequence', 'type', 'day', 'at_ms'],
    ),
    shown('listBots', 'bots', { bot_id: bots[0]?.botId ?? '' }, (each) =>
      each.listBots(userId, null, 100),
    ),
    shown(
      'listBrackets',
      'bots',
      { bot_id: brackets[0]?.botId ?? '' },
      (each) => each.listBrackets(ofBrackets, null, 100),
      ['user_id', 'account_id', 'strategy'],
    ),
  ];
}

async function scripts({ stores, userId }: Surroundings): Promise<readonly StoredList[]> {
  const scriptIds = [sampleId('script'), sampleId('script')];
  const check: ScriptCheck = {
    isValid: true,
    errors: [],
    warnings: [{ message: 'an input stands in a branch', line: 3, column: 7 }],
    inputs: [
      {
        kind: 'number',
        label: 'Length',
        group: 'Trend',
        tooltip: '',
        defaultValue: 14,
        options: [{ label: 'one', value: 1 }],
        least: 1,
        most: null,
        step: null,
      },
    ],
    commandName: null,
  };
  for (const scriptId of scriptIds)
    await stores.insertScript({
      userId,
      scriptId,
      name: scriptId,
      description: null,
      type: 'lua',
      source: 'Log(1)',
      check,
      createdAtMs: NOW_MS,
      updatedAtMs: NOW_MS,
    });
  const [scriptId = ''] = scriptIds;
  await stores.replaceSource(userId, scriptId, 'Log(2)', check, NOW_MS);
  return [
    shown('listScripts', 'scripts', { script_id: scriptId }, (each) =>
      each.listScripts(userId, null, 100),
    ),
    shown(
      'listVersions',
      'script_versions',
      { script_id: scriptId, version: '1' },
      (each) => each.listVersions(userId, scriptId, null, 100),
      ['user_id', 'script_id', 'version'],
    ),
  ];
}

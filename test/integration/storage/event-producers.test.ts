// Every type of event is written by the change that it reports: one change of each kind, made
// through the port by which the service makes it, and the function of the database that notes it.

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { postgresBacktestStore } from '#adapters/postgres/stores/backtest-store.ts';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresLabStore } from '#adapters/postgres/stores/lab-store.ts';
import { makePostgresSimStore } from '#adapters/postgres/stores/postgres-sim-store.ts';
import { postgresNotificationStore } from '#adapters/postgres/stores/notification-store.ts';
import { postgresWebhookStore } from '#adapters/postgres/stores/webhook-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import type { EventType } from '#domain/event-log/event-catalogue.ts';
import { EVENT_TYPES } from '#domain/event-log/event-catalogue.ts';
import type { OrderState } from '#venue-port/order/order.ts';
import { present } from '#lib/assert.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { newOrder, placed } from '#ports/exchange/exchange-harness.contract.ts';
import type { BacktestOutcome } from '#ports/stores/backtest-store.ts';
import { BACKTEST_QUEUE } from '#ports/stores/backtest-store.ts';
import type { BotRunStep } from '#ports/stores/bot-run-store.ts';
import { begun, commitStep, startedBot, stepAfter } from '#ports/stores/bot-run.fixture.ts';
import { LAB_PLAN_QUEUE } from '#ports/stores/lab-store.ts';
import { sampleLab } from '#ports/stores/lab.fixture.ts';
import {
  sampleAccount,
  sampleBot,
  sampleCredentials,
  sampleHash,
  sampleId,
  sampleOrder,
  sampleUser,
  storedAccount,
} from '#ports/stores/store.fixture.ts';
import { attemptJob } from '#ports/work/attempt-job.fixture.ts';
import type { JobAttempt } from '#ports/work/jobs.ts';
import type { TestDatabase } from '../../support/database.ts';
import { createTestDatabase } from '../../support/database.ts';

const AT_MS = 1_700_000_000_000;
const QUIET_MS = 30_000;

async function openWorld(opened: TestDatabase) {
  const { database } = opened;
  const { jobs, close } = await openJobs(database, { isRunning: true, report: () => undefined });
  return {
    opened,
    database,
    jobs,
    close,
    store: postgresStore(database),
    runs: postgresBotRunStore(database),
    inbox: postgresBotInbox(database),
    backtests: postgresBacktestStore(database, jobs),
    labs: postgresLabStore(database, jobs),
    webhooks: postgresWebhookStore(database),
    notifications: postgresNotificationStore(database),
  };
}
type World = Awaited<ReturnType<typeof openWorld>>;

/** What was changed, and whose it is. */
type ChangedObject = { readonly userId: string; readonly objectId: string };
type Change = (world: World) => Promise<ChangedObject>;
/** The function of the database that notes the change, and the change. */
type Producer = readonly [noting: string, change: Change];

const PRODUCERS: { readonly [type in EventType]: Producer } = {
  'order.placed': ['note_order_event', orderIn('pending')],
  'order.opened': ['note_order_event', orderIn('open')],
  'order.filled': ['note_order_event', orderIn('filled')],
  'order.cancelled': ['note_order_event', orderIn('cancelled')],
  'order.rejected': ['note_order_event', orderIn('rejected')],
  'order.expired': ['note_order_event', orderIn('expired')],
  'order.unplaced': ['note_order_event', orderIn('unplaced')],
  'order.unknown': ['note_order_event', orderIn('unknown')],
  'order.lost': ['note_order_event', orderIn('lost')],
  'fill.created': ['note_order_event', orderIn('open', '0.5')],
  'position.opened': ['note_sim_positions', tradedPosition('buy')],
  'position.changed': ['note_sim_positions', tradedPosition('buy', 'buy')],
  'position.closed': ['note_sim_positions', tradedPosition('buy', 'sell')],
  'balance.changed': ['note_sim_balance', tradedSpot],
  'bot.started': ['note_bot_event', startedOne],
  'bot.stopped': ['note_bot_event', stoppedOne],
  'bot.updated': ['note_bot_update', stepOfBot({ isPaused: true })],
  'bot.logged': ['note_bot_lines', stepOfBot({ isPaused: false })],
  'bot.notified': ['note_bot_lines', stepOfBot({ isPaused: false })],
  'signal.received': ['note_bot_signals', signalled],
  'signal.unheard': ['note_unheard_signal', unheard],
  'backtest.progressed': ['note_backtest_event', stagedBacktest],
  'backtest.finished': ['note_backtest_event', endedBacktest('finished')],
  'backtest.failed': ['note_backtest_event', endedBacktest('failed')],
  'lab.progressed': ['note_lab_event', startedLab],
  'lab.completed': [
    'note_lab_event',
    endedLab(({ labs }, attempt) => labs.completeLab(attempt, '{}', AT_MS)),
  ],
  'lab.cancelled': ['note_lab_event', cancelledLab],
  'lab.failed': [
    'note_lab_event',
    endedLab(({ labs }, attempt) => labs.failLab(attempt, 'No history', AT_MS)),
  ],
  'account.invalid_credentials': ['note_refused_credentials', refusedCredentials],
  'exchange.degraded': ['note_exchange_health', seenExchange('down')],
  'exchange.restored': ['note_exchange_health', seenExchange('down', 'open')],
  'hook.created': ['note_created_access', createdHook],
  'webhook.created': ['note_created_access', disabledWebhook],
  'channel.created': ['note_created_access', disabledChannel],
  'webhook.disabled': ['note_disabled_webhook', disabledWebhook],
  'channel.disabled': ['note_disabled_channel', disabledChannel],
  'stream.cut': ['note_cut_stream', cutStream],
};

/** Functions that write events, but for the one that numbers them. */
const NOTING = `
  SELECT proname AS name FROM pg_proc
  WHERE prosrc ~ 'INSERT INTO waiting_events' ORDER BY proname`;

suite('events and what makes them', () => {
  let world: World;
  before(async () => {
    world = await openWorld(await createTestDatabase());
  });
  after(async () => {
    await world.close();
    await world.opened.drop();
  });

  for (const type of EVENT_TYPES)
    test(`${type} is written by ${PRODUCERS[type][0]}`, async () => {
      const { userId, objectId } = await PRODUCERS[type][1](world);
      while ((await world.store.numberEvents(1_000)) > 0);
      const query = { userId, after: 0, types: [type], limit: 10 };
      const { events } = await world.store.readEvents(query);
      assert.deepEqual(
        events.map((event) => event.objectId),
        [objectId],
      );
    });

  test('nothing else in the database writes events', async () => {
    const found = await world.database.read<{ readonly name: string }>({ text: NOTING }, []);
    const named = new Set(Object.values(PRODUCERS).map(([noting]) => noting));
    assert.deepEqual(
      found.map(({ name }) => name),
      [...named].toSorted(),
    );
  });
});

function orderIn(to: OrderState, filled = '0'): Change {
  return async ({ store }) => {
    const { accountId, userId } = await storedAccount(store);
    const order = sampleOrder(accountId, { amount: decimal('2') });
    await store.insertIntent(order);
    const { orderId } = order;
    const filledAmount = decimal(filled);
    const change = { orderId, to, filledAmount, venueOrderId: null, reason: null, atMs: AT_MS };
    if (to !== order.state || filledAmount !== ZERO)
      assert(await store.transition({ ...change, from: [order.state] }, null));
    return { userId, objectId: orderId };
  };
}

/** A simulated exchange whose accounts are a user's. */
async function tradingUser({ store, database }: World) {
  const user = sampleUser();
  await store.insertUser(user);
  const { userId } = user;
  const harness = await makeSimHarness(makePostgresSimStore(database));
  for (const { account } of [harness.spot, present(harness.futures, 'it has futures')])
    await store.insertAccount(sampleAccount(userId, account));
  return { harness, userId };
}

function tradedPosition(...sides: readonly ('buy' | 'sell')[]): Change {
  return async (world) => {
    const { harness, userId } = await tradingUser(world);
    const futures = present(harness.futures, 'it has futures');
    const ids: string[] = [];
    for (const side of sides) {
      await placed(harness, futures, await newOrder(harness, futures, { side }));
      const positions = await harness.exchange.fetchPositions(futures.account);
      ids.push(...positions.map(({ positionId }) => positionId));
    }
    return { userId, objectId: ids[0] ?? 'none' };
  };
}

async function tradedSpot(world: World): Promise<ChangedObject> {
  const { harness, userId } = await tradingUser(world);
  const { spot } = harness;
  await placed(harness, spot, await newOrder(harness, spot, { side: 'buy' }));
  return { userId, objectId: spot.account.accountId };
}

async function startedOne(world: World): Promise<ChangedObject> {
  const { botId, userId } = await startedBot({ ...world, ...NO_TIME });
  return { userId, objectId: botId };
}

async function stoppedOne(world: World): Promise<ChangedObject> {
  const changed = await startedOne(world);
  await world.store.deactivateBot(changed.userId, changed.objectId, AT_MS);
  return changed;
}

const NO_TIME = { passMs: async () => undefined, close: async () => undefined };

function stepOfBot({ isPaused }: { readonly isPaused: boolean }): Change {
  return async (world) => {
    const { bot, fence, owner, record, runs } = await begun({ ...world, ...NO_TIME });
    const notice = { service: null, title: 'Bot', message: 'bought' } as const;
    const lines = [{ atMs: AT_MS, severity: 'info', message: 'bought', notice }] as const;
    const step: BotRunStep = stepAfter(record, { lines });
    await commitStep(runs, fence, { ...step, figures: { ...step.figures, isPaused } });
    await runs.releaseLeases(owner, null);
    return { userId: bot.userId, objectId: bot.botId };
  };
}

async function signalled(world: World): Promise<ChangedObject> {
  const changed = await startedOne(world);
  const input = {
    kind: 'signal',
    name: 'go',
    action: 'buy',
    signalAtMs: 1,
    payload: null,
  } as const;
  await world.inbox.send([{ botId: changed.objectId, input }], AT_MS, null);
  return changed;
}

async function unheard(world: World): Promise<ChangedObject> {
  const { bot, fence, owner, record, runs } = await begun({ ...world, ...NO_TIME });
  const said = { name: 'go', action: 'long', signalAtMs: 1, payload: null } as const;
  const sent = { botId: bot.botId, input: { kind: 'signal', ...said } } as const;
  await world.inbox.send([sent], AT_MS, null);
  const waiting = await world.inbox.listWaiting([fence.shard], 100);
  const taken = waiting.filter(({ botId }) => botId === bot.botId).map((each) => each.sequence);
  const effect = { reception: 'unheard', orderIds: [], messages: ['not heard'] } as const;
  const signals = taken.map((sequence) => ({ sequence, ...effect }));
  await commitStep(runs, fence, stepAfter(record, { events: ['{}'], taken, signals }));
  await runs.releaseLeases(owner, null);
  return { userId: bot.userId, objectId: bot.botId };
}

async function newBacktest({ store, backtests }: World): Promise<ChangedObject> {
  const { accountId, userId } = await storedAccount(store);
  const backtest = {
    backtestId: sampleId('backtest'),
    userId,
    scriptId: 'script_1',
    accountId,
    marketTag: 'SIM_BTC_USDT_',
    intervalMinutes: 60,
    startMs: AT_MS,
    endMs: AT_MS + 1,
    choices: '{}',
    queuedAtMs: AT_MS,
  };
  await backtests.insertBacktest(backtest, null);
  return { userId, objectId: backtest.backtestId };
}

async function stagedBacktest(world: World): Promise<ChangedObject> {
  const changed = await newBacktest(world);
  const stage = { phase: 'executing', doneShare: 0.5, beganAtMs: AT_MS } as const;
  await world.backtests.noteStage(changed.objectId, stage);
  return changed;
}

const NO_LISTS = {
  positions: [],
  orders: [],
  logs: [],
  equity: [],
  days: [],
  plots: [],
  drawings: [],
  bars: [],
  exports: [],
  objects: [],
  values: [],
};
const OUTCOMES: { readonly [kind in BacktestOutcome['kind']]: BacktestOutcome } = {
  finished: { kind: 'finished', figures: '{}', lists: NO_LISTS },
  failed: { kind: 'failed', reason: { message: 'attempt to call a nil value', line: 7 } },
};

function endedBacktest(kind: BacktestOutcome['kind']): Change {
  return async (world) => {
    const changed = await newBacktest(world);
    const isMeant = (jobId: string): boolean => jobId === changed.objectId;
    await attemptJob(world.jobs, BACKTEST_QUEUE, isMeant, async (attempt) => {
      assert(await world.backtests.endBacktest(attempt, OUTCOMES[kind], AT_MS));
    });
    return changed;
  };
}

async function startedLab({ store, labs }: World): Promise<ChangedObject> {
  const { userId } = await storedAccount(store);
  const { labId } = present(await labs.insertLab(sampleLab(userId), null), 'it is stored');
  const execution = {
    number: 0,
    startMs: AT_MS,
    endMs: AT_MS + 1,
    startedAtMs: AT_MS,
    scheduledCount: 4,
    completedCount: 0,
    cancelReason: null,
    parameters: '[]',
    summary: null,
  };
  await labs.startLab(userId, labId, { ...execution, plan: '{}' }, null);
  return { userId, objectId: labId };
}

async function cancelledLab(world: World): Promise<ChangedObject> {
  const changed = await startedLab(world);
  await world.labs.cancelLab(changed.userId, changed.objectId, 'by hand', AT_MS, null);
  return changed;
}

function endedLab(end: (world: World, attempt: JobAttempt) => Promise<boolean>): Change {
  return async (world) => {
    const changed = await startedLab(world);
    const isMeant = (jobId: string): boolean => jobId.startsWith(changed.objectId);
    await attemptJob(world.jobs, LAB_PLAN_QUEUE, isMeant, async (attempt) => {
      assert(await end(world, attempt));
    });
    return changed;
  };
}

async function refusedCredentials({ store }: World): Promise<ChangedObject> {
  const user = sampleUser();
  await store.insertUser(user);
  const account = sampleAccount(user.userId, { exchange: 'venue', isSimulated: false });
  await store.connectAccount(account, sampleCredentials(account), null);
  assert(await store.noteRefusal(account.accountId, 1, 'The key has expired.', AT_MS));
  return { userId: user.userId, objectId: account.accountId };
}

function seenExchange(...seen: readonly ('down' | 'open')[]): Change {
  return async ({ store }) => {
    const user = sampleUser();
    await store.insertUser(user);
    const exchange = sampleId('venue');
    await store.insertAccount(sampleAccount(user.userId, { exchange, isSimulated: false }));
    for (const [at, health] of seen.entries()) {
      const nowMs = AT_MS + at * QUIET_MS;
      await store.noteExchangeHealth({ exchange, health, nowMs, quietMs: QUIET_MS });
    }
    return { userId: user.userId, objectId: exchange };
  };
}

async function createdHook({ store }: World): Promise<ChangedObject> {
  const account = await storedAccount(store);
  const { userId } = account;
  const bot = sampleBot(account);
  await store.insertBot(bot, null);
  const hookId = sampleId('hook');
  const terms = { signal: 'trend', template: null, addresses: [], sellsEnterShort: false };
  const rest = { repeatWindowMs: 0, isSigned: false, createdAtMs: AT_MS, rotatedAtMs: null };
  const hook = { hookId, userId, botId: bot.botId, ...terms, ...rest };
  assert(await store.insertHook(hook, sampleHash(), 1, null));
  return { userId, objectId: hookId };
}

/** Its receiver says that it is gone, of an event that was sent to it. */
async function disabledChannel({ store, notifications }: World): Promise<ChangedObject> {
  const { userId } = await storedAccount(store);
  const channelId = sampleId('nch');
  const nowMs = Date.now();
  await notifications.openNotifications(userId, []);
  const message = { notices: [], more: null, timeZone: null };
  const sealed = new Uint8Array(1);
  await notifications.insertChannel(
    {
      channel: {
        channelId,
        userId,
        kind: 'slack',
        name: 'Team',
        destination: 'hooks.example',
        createdAtMs: nowMs,
        provenAtMs: null,
        mute: null,
        failingSinceMs: null,
        lastProblem: null,
        lastDeliveredAtMs: null,
        disabled: null,
      },
      sealedAddress: sealed,
      hasOwnServer: false,
      code: { sealed, atMs: nowMs, expiresAtMs: nowMs, message, codesMax: 1 },
      channelsMax: 1,
    },
    null,
  );
  const limits = { limit: 100, perUser: 9, itemsMax: 9 };
  const request = { nowMs, claimedUntilMs: nowMs + 60_000, ...limits };
  const claimed = (await notifications.claimChannels(request)).find(
    ({ channel }) => channel.channelId === channelId,
  );
  const { work, claimedUntilMs } = present(claimed, 'the code is sent to it');
  assert(work.kind === 'deliver');
  await notifications.endSending({
    claimed: { channelId, claimedUntilMs },
    deliveryId: work.deliveryId,
    verdict: {
      kind: 'failed',
      problem: 'Slack responded 404.',
      nextAtMs: null,
      retryAtMs: nowMs,
      disabledReason: 'Slack responded 404.',
    },
    atMs: nowMs,
    moved: null,
    pauseUntilMs: 0,
  });
  return { userId, objectId: channelId };
}

async function cutStream({ store }: World): Promise<ChangedObject> {
  const { userId } = await storedAccount(store);
  const cut = { keyId: sampleId('key'), path: '/v1/events', reason: 'Its reader took nothing.' };
  await store.noteCutStream({ ...cut, userId, atMs: AT_MS });
  return { userId, objectId: cut.keyId };
}

async function disabledWebhook({ store, webhooks }: World): Promise<ChangedObject> {
  const { accountId, userId } = await storedAccount(store);
  const webhook = {
    webhookId: sampleId('webhook'),
    userId,
    url: 'https://example.com/',
    types: [],
    createdAtMs: AT_MS,
    previousUntilMs: null,
    failingSinceMs: null,
    failingReason: null,
    disabled: null,
  };
  await webhooks.insertWebhook(webhook, new Uint8Array(32), null, 20);
  await store.insertIntent(sampleOrder(accountId));
  while ((await store.numberEvents(1_000)) > 0);
  const nowMs = Date.now();
  const request = { nowMs, claimedUntilMs: nowMs + 60_000, limit: 100, perWebhook: 8 };
  const claimed = await webhooks.claimDeliveries(request);
  const own = claimed.find(({ webhookId }) => webhookId === webhook.webhookId);
  await webhooks.endAttempt({
    claimed: present(own, 'the event is sent to it'),
    verdict: {
      kind: 'failed',
      problem: 'It responded 410.',
      nextAtMs: nowMs,
      retryAtMs: nowMs,
      disabledReason: 'It responded 410: it does not exist any more.',
    },
    atMs: nowMs,
    status: 410,
    response: null,
  });
  return { userId, objectId: webhook.webhookId };
}

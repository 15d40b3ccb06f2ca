// Bots as they are after a long life: their runs are stored to have come to this minute, and, if
// they are to have any, snapshots of them. Bots of one script, market and first minute share one
// life, which is run once.

import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { systemClock, systemDigest } from '#adapters/system/system-ports.ts';
import { assert, present } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { openExchanges } from '#main/opening/open-exchanges.ts';
import type { BotFence, BotRunRecord, RunnableBot } from '#ports/stores/bot-run-store.ts';
import type { BotSnapshot } from '#ports/stores/bot-snapshot-store.ts';
import { SNAPSHOTS_RETAINED } from '#ports/stores/bot-snapshot-store.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
import { toStoredForm } from '#lib/stored-form.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import { buildRun, replayEvents } from '#services/live/run/build-run.ts';
import { makeSetup } from '#services/live/run/make-setup.ts';
import { windowOf } from '#services/live/run/load-bot.ts';
import { snapshotOf, wholeDigestOf } from '#services/live/run/run-snapshot.ts';
import { openRunWindow } from '#services/live/state/market-window.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';

const OWNER = 'bench';
const LEASE_MS = 3_600_000;

export type AgedBots = {
  /** Of making one snapshot, in milliseconds, and how long it is. */
  readonly writtenMs: readonly number[];
  readonly characters: readonly number[];
};

/** Ages all bots that are to run, up to `untilMs`. */
export async function ageBots(
  url: string,
  untilMs: number,
  hasSnapshots: boolean,
): Promise<AgedBots> {
  const database = openDatabase({ url });
  const deps = depsOn(database);
  const { leases } = await deps.runs.renewLeases(OWNER, LEASE_MS);
  const tokens = new Map(leases.map(({ shard, token }) => [shard, token]));
  const listed = await deps.runs.listRunnableBots([...tokens.keys()]);
  const lives = new Map<string, Life>();
  const aged = { writtenMs: [] as number[], characters: [] as number[] };
  for (const runnable of listed) {
    const { bot, shard } = runnable;
    const token = present(tokens.get(shard), 'its shard is held');
    const fence: BotFence = { owner: OWNER, shard, token };
    const key = [bot.name, bot.marketTag, bot.activatedAtMs].join(' ');
    const life = lives.get(key) ?? (await liveOf(deps, runnable, untilMs, hasSnapshots));
    lives.set(key, life);
    const { botId } = bot;
    assert(await deps.runs.insertRun(fence, { ...life.record, botId }, FIRST_LINE), 'it begins');
    if (life.snapshot === null) continue;
    const own = { ...life.snapshot, botId };
    const snapshot = { ...own, wholeDigest: wholeDigestOf(systemDigest, own) };
    // As many as a bot of that age has.
    for (let index = 0; index < SNAPSHOTS_RETAINED; index += 1)
      assert(await deps.runs.saveSnapshot(fence, snapshot), 'the snapshot is stored');
    aged.writtenMs.push(life.writtenMs);
    aged.characters.push(snapshot.text.length);
  }
  await deps.runs.releaseLeases(OWNER, null);
  await database.close();
  return aged;
}

type Life = {
  readonly record: BotRunRecord;
  readonly snapshot: BotSnapshot | null;
  readonly writtenMs: number;
};

async function liveOf(
  deps: LiveRunDeps,
  runnable: RunnableBot,
  untilMs: number,
  hasSnapshots: boolean,
): Promise<Life> {
  const { bot } = runnable;
  const found = await deps.accounts.findAccount(bot.userId, bot.accountId);
  const account = present(found, 'a bot has an account');
  const at = { account, exchange: exchangeOf(deps.exchanges, account) };
  const setup = await makeSetup(deps, runnable, at, []);
  assert(setup.ok, setup.ok ? '' : setup.rejection);
  const record: BotRunRecord = {
    botId: bot.botId,
    activation: bot.activation,
    setup: toStoredForm(setup.value),
    doneUntilMs: untilMs - (untilMs % MINUTE_MS),
    eventCount: 0,
    placedCount: 0,
    placedDigest: '',
    fillCursor: null,
    marginCursor: null,
    openCount: 0,
  };
  if (!hasSnapshots) return { record, snapshot: null, writtenMs: 0 };
  const window = await windowOf(deps, new Map(), at, setup.value);
  assert(window.ok, window.ok ? '' : window.rejection);
  const { markets, columns } = window.value;
  const { orderSupport } = at.exchange;
  const given = { bot, orderSupport, isFollowed: false, record };
  const laidOut = buildRun({ ...given, window: openRunWindow(markets, columns) });
  assert(laidOut.ok, laidOut.ok ? '' : laidOut.rejection);
  const replay = replayEvents(systemDigest, laidOut.value, { events: [] });
  for (let part = replay.next(4_096); part.done !== true;) part = replay.next(4_096);
  const fromMs = performance.now();
  const snapshot = snapshotOf(systemDigest, laidOut.value);
  const writtenMs = performance.now() - fromMs;
  assert(snapshot.ok, snapshot.ok ? '' : snapshot.rejection);
  return { record, snapshot: snapshot.value, writtenMs };
}

const FIRST_LINE = { atMs: 0, severity: 'info', message: 'it began' };

function depsOn(database: ReturnType<typeof openDatabase>): LiveRunDeps {
  const store = postgresStore(database);
  const { registry, history, candleSources, archiveCode } = openExchanges(database, systemClock);
  const ignore = (): void => undefined;
  return {
    accounts: store,
    orders: store,
    idempotency: store,
    bots: store,
    dataSeries: store,
    runs: postgresBotRunStore(database),
    inbox: postgresBotInbox(database),
    exchanges: exchangeRegistry(registry.list()),
    history,
    candleSources,
    archiveCode,
    clock: systemClock,
    digest: systemDigest,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  };
}

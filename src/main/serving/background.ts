// Periodic background jobs of the server process.

import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '#lib/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { Exchanges } from '#main/opening/open-exchanges.ts';
import type { ServiceFigures } from '#main/serving/service-figures.ts';
import { pruneInSlices, purgeInSlices } from '#main/work/purge-in-slices.ts';
import type { RepeatedWork } from '#main/process/repeat.ts';
import { repeat } from '#main/process/repeat.ts';
import type { BacktestStore } from '#ports/stores/backtest-store.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { ExchangeHealthStore } from '#ports/stores/exchange-health-store.ts';
import { healthWatch } from '#services/exchanges/watch-health.ts';
import type { EquityStore } from '#ports/stores/equity-store.ts';
import type { EventLog } from '#ports/stores/event-log.ts';
import type { CredentialStore } from '#ports/stores/credential-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Log, LogFields } from '#venue-port/world/log.ts';
import type { SignInStore } from '#ports/stores/sign-in-store.ts';
import type { PartnerSignalStore } from '#ports/stores/partner-signal-store.ts';
import type { RateLimitStore } from '#ports/stores/rate-limit-store.ts';
import type { EventPartStore, StoredEvent } from '#ports/stores/event-part-store.ts';
import type { LineMonthStore, StoredLine } from '#ports/stores/line-month-store.ts';
import type { PartArchive } from '#ports/stores/part-archive.ts';
import type { RetentionStore } from '#ports/stores/retention-store.ts';
import { PRUNED_KINDS } from '#ports/stores/retention-store.ts';
import type { Retention, RetentionKind } from '#domain/retention/retention.ts';
import { prunedBeforeMs } from '#domain/retention/retention.ts';
import type { IdempotencyStore } from '#ports/stores/idempotency-store.ts';
import { purgePreviousCredentials, warnOfExpiry } from '#services/credentials/keep-credentials.ts';
import type { TakeEquityDeps } from '#services/equity/take-equity.ts';
import { takeEquity } from '#services/equity/take-equity.ts';
import { keepHistoriesCurrent } from '#services/history/keep-histories-current.ts';
import { listSyncedMarkets } from '#services/history/list-synced-markets.ts';
import { failureKind } from '#services/access/failure-kind.ts';
import type { DeliverDeps } from '#services/webhooks/deliver-webhook.ts';
import type { WebhookStore } from '#ports/stores/webhook-store.ts';
import type { NotificationPumpDeps } from '#main/serving/notification-pump.ts';
import { pumpNotifications } from '#main/serving/notification-pump.ts';
import type { NotificationStore } from '#ports/stores/notification-store.ts';
import { pumpWebhooks } from '#main/serving/webhook-pump.ts';
import { describeError } from '#lib/describe-error.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { dropParts } from '#services/retention/drop-parts.ts';
import type { ResumeDeletionsDeps } from '#services/users/resume-deletions.ts';
import { resumeDeletions } from '#services/users/resume-deletions.ts';
import type { WatchLossesDeps } from '#services/risk/watch-losses.ts';
import { watchLosses } from '#services/risk/watch-losses.ts';
import type { RoundListeners } from '#services/orders/reconcile-accounts.ts';
import { reconcileAccounts, reconcileDoubts } from '#services/orders/reconcile-accounts.ts';
import type { OrderWatch } from '#services/orders/watch-orders.ts';
import { watchOrders } from '#services/orders/watch-orders.ts';

const KEY_USES_PAUSE_MS = 10_000;
const FIGURES_PAUSE_MS = 15_000;
const PURGE_PAUSE_MS = 10 * MINUTE_MS;
/** Clocks of processes differ, and no window of a request that is under way goes. */
const RATE_WINDOWS_KEEP_MS = HOUR_MS;
const DELETED_BOTS_PAUSE_MS = 2_000;
const DELETIONS_PAUSE_MS = 5_000;
const DELIVERY_DAYS_MAX = 14;

export type BackgroundDeps = {
  readonly orders: OrderDeps;
  readonly riskSwitch: WatchLossesDeps['riskSwitch'];
  readonly exchanges: Exchanges;
  readonly idempotency: Pick<IdempotencyStore, 'purge'>;
  readonly rateLimits: Pick<RateLimitStore, 'purgeEnded'>;
  readonly credentials: Pick<CredentialStore, 'purgePreviousCredentials' | 'listExpiring'>;
  readonly backtests: Pick<BacktestStore, 'purgeFailures'>;
  readonly signals: Pick<PartnerSignalStore, 'purgeSignals'>;
  readonly bots: Pick<BotStore, 'purgeDeletedBots'>;
  readonly signIns: Pick<SignInStore, 'forgetSignIns'>;
  readonly events: Pick<EventLog, 'numberEvents'>;
  readonly webhooks: DeliverDeps & {
    readonly webhooks: Pick<WebhookStore, 'purgeDeliveries'>;
  };
  readonly notifications: NotificationPumpDeps & {
    readonly notifications: Pick<NotificationStore, 'purgeNotifications'>;
  };
  readonly equity: TakeEquityDeps & { readonly equity: Pick<EquityStore, 'purgeEquity'> };
  readonly exchangeHealth: ExchangeHealthStore;
  readonly stored: RetentionStore;
  readonly lineMonths: LineMonthStore;
  readonly lineArchive: PartArchive<StoredLine> | null;
  readonly eventParts: EventPartStore;
  readonly eventArchive: PartArchive<StoredEvent> | null;
  readonly retention: Retention;
  /** Of this process, for what one process does at a time. */
  readonly processId: string;
  readonly deletions: ResumeDeletionsDeps;
  /** Whether anybody follows events as they happen. */
  hasEventReaders(this: void): boolean;
  /** For which events are retained. */
  readonly eventDays: number;
  readonly clock: Clock;
  readonly log: Log;
  flushKeyUses(this: void): Promise<void>;
  readonly figures: Pick<ServiceFigures, 'sample' | 'noteReconcileFailures'>;
  /** Logs and counts a mistake of ours, which the service survives. */
  onDefect(this: void, place: LogFields, error: unknown): void;
};

export type BackgroundWork = Omit<RepeatedWork, 'onDefect' | 'survivesDefects'>;

/** What orders, accounts and histories need. */
function tradingWorks(
  deps: BackgroundDeps,
  watch: ReturnType<typeof watchOrders>,
): readonly BackgroundWork[] {
  return [
    {
      name: 'settle',
      pauseMs: LIMITS.settleIntervalMs,
      round: () => deps.exchanges.settle(),
    },
    {
      name: 'reconcile',
      pauseMs: LIMITS.reconcileIntervalMs,
      round: () => reconcile(deps, watch),
    },
    {
      name: 'doubts',
      pauseMs: LIMITS.doubtRoundMs,
      round: async () => void (await reconcileDoubts(deps.orders, defectsOf(deps))),
    },
    {
      name: 'losses',
      pauseMs: LIMITS.lossWatchIntervalMs,
      round: () => watchLosses({ ...deps.orders, riskSwitch: deps.riskSwitch }),
    },
    { name: 'history', pauseMs: MINUTE_MS, round: () => keepHistories(deps) },
    { name: 'key_uses', pauseMs: KEY_USES_PAUSE_MS, round: deps.flushKeyUses },
    { name: 'figures', pauseMs: FIGURES_PAUSE_MS, round: deps.figures.sample },
    { name: 'purge', pauseMs: PURGE_PAUSE_MS, round: (signal) => purge(deps, signal) },
    {
      name: 'previous_credentials',
      pauseMs: PURGE_PAUSE_MS,
      round: () => purgePreviousCredentials(deps),
    },
    {
      name: 'equity',
      pauseMs: LIMITS.equityIntervalMs,
      round: () =>
        takeEquity(deps.equity, (accountId, error) =>
          deps.onDefect({ work: 'equity', account_id: accountId }, error),
        ),
    },
    {
      name: 'exchange_health',
      pauseMs: LIMITS.exchangeHealthIntervalMs,
      round: healthWatch({ ...deps.orders, exchangeHealth: deps.exchangeHealth }),
    },
  ];
}

/** Events on their way to whoever follows them. */
function deliveryWorks(deps: BackgroundDeps): readonly BackgroundWork[] {
  return [
    {
      name: 'events',
      pauseMs: LIMITS.eventIntervalMs,
      round: (signal) => numberEvents(deps, signal),
    },
    {
      name: 'webhooks',
      pauseMs: LIMITS.webhookPauseMs,
      round: (signal) =>
        pumpWebhooks(deps.webhooks, signal, (error) => onSendingError(deps, 'webhooks', error)),
    },
    {
      name: 'notifications',
      pauseMs: LIMITS.notificationReadMs,
      round: (signal) =>
        pumpNotifications(deps.notifications, signal, (error) =>
          onSendingError(deps, 'notifications', error),
        ),
    },
  ];
}

/** What is written down, forgotten or warned of at its time. */
function upkeepWorks(deps: BackgroundDeps): readonly BackgroundWork[] {
  return [
    {
      name: 'equity_purge',
      pauseMs: PURGE_PAUSE_MS,
      round: (signal) => purgeEquity(deps, signal),
    },
    {
      name: 'event_days',
      pauseMs: PURGE_PAUSE_MS,
      round: (signal) => keepEventParts(deps, signal),
    },
    {
      name: 'sign_ins',
      pauseMs: PURGE_PAUSE_MS,
      round: () => deps.signIns.forgetSignIns(deps.clock.nowMs()),
    },
    {
      name: 'webhook_deliveries',
      pauseMs: PURGE_PAUSE_MS,
      round: (signal) => purgeDeliveries(deps, signal),
    },
    {
      name: 'corrections',
      pauseMs: DAY_MS,
      round: (signal) => purgeCorrections(deps, signal),
    },
    { name: 'retention', pauseMs: PURGE_PAUSE_MS, round: (signal) => pruneStored(deps, signal) },
    {
      name: 'line_months',
      pauseMs: PURGE_PAUSE_MS,
      round: (signal) => keepLineMonths(deps, signal),
    },
    { name: 'expiring_keys', pauseMs: DAY_MS, round: () => warnOfExpiry(deps) },
    {
      name: 'deleted_bots',
      pauseMs: DELETED_BOTS_PAUSE_MS,
      round: (signal) => purgeDeletedBots(deps, signal),
    },
    {
      name: 'deletions',
      pauseMs: DELETIONS_PAUSE_MS,
      round: (signal) => resumeDeletions(deps.deletions, signal),
    },
  ];
}

/** All kinds of it, each by its name. */
export function backgroundWorks(
  deps: BackgroundDeps,
  watch: ReturnType<typeof watchOrders>,
): readonly BackgroundWork[] {
  return [...tradingWorks(deps, watch), ...deliveryWorks(deps), ...upkeepWorks(deps)];
}

/** Starts all of it; the response stops it, letting what is under way end. */
export function startBackground(deps: BackgroundDeps): () => Promise<void> {
  const onDefect = (name: string, error: unknown): void => deps.onDefect({ work: name }, error);
  const watch = watchOrders(deps.orders, (accountId, error) =>
    deps.onDefect({ work: 'reconcile', account_id: accountId }, error),
  );
  const repetitions = backgroundWorks(deps, watch).map((work) =>
    repeat(
      { ...work, survivesDefects: true, onDefect: (error) => onDefect(work.name, error) },
      deps.log,
    ),
  );
  return async () => {
    await Promise.all(repetitions.map((repetition) => repetition.stop()));
    await watch.stop();
  };
}

/** What could not be written is tried again when its claim has ended. */
function onSendingError(
  { log, onDefect }: BackgroundDeps,
  work: 'webhooks' | 'notifications',
  error: unknown,
): void {
  if (failureKind(error) === null) return onDefect({ work }, error);
  const name = work === 'webhooks' ? 'webhook.failing' : 'notification.failing';
  log.warn(name, { cause: describeError(error) });
}

/** As long as events are retained, if that is no more than two weeks. */
async function purgeDeliveries(deps: BackgroundDeps, signal: AbortSignal): Promise<void> {
  const { webhooks, notifications, clock, eventDays } = deps;
  const beforeMs = clock.nowMs() - Math.min(eventDays, DELIVERY_DAYS_MAX) * DAY_MS;
  const pace = purgePace(signal);
  await purgeInSlices((rowsMax) => webhooks.webhooks.purgeDeliveries(beforeMs, rowsMax), pace);
  const queue = notifications.notifications;
  await purgeInSlices((rowsMax) => queue.purgeNotifications(beforeMs, rowsMax), pace);
}

async function purgeEquity(deps: BackgroundDeps, signal: AbortSignal): Promise<void> {
  const { equity } = deps.equity;
  const changesBeforeMs = retainedSinceMs(deps, 'equity_changes');
  const hoursBeforeMs = retainedSinceMs(deps, 'equity_hours');
  const purgeSome = (rowsMax: number): Promise<number> =>
    equity.purgeEquity(changesBeforeMs, hoursBeforeMs, rowsMax);
  await purgeInSlices(purgeSome, purgePace(signal));
}

/** For ever is since the beginning of time. */
function retainedSinceMs(
  { retention, clock }: Pick<BackgroundDeps, 'retention' | 'clock'>,
  kind: RetentionKind,
): number {
  return prunedBeforeMs(retention, kind, clock.nowMs()) ?? 0;
}

/** One process at a time does each kind; the others find that there is nothing to do. */
async function pruneStored(deps: BackgroundDeps, signal: AbortSignal): Promise<void> {
  const { stored, processId: ownerId, log } = deps;
  for (const kind of PRUNED_KINDS) {
    const beforeMs = retainedSinceMs(deps, kind);
    if (beforeMs <= 0) continue;
    const deletedCount = await pruneInSlices(
      (rowsMax) => stored.pruneSlice({ kind, ownerId, beforeMs, rowsMax }),
      purgePace(signal),
    );
    if (deletedCount > 0) log.info('retention.pruned', { kind, deleted_count: deletedCount });
  }
  const packedCount = await pruneInSlices(
    (rowsMax) => stored.packSteps(ownerId, rowsMax),
    purgePace(signal),
  );
  if (packedCount > 0) log.info('steps.packed', { rows_fewer: packedCount });
}

/** Log lines that are retained for months go by whole months. */
async function keepLineMonths(deps: BackgroundDeps, signal: AbortSignal): Promise<void> {
  const { lineMonths: parts, lineArchive: archive, processId, log } = deps;
  await parts.keepMonths();
  const olds = await parts.claimOldMonths(processId, retainedSinceMs(deps, 'lines'));
  for (const dropped of await dropParts({ parts, archive }, processId, olds, signal))
    log.info('lines.dropped', { month: dropped.name, archived_count: dropped.archivedCount });
}

/** Events go by whole days, or by months where they are retained for long. */
async function keepEventParts(deps: BackgroundDeps, signal: AbortSignal): Promise<void> {
  const { eventParts: parts, eventArchive: archive, eventDays, processId, log } = deps;
  await parts.openEventPart(eventDays);
  const olds = await parts.claimOldEvents(processId, eventDays);
  for (const dropped of await dropParts({ parts, archive }, processId, olds, signal))
    log.info('events.dropped', { part: dropped.name, archived_count: dropped.archivedCount });
}

async function reconcile(
  { orders, figures, onDefect }: BackgroundDeps,
  watch: OrderWatch,
): Promise<void> {
  const { failed } = await reconcileAccounts(orders, {
    ...defectsOf({ onDefect }),
    onListed: watch.follow,
  });
  figures.noteReconcileFailures(failed);
}

function defectsOf({ onDefect }: Pick<BackgroundDeps, 'onDefect'>): RoundListeners {
  return {
    onDefect: (accountId, error) => onDefect({ work: 'reconcile', account_id: accountId }, error),
  };
}

/** A market whose exchange does not respond is tried again with the next round. */
async function keepHistories({ exchanges, clock, log }: BackgroundDeps): Promise<void> {
  const deps = { ...exchanges, exchanges: exchanges.registry, clock };
  const { failed } = await keepHistoriesCurrent(deps, await listSyncedMarkets(deps));
  for (const { marketTag, reason } of failed)
    log.warn('history.failing', { market_tag: marketTag, cause: reason });
}

/** While somebody follows events, the round goes on: who waits a second waits too long. */
async function numberEvents(
  { events, hasEventReaders }: Pick<BackgroundDeps, 'events' | 'hasEventReaders'>,
  signal: AbortSignal,
): Promise<void> {
  const eventsMax = LIMITS.eventsNumberedAtOnceMax;
  for (;;) {
    while ((await events.numberEvents(eventsMax)) === eventsMax);
    if (!hasEventReaders() || signal.aborted) return;
    await pause(LIMITS.eventStreamedIntervalMs, undefined, { signal }).catch(() => undefined);
  }
}

async function purgeDeletedBots(
  { bots }: Pick<BackgroundDeps, 'bots'>,
  signal: AbortSignal,
): Promise<void> {
  await purgeInSlices((rowsMax) => bots.purgeDeletedBots(rowsMax), purgePace(signal));
}

async function purgeCorrections(
  { exchanges, clock }: Pick<BackgroundDeps, 'exchanges' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const beforeMs = clock.nowMs() - LIMITS.correctionKeepMs;
  const purgeSome = (rowsMax: number): Promise<number> =>
    exchanges.history.purgeCorrections(beforeMs, rowsMax);
  await purgeInSlices(purgeSome, purgePace(signal));
}

function purgePace(signal: AbortSignal): Parameters<typeof purgeInSlices>[1] {
  return {
    nowMs: () => performance.now(),
    // An end does not wait for the pause either.
    pause: (ms) => pause(ms, undefined, { signal }).catch(() => undefined),
    signal,
  };
}

async function purge(
  deps: Pick<
    BackgroundDeps,
    'idempotency' | 'rateLimits' | 'backtests' | 'signals' | 'clock' | 'retention'
  >,
  signal: AbortSignal,
): Promise<void> {
  const { idempotency, rateLimits, backtests, signals } = deps;
  const nowMs = deps.clock.nowMs();
  const pace = purgePace(signal);
  const outcomesBeforeMs = nowMs - LIMITS.idempotencyKeepMs;
  await purgeInSlices((rowsMax) => idempotency.purge(outcomesBeforeMs, rowsMax), pace);
  const windowsBeforeMs = nowMs - RATE_WINDOWS_KEEP_MS;
  await purgeInSlices((rowsMax) => rateLimits.purgeEnded(windowsBeforeMs, rowsMax), pace);
  const failuresBeforeMs = nowMs - LIMITS.backtestFailureKeepMs;
  await purgeInSlices((rowsMax) => backtests.purgeFailures(failuresBeforeMs, rowsMax), pace);
  const signalsBeforeMs = retainedSinceMs(deps, 'signals');
  await purgeInSlices((rowsMax) => signals.purgeSignals(signalsBeforeMs, rowsMax), pace);
}

// State shared by the stores in memory: one map per table.

import { noticingOrders } from '#adapters/memory/noticed-orders.ts';
import type { MemoryDataSeries } from '#adapters/memory/memory-data-series-store.ts';
import type { WaitingEvent } from '#adapters/memory/noticed-orders.ts';
import type { EquityPoint } from '#domain/equity/sum-equity.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { LoggedEvent } from '#domain/event-log/event.ts';
import type { OpenedDay } from '#ports/stores/account-limit-store.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { AccountLimits } from '#domain/risk/account-limits.ts';
import type { NotedValue } from '#domain/risk/judge-orders.ts';
import type { WaitingInput } from '#ports/stores/bot-inbox.ts';
import type { Bot, LoadedBrain } from '#ports/stores/bot-store.ts';
import type { StoredBotLine } from '#ports/stores/bot-run-store.ts';
import type { Script, ScriptVersion } from '#ports/stores/script-store.ts';
import type { SignalToSend } from '#ports/stores/partner-signal-store.ts';
import type { Turnover } from '#ports/stores/partner-usage-store.ts';
import type { EndUser, Partner, StoredTariff } from '#ports/stores/partner-store.ts';
import type { PreviousCredentials, StoredCredentials } from '#ports/stores/credential-store.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { ApiKey } from '#ports/stores/key-store.ts';
import type { Attempts } from '#domain/access/attempts.ts';
import type { NewSecondFactor, Passkey, Ticket } from '#ports/stores/second-factor-store.ts';
import type { AuditEntry, Session, UserAccess } from '#ports/stores/sign-in-store.ts';
import type { DeletionPlan, User } from '#ports/stores/user-store.ts';

/** What became of an input. */
export type TakenInput = {
  readonly botId: string;
  readonly takenAtMs: number;
  readonly isSignal: boolean;
  readonly reception: 'heard' | 'unheard' | null;
  readonly orderIds: readonly string[];
  readonly messages: readonly string[];
};

export type StoredSignal = {
  readonly sequence: number;
  readonly request: Omit<SignalToSend, 'completion'>;
  readonly deliveries: readonly { readonly botId: string; readonly inboxSequence: number }[];
};

/** `eventAtMs`: of the newest event that says so. */
export type UnheardCount = { readonly eventAtMs: number; readonly unreportedCount: number };

export type StoredPartnerBot = {
  readonly botId: string;
  readonly partnerId: string;
  readonly userId: string;
  readonly exchange: string;
  readonly masterBotId: string | null;
  readonly copiedBotId: string | null;
  readonly clonedCount: number;
  readonly version: number;
  readonly signalToken: string | null;
  readonly deletedAtMs: number | null;
};

export type StoredActivation = {
  readonly botId: string;
  readonly beganAtMs: number;
  /** Null: it runs. */
  readonly endedAtMs: number | null;
};

export type NotedTurnover = Turnover & { readonly botId: string; readonly notedAtMs: number };

/** A signal or a backtest that was requested, whatever became of it. */
export type RequestRecord = { readonly userId: string | null; readonly atMs: number };

export type Deletion = {
  readonly beganAtMs: number;
  readonly deletedAtMs: number | null;
  readonly plan: DeletionPlan;
};

export type StoredKey = { readonly key: ApiKey; readonly secretHash: string };

export type IdempotencyRecord = {
  readonly recordId: string;
  readonly fingerprint: string;
  readonly ownerId: string;
  readonly lockedUntilMs: number;
  readonly beganAtMs: number;
  readonly outcome: Uint8Array | null;
};

export type JudgedOrder = {
  readonly orderId: string;
  readonly accountId: string;
  readonly sequence: number;
  readonly judgedAtMs: number;
  readonly value: NotedValue;
};

export type StoredSession = { readonly session: Session; readonly secretHash: string };

export type StoredSecondFactor = Omit<NewSecondFactor, 'recoveryHashes'> & {
  readonly recoveryHashes: Set<string>;
};

export type StoredLink = { readonly userId: string; readonly expiresAtMs: number };

/** See `EquityStore`. */
export type ScheduledEquity = {
  readonly dueAtMs: number;
  readonly begunAtMs: number;
  readonly isChanged: boolean;
  readonly currency: string | null;
};

/** `grain` 0: the first of its day; 1: of its hour; 2: another. */
export type StoredEquity = EquityPoint & { readonly grain: 0 | 1 | 2 };

/** All by id, except `records`: by program's key and idempotency key. Maps keep insertion order. */
export type MemoryState = {
  readonly users: Map<string, User>;
  /** By user, of whom is being deleted or was. */
  readonly deletions: Map<string, Deletion>;
  readonly keys: Map<string, StoredKey>;
  readonly accounts: Map<string, Account>;
  readonly orders: Map<string, Order>;
  /** By account. */
  readonly accountLimits: Map<string, AccountLimits>;
  /** By account and currency. */
  readonly accountDays: Map<string, OpenedDay & { readonly day: number }>;
  /** In the order in which they were written. */
  readonly judgedOrders: JudgedOrder[];
  readonly exemptOrderIds: Set<string>;
  readonly scripts: Map<string, Script>;
  /** By script, oldest first. */
  readonly scriptVersions: Map<string, readonly ScriptVersion[]>;
  readonly bots: Map<string, Bot>;
  /** By bot. */
  readonly loadedBrains: Map<string, LoadedBrain>;
  /** By bot, oldest first. */
  readonly botLines: Map<string, StoredBotLine[]>;
  /** By sequence. */
  readonly takenInputs: Map<number, TakenInput>;
  /** By bot and activation, then by market. */
  readonly leftReasons: Map<string, Readonly<Record<string, string>>>;
  readonly signals: StoredSignal[];
  /** By user and bot, or token. */
  readonly unheardSignals: Map<string, UnheardCount>;
  readonly partnerBots: Map<string, StoredPartnerBot>;
  readonly partners: Map<string, Partner>;
  /** By partner. */
  readonly tariffs: Map<string, readonly StoredTariff[]>;
  readonly endUsers: Map<string, EndUser & { readonly deletedAtMs: number | null }>;
  /** By account. */
  readonly credentials: Map<string, StoredCredentials>;
  /** By account. */
  readonly previousCredentials: Map<string, PreviousCredentials>;
  readonly installation: { venueKey: Uint8Array | null };
  /** By bot, activation and beginning: an activation that goes on after a stop has several. */
  readonly activations: Map<string, StoredActivation>;
  /** By bot: when it was stopped last. */
  readonly stoppedAtMs: Map<string, number>;
  readonly turnovers: NotedTurnover[];
  readonly requestedBacktests: RequestRecord[];
  /** Those that are retained no longer, for reports. */
  readonly forgottenSignals: (RequestRecord & { readonly partnerId: string })[];
  readonly records: Map<string, IdempotencyRecord>;
  /** By sequence. */
  readonly inbox: Map<number, WaitingInput>;
  /**
   * Of the newest input; retained beside the map, for what was taken out is not to be named again.
   */
  readonly inboxCount: { sequence: number };
  /** Stopped bots that are followed although no order of theirs works. */
  readonly followedBots: Set<string>;
  /** Events without numbers, in the order in which they happened. */
  readonly waitingEvents: WaitingEvent[];
  readonly webhooks: Map<string, Webhook>;
  /** By user, from number 1. */
  readonly events: Map<string, LoggedEvent[]>;
  /** By account; one that is missing is due. */
  readonly equitySchedule: Map<string, ScheduledEquity>;
  /** By account, oldest first. */
  readonly equity: Map<string, readonly StoredEquity[]>;
  /** By user. */
  readonly access: Map<string, Pick<UserAccess, 'role' | 'passwordHash'>>;
  readonly sessions: Map<string, StoredSession>;
  /** By the hash of the secret. */
  readonly links: Map<string, StoredLink>;
  /** By subject. */
  readonly attempts: Map<string, Attempts>;
  /** When somebody signed in from it, by user and network. */
  readonly networks: Map<string, number>;
  readonly audit: AuditEntry[];
  /** By user. */
  readonly secondFactors: Map<string, StoredSecondFactor>;
  readonly passkeys: Map<string, Passkey>;
  /** By the hash of their secrets. */
  readonly tickets: Map<string, Ticket>;
  /** By user: its watch list, by market. */
  readonly watchedMarkets: Map<string, Map<string, number>>;
  /** By user, and then by name. */
  readonly dataSeries: Map<string, Map<string, MemoryDataSeries>>;
};

/** State without rows. Changes of its orders note their events by themselves. */
export function memoryState(): MemoryState {
  const accounts = new Map<string, Account>();
  const waitingEvents: WaitingEvent[] = [];
  const orders = noticingOrders(({ accountId }, events) => {
    const userId = accounts.get(accountId)?.userId;
    if (userId !== undefined) waitingEvents.push(...events.map((event) => ({ userId, event })));
  });
  return {
    users: new Map(),
    deletions: new Map(),
    keys: new Map(),
    accounts,
    orders,
    accountLimits: new Map(),
    accountDays: new Map(),
    judgedOrders: [],
    exemptOrderIds: new Set(),
    scripts: new Map(),
    scriptVersions: new Map(),
    bots: new Map(),
    loadedBrains: new Map(),
    botLines: new Map(),
    takenInputs: new Map(),
    leftReasons: new Map(),
    signals: [],
    unheardSignals: new Map(),
    partnerBots: new Map(),
    partners: new Map(),
    tariffs: new Map(),
    endUsers: new Map(),
    credentials: new Map(),
    previousCredentials: new Map(),
    installation: { venueKey: null },
    activations: new Map(),
    stoppedAtMs: new Map(),
    turnovers: [],
    requestedBacktests: [],
    forgottenSignals: [],
    records: new Map(),
    inbox: new Map(),
    inboxCount: { sequence: 0 },
    followedBots: new Set(),
    waitingEvents,
    webhooks: new Map(),
    events: new Map(),
    equitySchedule: new Map(),
    equity: new Map(),
    access: new Map(),
    sessions: new Map(),
    links: new Map(),
    attempts: new Map(),
    networks: new Map(),
    audit: [],
    secondFactors: new Map(),
    passkeys: new Map(),
    tickets: new Map(),
    watchedMarkets: new Map(),
    dataSeries: new Map(),
  };
}

/** Bytes as text, to compare and to look up by. */
export function textOfBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** The map's values in bytewise order of their keys. */
export function sortedValues<T>(map: ReadonlyMap<string, T>): readonly T[] {
  const entries = [...map].sort(([left], [right]) =>
    Buffer.compare(Buffer.from(left), Buffer.from(right)),
  );
  return entries.map(([, value]) => value);
}

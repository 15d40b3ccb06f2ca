// Budget of requests from one egress address to one venue. Requests wait here by lanes: a cancel
// overtakes an order, an order all reads. Each lane has a ceiling below the venue's limit, so that
// reads never use up what an order will need. Counted over the venue's window that ends now, second
// by second, which holds for venues that count by the clock's minutes as well as for those that do
// not. Processes of one address have equal parts; what the venue counts for all of them is a limit
// too.

import type { MonotonicTime } from '#venues/monotonic-time.ts';
import type { VenueLane, WireOutcome } from '#venues/wire/venue-wire.ts';

export type RequestBudget = {
  /** Resolves when the call may be sent, or when it is certain that it may not by the deadline. */
  acquire(lane: VenueLane, cost: number, deadlineMs: number): Promise<BudgetGrant | BudgetRefusal>;
  /** Nothing at all is sent for this long. */
  pause(durationMs: number): void;
  /** How many processes ask from this address now, this one included. */
  share(sharersCount: number): void;
  figures(): BudgetFigures;
  /** Refuses what waits and all that comes later: the process is stopping. */
  close(): void;
};

export type BudgetGrant = {
  readonly kind: 'granted';
  /** To be called once, with how the call ended; reads what the venue says of the budget. */
  settle(outcome: WireOutcome): void;
};

export type BudgetRefusal = { readonly kind: 'refused'; readonly retryAfterMs: number };

export type BudgetFigures = {
  /** By all processes of the address, as far as the venue says. */
  readonly usedInMinute: number;
  readonly perMinute: number;
  readonly inFlightCount: number;
  readonly waitingCount: number;
  readonly pausedForMs: number;
};

export type BudgetSettings = {
  readonly perMinute: number;
  /** The venue counts over so long; its limit there is this share of the minute's. */
  readonly windowSeconds: number;
  /** The header in which a reply says what the venue counted in its window; in lower case. */
  readonly usedHeader: string | null;
  /** Absent: the address. */
  readonly tooManyBy?: 'address' | 'account';
};

/** Shares of the limit up to which a lane may fill the window. */
const CEILINGS: Readonly<Record<VenueLane, number>> = {
  cancel: 0.98,
  order: 0.95,
  lookup: 0.9,
  fills: 0.8,
  candles: 0.5,
};
const LANES = ['cancel', 'order', 'lookup', 'fills', 'candles'] as const;
const URGENT: ReadonlySet<VenueLane> = new Set(['cancel', 'order']);
const IN_FLIGHT_MAX = 48;
const READS_IN_FLIGHT_MAX = 24;
/** Syncs of several markets fill all of these, and other reads do not wait for one to end. */
const CANDLES_IN_FLIGHT_MAX = 16;
const WAITING_MAX = 5_000;
const SECONDS_PER_MINUTE = 60;
/** Where a venue does not say for how long. */
const SLOW_DOWN_MS = 10_000;
const BANNED_MS = 120_000;
const PAUSE_MS_MAX = 24 * 3_600_000;

type Waiter = {
  readonly lane: VenueLane;
  readonly cost: number;
  readonly resolve: (result: BudgetGrant | BudgetRefusal) => void;
  readonly cancelExpiry: () => void;
};

/** What was used in each second of the window. */
type Usage = { readonly seconds: number[]; used: number };

type State = {
  readonly settings: BudgetSettings;
  readonly time: MonotonicTime;
  readonly queues: Readonly<Record<VenueLane, Waiter[]>>;
  /** By this process, and by all others of its address. */
  readonly own: Usage;
  readonly others: Usage;
  second: number;
  sharersCount: number;
  /** There were more of them, and the venue still counts what they used. */
  formerSharers: { readonly count: number; readonly untilMs: number };
  inFlight: number;
  readsInFlight: number;
  candlesInFlight: number;
  pausedUntilMs: number;
  isClosed: boolean;
  cancelWake: (() => void) | null;
};

/** Budget of one process; `acquire` waits for its lane, and refuses what would start too late. */
export function makeRequestBudget(settings: BudgetSettings, time: MonotonicTime): RequestBudget {
  const state: State = {
    settings,
    time,
    queues: { cancel: [], order: [], lookup: [], fills: [], candles: [] },
    own: newUsage(settings),
    others: newUsage(settings),
    second: secondOf(time),
    sharersCount: 1,
    formerSharers: { count: 1, untilMs: -Infinity },
    inFlight: 0,
    readsInFlight: 0,
    candlesInFlight: 0,
    pausedUntilMs: 0,
    isClosed: false,
    cancelWake: null,
  };
  return {
    acquire: (lane, cost, deadlineMs) => acquire(state, lane, cost, deadlineMs),
    pause: (durationMs) => pause(state, durationMs),
    share: (sharersCount) => share(state, sharersCount),
    figures() {
      forget(state);
      return {
        usedInMinute: Math.round((usedByAll(state) * SECONDS_PER_MINUTE) / settings.windowSeconds),
        perMinute: settings.perMinute,
        inFlightCount: state.inFlight,
        waitingCount: waitingCount(state),
        pausedForMs: Math.max(0, state.pausedUntilMs - time.nowMs()),
      };
    },
    close: () => close(state),
  };
}

async function acquire(
  state: State,
  lane: VenueLane,
  cost: number,
  deadlineMs: number,
): Promise<BudgetGrant | BudgetRefusal> {
  if (state.isClosed) return REFUSED_AT_CLOSE;
  const pausedForMs = state.pausedUntilMs - state.time.nowMs();
  if (pausedForMs >= deadlineMs) return { kind: 'refused', retryAfterMs: pausedForMs };
  const isHopeless = cost > partOf(state, lane) || waitingCount(state) >= WAITING_MAX;
  if (isHopeless) return { kind: 'refused', retryAfterMs: SLOW_DOWN_MS };
  forget(state);
  if (mayPass(state, lane, cost)) return grant(state, lane, cost);
  if (deadlineMs <= 0) return { kind: 'refused', retryAfterMs: retryAfter(state, { lane, cost }) };
  const { promise, resolve } = Promise.withResolvers<BudgetGrant | BudgetRefusal>();
  const queue = state.queues[lane];
  const cancelExpiry = state.time.after(deadlineMs, () => {
    queue.splice(queue.indexOf(waiter), 1);
    forget(state);
    resolve({ kind: 'refused', retryAfterMs: retryAfter(state, waiter) });
    grantNext(state);
  });
  const waiter: Waiter = { lane, cost, resolve, cancelExpiry };
  queue.push(waiter);
  grantNext(state);
  return promise;
}

/** Another process has taken over by then. */
const REFUSED_AT_CLOSE: BudgetRefusal = { kind: 'refused', retryAfterMs: 1_000 };

function close(state: State): void {
  state.isClosed = true;
  state.cancelWake?.();
  state.cancelWake = null;
  for (const lane of LANES)
    for (const waiter of state.queues[lane].splice(0)) {
      waiter.cancelExpiry();
      waiter.resolve(REFUSED_AT_CLOSE);
    }
}

/** Whether it need not wait: it fits, and whoever waits would come after it. */
function mayPass(state: State, lane: VenueLane, cost: number): boolean {
  for (const other of LANES) {
    if (state.queues[other].length > 0) return false;
    if (other === lane) break;
  }
  return hasSlot(state, lane) && waitOf(state, { lane, cost }) === 0;
}

function retryAfter(state: State, asked: Pick<Waiter, 'lane' | 'cost'>): number {
  return Math.max(1_000, waitOf(state, asked));
}

/** Grants in the order of the lanes; what does not fit holds up everything behind it. */
function grantNext(state: State): void {
  forget(state);
  for (;;) {
    const waiter = nextWaiter(state);
    if (waiter === null) return;
    if (!hasSlot(state, waiter.lane)) return;
    const waitMs = waitOf(state, waiter);
    if (waitMs > 0) return wakeAfter(state, waitMs);
    state.queues[waiter.lane].shift();
    waiter.cancelExpiry();
    waiter.resolve(grant(state, waiter.lane, waiter.cost));
  }
}

function grant(state: State, lane: VenueLane, cost: number): BudgetGrant {
  const reads = URGENT.has(lane) ? 0 : 1;
  const candles = lane === 'candles' ? 1 : 0;
  state.inFlight += 1;
  state.readsInFlight += reads;
  state.candlesInFlight += candles;
  use(state, state.own, cost);
  return {
    kind: 'granted',
    settle(outcome) {
      state.inFlight -= 1;
      state.readsInFlight -= reads;
      state.candlesInFlight -= candles;
      forget(state);
      if (outcome.kind === 'not_sent') use(state, state.own, -cost);
      if (outcome.kind === 'reply') learn(state, outcome.status, outcome.headers);
      grantNext(state);
    },
  };
}

/** Reads what the venue says: others may use the same address, and its count is what bans it. */
function learn(state: State, status: number, headers: ReadonlyMap<string, string>): void {
  const { usedHeader, tooManyBy } = state.settings;
  const counted = Number(usedHeader === null ? Number.NaN : headers.get(usedHeader));
  const known = usedByAll(state);
  if (counted > known) use(state, state.others, counted - known);
  if (status === 429 && tooManyBy !== 'account')
    pause(state, retryAfterMs(headers) ?? SLOW_DOWN_MS);
  if (status === 418) pause(state, retryAfterMs(headers) ?? BANNED_MS);
}

function retryAfterMs(headers: ReadonlyMap<string, string>): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? Math.min(seconds * 1_000, PAUSE_MS_MAX) : null;
}

function pause(state: State, durationMs: number): void {
  state.pausedUntilMs = Math.max(state.pausedUntilMs, state.time.nowMs() + durationMs);
  grantNext(state);
}

function nextWaiter(state: State): Waiter | null {
  for (const lane of LANES) {
    const [waiter] = state.queues[lane];
    if (waiter !== undefined) return waiter;
  }
  return null;
}

function hasSlot(state: State, lane: VenueLane): boolean {
  if (state.inFlight >= IN_FLIGHT_MAX) return false;
  if (URGENT.has(lane)) return true;
  if (lane === 'candles' && state.candlesInFlight >= CANDLES_IN_FLIGHT_MAX) return false;
  return state.readsInFlight < READS_IN_FLIGHT_MAX;
}

/** When there are fewer, a venue that does not say what it counts is given time to forget. */
function share(state: State, sharersCount: number): void {
  if (sharersCount === state.sharersCount) return;
  const { windowSeconds, usedHeader } = state.settings;
  const untilMs = state.time.nowMs() + windowSeconds * 1_000;
  if (sharersCount < state.sharersCount && usedHeader === null)
    state.formerSharers = { count: sharersNow(state), untilMs };
  state.sharersCount = sharersCount;
  grantNext(state);
}

function sharersNow({ sharersCount, formerSharers, time }: State): number {
  const isForgotten = time.nowMs() >= formerSharers.untilMs;
  return isForgotten ? sharersCount : Math.max(sharersCount, formerSharers.count);
}

/** How long until this one fits if nothing else is granted; zero if it fits now. */
function waitOf(state: State, { lane, cost }: Pick<Waiter, 'lane' | 'cost'>): number {
  const { own, others } = state;
  const pausedForMs = state.pausedUntilMs - state.time.nowMs();
  if (pausedForMs > 0) return pausedForMs;
  return Math.max(
    waitFor(state, [own], cost - partOf(state, lane)),
    waitFor(state, [own, others], cost - ceilingOf(state, lane)),
  );
}

/** How long until these usages and `more` are zero together. */
function waitFor({ second, time }: State, usages: readonly Usage[], more: number): number {
  let excess = usages.reduce((sum, { used }) => sum + used, more);
  const windowSeconds = usages[0]?.seconds.length ?? 0;
  for (let age = 1; excess > 0 && age <= windowSeconds; age++) {
    const oldest = second + age;
    for (const { seconds } of usages) excess -= seconds[oldest % windowSeconds] ?? 0;
    if (excess <= 0) return oldest * 1_000 - time.nowMs();
  }
  return 0;
}

/** Drops the seconds that are out of the window. */
function forget(state: State): void {
  const second = secondOf(state.time);
  const { windowSeconds } = state.settings;
  for (let count = Math.min(windowSeconds, second - state.second); count > 0; count--) {
    const index = (second - count + 1) % windowSeconds;
    for (const usage of [state.own, state.others]) {
      usage.used -= usage.seconds[index] ?? 0;
      usage.seconds[index] = 0;
    }
  }
  state.second = second;
}

/** What is given back is taken from this second, which may go below zero until it is dropped. */
function use({ second, settings }: State, usage: Usage, cost: number): void {
  const index = second % settings.windowSeconds;
  usage.seconds[index] = (usage.seconds[index] ?? 0) + cost;
  usage.used += cost;
}

function newUsage({ windowSeconds }: BudgetSettings): Usage {
  return { seconds: Array.from({ length: windowSeconds }, () => 0), used: 0 };
}

function usedByAll({ own, others }: State): number {
  return own.used + others.used;
}

function wakeAfter(state: State, delayMs: number): void {
  state.cancelWake?.();
  state.cancelWake = state.time.after(delayMs, () => {
    state.cancelWake = null;
    grantNext(state);
  });
}

/** Of the whole address. */
function ceilingOf({ settings }: State, lane: VenueLane): number {
  const { perMinute, windowSeconds } = settings;
  return ((perMinute * windowSeconds) / SECONDS_PER_MINUTE) * CEILINGS[lane];
}

/** Of this process. */
function partOf(state: State, lane: VenueLane): number {
  return ceilingOf(state, lane) / sharersNow(state);
}

function waitingCount({ queues }: State): number {
  return LANES.reduce((sum, lane) => sum + queues[lane].length, 0);
}

function secondOf(time: MonotonicTime): number {
  return Math.floor(time.nowMs() / 1_000);
}

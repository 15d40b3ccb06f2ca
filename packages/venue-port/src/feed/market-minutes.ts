// The newest minutes of one market at a real venue: which have closed, which are confirmed,
// corrected or missing, and what is to be requested. All instants are of the venue's clock.
// Minutes are published in order, so that what follows a gap waits until the gap is filled.

import { present } from '#lib/assert.ts';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import { isSameCandle } from '#venue-port/candle/candle.ts';
import type { ListPhase, MinuteEvent, MinuteState } from '#venue-port/feed/minute-state.ts';
import { MINUTE_STEPS } from '#venue-port/feed/minute-state.ts';
import { LATE_AFTER_MS } from '#venue-port/feed/stream-pace.ts';

/** From then on a list confirms it, and one without it says that it has no trade. */
export const CONFIRM_AFTER_MS = 10_000;
/** A list confirms a minute and settles the one five minutes before it. */
export const SETTLE_AFTER_MS = 5 * MINUTE_MS + CONFIRM_AFTER_MS;
/** Minutes that are held at most; those without room are read from lists. */
const MINUTES_HELD_MAX = 1_000;
/** Between two lists that are requested in vain. */
const GAP_RETRY_MS = 5_000;
const CONFIRM_RETRY_MS = 20_000;

export type MarketMinutes = {
  /** Minutes before this one are published. */
  readonly knownUntilMs: number;
  /** Those that are not settled and of which something was heard, oldest first. */
  readonly minutes: readonly HeldMinute[];
  /** When a list was requested last, and one that could fill a gap. */
  readonly requestedAtMs: number;
  readonly gapRequestedAtMs: number;
  /** Added to the instants of confirmation, so that markets do not ask all at once. */
  readonly staggerMs: number;
};

export type HeldMinute = {
  readonly openMs: number;
  readonly state: MinuteState;
  /** Null: none. */
  readonly candle: Candle | null;
  /** Of the newest frame or list that was heard of it; an older frame is not accepted. */
  readonly frameAtMs: number;
  /** A closing frame that came before the minute had ended. */
  readonly held: ClosingFrame | null;
};

export type ClosingFrame = { readonly candle: Candle; readonly atMs: number };

/** What the venue listed of a window of whole minutes, requested at an instant. */
export type ListedMinutes = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly requestedAtMs: number;
  readonly candles: readonly Candle[];
};

/** Minutes of the window without a candle are missing. */
export type ClosedMinutes = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly candles: readonly Candle[];
};

export type Correction = {
  readonly openMs: number;
  /** Null: it was missing. */
  readonly before: Candle | null;
  readonly after: Candle;
};

export type FeedStep = {
  readonly market: MarketMinutes;
  /** Null: none. They begin where those published before end. */
  readonly closed: ClosedMinutes | null;
  /** Of minutes that were published before. */
  readonly corrections: readonly Correction[];
};

export type Ask = {
  readonly fromMs: number;
  readonly toMs: number;
  /** `gap`: minutes that have ended are not published yet, and bots may wait for them. */
  readonly why: 'gap' | 'confirm';
};

/**
 * `recent`: of the minutes before `knownUntilMs`, those that may still be corrected.
 */
export function startMinutes(
  knownUntilMs: number,
  recent: ClosedMinutes | null,
  staggerMs: number,
): MarketMinutes {
  const minutes: HeldMinute[] = [];
  const candles = new Map((recent?.candles ?? []).map((each) => [each.openTimeMs, each]));
  for (let openMs = recent?.fromMs ?? knownUntilMs; openMs < knownUntilMs; openMs += MINUTE_MS) {
    const candle = candles.get(openMs) ?? null;
    const state = candle === null ? 'missing' : 'provisional';
    minutes.push({ openMs, state, candle, frameAtMs: -Infinity, held: null });
  }
  return {
    knownUntilMs,
    minutes,
    requestedAtMs: -Infinity,
    gapRequestedAtMs: -Infinity,
    staggerMs,
  };
}

/**
 * A closing frame of the stream. It is held back until its minute has ended by the venue's clock.
 */
export function noteFrame(market: MarketMinutes, frame: ClosingFrame, nowMs: number): FeedStep {
  const latestMs = Math.max(nowMs, frame.atMs);
  return passTime(isNews(market, frame, latestMs) ? withFrame(market, frame) : market, latestMs);
}

/** What is settled, was never held, lies ahead or is older than what was heard is no news. */
function isNews(market: MarketMinutes, { candle, atMs }: ClosingFrame, nowMs: number): boolean {
  const { openTimeMs: openMs } = candle;
  const found = market.minutes.find((each) => each.openMs === openMs);
  if (found !== undefined) return atMs >= found.frameAtMs;
  const hasRoom = openMs >= market.knownUntilMs && openMs < lastHeldMs(market);
  return hasRoom && openMs <= minuteStartMs(nowMs) && openMs % MINUTE_MS === 0;
}

function withFrame(market: MarketMinutes, frame: ClosingFrame): MarketMinutes {
  const { openTimeMs: openMs } = frame.candle;
  const found = market.minutes.find((each) => each.openMs === openMs) ?? newMinute(openMs);
  const others = market.minutes.filter((each) => each.openMs !== openMs);
  const noted = { ...found, frameAtMs: frame.atMs, held: frame };
  const minutes = [...others, noted].sort((left, right) => left.openMs - right.openMs);
  return { ...market, minutes };
}

/** Accepts what was held back and whose minute has ended by now. */
export function passTime(market: MarketMinutes, nowMs: number): FeedStep {
  const changed: Change[] = [];
  for (const minute of market.minutes) {
    const { held, openMs } = minute;
    if (held === null || openMs + MINUTE_MS > nowMs) continue;
    const event = isSameCandle(minute.candle, held.candle) ? 'frame_same' : 'frame_other';
    changed.push(changeOf({ ...minute, held: null }, event, held.candle));
  }
  return apply(market, changed);
}

/**
 * What a list of the venue has of minutes that had ended when it was requested.
 */
export function noteList(market: MarketMinutes, list: ListedMinutes): FeedStep {
  const { requestedAtMs, candles } = list;
  const listed = new Map(candles.map((candle) => [candle.openTimeMs, candle]));
  const held = new Map(market.minutes.map((minute) => [minute.openMs, minute]));
  const toMs = Math.min(list.toMs, minuteStartMs(requestedAtMs), lastHeldMs(market));
  const changed: Change[] = [];
  for (let openMs = list.fromMs; openMs < toMs; openMs += MINUTE_MS) {
    const minute = held.get(openMs) ?? (openMs < market.knownUntilMs ? null : newMinute(openMs));
    if (minute === null) continue;
    const candle = listed.get(openMs) ?? null;
    const phase = phaseOf(requestedAtMs - openMs - MINUTE_MS);
    const change = changeOf(minute, listEvent(phase, minute.candle, candle), candle);
    changed.push(candle === null ? change : heardAt(change, requestedAtMs));
  }
  return apply(market, changed);
}

/**
 * What is to be requested now; null: nothing. A minute that nobody has brought counts as missing so
 * many milliseconds after its end.
 */
export function askOf(
  market: MarketMinutes,
  nowMs: number,
  lateAfterMs: number = LATE_AFTER_MS,
): Ask | null {
  const endMs = minuteStartMs(nowMs);
  const first = market.minutes[0]?.openMs ?? market.knownUntilMs;
  const fromMs = Math.min(first, market.knownUntilMs);
  if (fromMs >= endMs) return null;
  if (isGapDue(market, nowMs, lateAfterMs)) return { fromMs, toMs: endMs, why: 'gap' };
  const isDue =
    nowMs >= market.requestedAtMs + CONFIRM_RETRY_MS &&
    market.minutes.some((minute) => nowMs >= listDueMs(market, minute));
  return isDue ? { fromMs, toMs: endMs, why: 'confirm' } : null;
}

/**
 * It was requested: not again at once, however it ends.
 */
export function noteRequested(market: MarketMinutes, { toMs }: Ask, nowMs: number): MarketMinutes {
  const isOfGap = toMs > market.knownUntilMs;
  return {
    ...market,
    requestedAtMs: nowMs,
    gapRequestedAtMs: isOfGap ? nowMs : market.gapRequestedAtMs,
  };
}

/**
 * Once shortly after the end of a minute, and again from when its absence counts: a venue that has
 * no trade to list is not asked in between.
 */
function isGapDue(
  { knownUntilMs, gapRequestedAtMs }: MarketMinutes,
  nowMs: number,
  lateAfterMs: number,
): boolean {
  const endedAtMs = knownUntilMs + MINUTE_MS;
  if (nowMs < endedAtMs + lateAfterMs) return false;
  if (gapRequestedAtMs < endedAtMs) return true;
  return nowMs >= endedAtMs + CONFIRM_AFTER_MS && nowMs >= gapRequestedAtMs + GAP_RETRY_MS;
}

/** When a list is to be compared with the minute next. */
function listDueMs({ knownUntilMs, staggerMs }: MarketMinutes, minute: HeldMinute): number {
  if (minute.openMs >= knownUntilMs) return Infinity;
  const { openMs, state } = minute;
  const isFirst = state === 'provisional' || state === 'doubted';
  const afterMs = isFirst ? CONFIRM_AFTER_MS : SETTLE_AFTER_MS;
  return openMs + MINUTE_MS + afterMs + staggerMs;
}

function phaseOf(ageMs: number): ListPhase {
  if (ageMs >= SETTLE_AFTER_MS) return 'last';
  return ageMs >= CONFIRM_AFTER_MS ? 'first' : 'early';
}

function listEvent(phase: ListPhase, before: Candle | null, listed: Candle | null): MinuteEvent {
  if (before !== null && listed === null) return `${phase}_none`;
  return isSameCandle(before, listed) ? `${phase}_same` : `${phase}_other`;
}

type Change = {
  readonly minute: HeldMinute;
  /** What was held until now. */
  readonly before: Candle | null;
};

function changeOf(minute: HeldMinute, event: MinuteEvent, candle: Candle | null): Change {
  const step = present(MINUTE_STEPS[minute.state][event], 'what is held decides the event');
  const [state, effect] = step;
  const taken = effect === 'take' ? candle : minute.candle;
  return { minute: { ...minute, state, candle: taken }, before: minute.candle };
}

/** A frame that was made before the list is older than it, whenever it arrives. */
function heardAt({ minute, before }: Change, atMs: number): Change {
  return { minute: { ...minute, frameAtMs: Math.max(minute.frameAtMs, atMs) }, before };
}

/** Publishes what has become known, and drops what is settled. */
function apply(market: MarketMinutes, changes: readonly Change[]): FeedStep {
  if (changes.length === 0) return unchanged(market);
  const byOpen = new Map(market.minutes.map((minute) => [minute.openMs, minute]));
  const corrections: Correction[] = [];
  for (const { minute, before } of changes) {
    byOpen.set(minute.openMs, minute);
    const { openMs, candle: after } = minute;
    const isPublished = openMs < market.knownUntilMs;
    if (isPublished && after !== null && !isSameCandle(before, after))
      corrections.push({ openMs, before, after });
  }
  const candles: Candle[] = [];
  let knownUntilMs = market.knownUntilMs;
  for (; ; knownUntilMs += MINUTE_MS) {
    const next = byOpen.get(knownUntilMs);
    if (next === undefined || next.state === 'unknown') break;
    if (next.candle !== null) candles.push(next.candle);
  }
  const minutes = [...byOpen.values()]
    .filter(({ state, openMs }) => state !== 'settled' || openMs >= knownUntilMs)
    .filter((minute) => minute.state !== 'unknown' || minute.held !== null)
    .sort((left, right) => left.openMs - right.openMs);
  const isMore = knownUntilMs > market.knownUntilMs;
  return {
    market: { ...market, knownUntilMs, minutes },
    closed: isMore ? { fromMs: market.knownUntilMs, toMs: knownUntilMs, candles } : null,
    corrections,
  };
}

function unchanged(market: MarketMinutes): FeedStep {
  return { market, closed: null, corrections: [] };
}

/** Minutes from here on have no room yet. */
function lastHeldMs({ knownUntilMs }: MarketMinutes): number {
  return knownUntilMs + MINUTES_HELD_MAX * MINUTE_MS;
}

function newMinute(openMs: number): HeldMinute {
  return { openMs, state: 'unknown', candle: null, frameAtMs: -Infinity, held: null };
}

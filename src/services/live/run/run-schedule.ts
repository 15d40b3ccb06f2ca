// Schedule of a run: minutes that closed, what was sent to its bot, and polls of its venue between
// closes. Those come as its script requested with EnableHighSpeedUpdates, and soon after the run
// sent orders, so that what has filled shows before the next close.

import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import { PLANS } from '#domain/plan/plan.ts';
import type { AccountNews } from '#venue-port/exchange/exchange.ts';
import type { LiveRun, NewsState, RunSchedule } from '#services/live/state/live-run.ts';
import { knownRow, haveMarketsChanged } from '#services/live/state/market-window.ts';
import type { RunView } from '#services/live/state/run-messages.ts';

type Progress = Pick<LiveRun, 'identity' | 'run'>;

function isResting({ identity, run }: Progress): boolean {
  return identity.isFollowed || run.view.isPaused;
}

/** Whether there are minutes that the bot has to run for. */
export function isBotBehind(live: Progress): boolean {
  return live.run.view.doneRow < knownRow(live.run) && !isResting(live);
}

/** Whether a minute has closed in which orders of a resting bot may have filled. */
export function mustPollIdleBot(live: Progress): boolean {
  return isWatchedIdle(live) && live.run.view.polledRow < knownRow(live.run);
}

/** Whether the bot rests, and its exchange may still book something on it. */
function isWatchedIdle(live: Progress): boolean {
  return isResting(live) && (live.run.view.sent.length > 0 || isReadOnceMore(live));
}

/**
 * Minutes pace the reading of resting bots. A market that has none, because it is halted, delisted
 * or its feed is down, must not keep a bot from what its exchange books: it is read all the same.
 */
export function scheduleIdlePoll(
  live: Pick<LiveRun, 'identity' | 'run' | 'schedule' | 'venue'>,
  nowMs: number,
) {
  const { schedule, run } = live;
  if (!isWatchedIdle(live) && !live.venue.awaitsClosing) return;
  const { polledRow } = run.view;
  const isLate = polledRow === schedule.idleRow && nowMs >= schedule.idlePollMs;
  if (isLate) schedule.poll ??= 'idle';
  if (!isLate && polledRow === schedule.idleRow) return;
  schedule.idleRow = polledRow;
  schedule.idlePollMs = nowMs + LIMITS.botIdlePollMs;
}

/** As in apply-event.ts, of a run in its thread. */
export function isReadOnceMore({ identity, run }: Progress): boolean {
  const hasTraded = identity.at.account.marketType === 'futures' && run.view.placedCount > 0;
  return identity.isFollowed && hasTraded && run.view.sent.length === 0;
}

/** Whether there is something for the bot to do. */
export function isDue(live: LiveRun): boolean {
  const { schedule, run, venue, pending } = live;
  const isUndelivered = schedule.inbox.length > 0 || haveMarketsChanged(venue, run.window);
  const isRequested = schedule.isArrivalDue || schedule.poll !== null || isUndelivered;
  return pending !== null || isRequested || isBotBehind(live) || mustPollIdleBot(live);
}

const SECOND_MS = 1_000;

/**
 * Notes that a poll is due, and when the next one is; bots of one pace are polled together. `view`
 * is of the run; `planOf` returns the plan of the bot's owner, null when the bot is not wanted any
 * more.
 */
export function schedulePoll(
  schedule: RunSchedule,
  view: RunView,
  planOf: () => PlanName | null,
  nowMs: number,
): void {
  if (view.isPaused) return;
  if (view.isFast && nowMs >= schedule.nextPollMs) {
    const plan = planOf();
    if (plan !== null) scheduleFastPoll(schedule, view, plan, nowMs);
  }
  scheduleAccountPoll(schedule, nowMs);
}

/**
 * After orders were sent comes a poll at once. Where signals follow on one another, each update
 * itself polls what came of those before, and another poll comes when they have stopped.
 */
function scheduleAccountPoll(schedule: RunSchedule, nowMs: number): void {
  if (schedule.hasSent) {
    schedule.hasSent = false;
    const isFrequent = nowMs - schedule.sentAtMs < LIMITS.botAccountLookMs;
    schedule.sentAtMs = nowMs;
    schedule.accountPollMs = nowMs + (isFrequent ? LIMITS.botAccountLookMs : 0);
  }
  if (nowMs < schedule.accountPollMs) return;
  schedule.accountPollMs = Infinity;
  schedule.poll ??= 'account';
}

function scheduleFastPoll(
  schedule: RunSchedule,
  view: RunView,
  plan: PlanName,
  nowMs: number,
): void {
  const everyMs = PLANS[plan].highSpeedIntervalSeconds * SECOND_MS;
  const followsFills = view.followsFills && view.openCount > 0;
  if (nowMs >= schedule.nextPricesMs) {
    // The first poll comes after one whole pace at most: the bot was just updated.
    if (schedule.nextPricesMs > 0) schedule.poll = 'prices';
    schedule.nextPricesMs = nextMultiple(nowMs, everyMs);
  } else if (followsFills) schedule.poll ??= 'fills';
  const fillsMs = followsFills ? nextMultiple(nowMs, LIMITS.botFillLookMs) : Infinity;
  schedule.nextPollMs = Math.min(schedule.nextPricesMs, fillsMs);
}

/** After orders were sent at a close: what fills at once is to be acted on at once. */
export function noteOrdersSent(schedule: RunSchedule, { followsFills }: RunView): void {
  if (followsFills) schedule.poll ??= 'fills';
  // Orders that stay open are polled from now on.
  schedule.nextPollMs = 0;
}

/** A stream reported something that concerns the bot: what there is now is read at once. */
export function noteNews(
  { news, schedule, run }: LiveRun,
  heard: AccountNews,
  nowMs: number,
): void {
  news.count += 1;
  if (heard.kind === 'fill' && !news.readFillIds.has(heard.fill.fillId)) {
    news.announced.set(heard.fill.fillId, nowMs);
    news.nextLookMs = nowMs + NEWS_LOOK_MS_MIN;
  }
  pollForNews(schedule, run.view);
}

/** What the lists show is no longer looked for. */
export function noteFillsRead({ announced, readFillIds }: NewsState, fillIds: Iterable<string>) {
  for (const fillId of fillIds) {
    announced.delete(fillId);
    readFillIds.add(fillId);
  }
  for (const fillId of readFillIds) {
    if (readFillIds.size <= READ_FILLS_MAX) return;
    readFillIds.delete(fillId);
  }
}

/** Lists may lack for a while what a stream has shown: it is looked for ever less often. */
export function scheduleNewsPoll({ news, schedule, run }: LiveRun, nowMs: number): void {
  if (news.announced.size === 0 || nowMs < news.nextLookMs) return;
  for (const [fillId, heardMs] of news.announced)
    if (nowMs - heardMs > NEWS_LOOK_MS_MAX) news.announced.delete(fillId);
  const newestMs = Math.max(...news.announced.values(), nowMs - NEWS_LOOK_MS_MAX);
  news.nextLookMs = nowMs + Math.max(NEWS_LOOK_MS_MIN, nowMs - newestMs);
  pollForNews(schedule, run.view);
}

function pollForNews(schedule: RunSchedule, { followsFills }: RunView): void {
  if (followsFills && schedule.poll !== 'prices') schedule.poll = 'fills';
  else schedule.poll ??= 'account';
}

/** Between two looks for what was announced, and after which it is left to the usual polls. */
const NEWS_LOOK_MS_MIN = 250;
const NEWS_LOOK_MS_MAX = 120_000;
const READ_FILLS_MAX = 500;

function nextMultiple(nowMs: number, everyMs: number): number {
  return (Math.floor(nowMs / everyMs) + 1) * everyMs;
}

export type SnapshotPace = {
  /** A snapshot is written after so many inputs, and after so many minutes. */
  readonly inputsMax: number;
  readonly minutesMax: number;
  /** One in so many is compared with a replay. */
  readonly checkEvery: number;
};

export const SNAPSHOT_PACE: SnapshotPace = {
  inputsMax: LIMITS.botSnapshotInputsMax,
  minutesMax: LIMITS.botSnapshotMinutesMax,
  checkEvery: LIMITS.botSnapshotCheckEvery,
};

/** Whether so much has come since the newest snapshot that another one is due. */
export function isSnapshotDue({ identity, run }: LiveRun, pace: SnapshotPace): boolean {
  const { record, snapshot, setup } = run;
  const { inputsMax, minutesMax } = pace;
  if (record.eventCount - snapshot.eventCount >= inputsMax) return true;
  const beganMs = setup.startMs + setup.firstRow * MINUTE_MS;
  const sinceMs = Math.max(snapshot.doneUntilMs, beganMs);
  // Bots that were loaded together do not all write in one minute.
  const spread = 1 - placeOf(identity.bot.botId, 1_000) / 4_000;
  return record.doneUntilMs - sinceMs >= minutesMax * spread * MINUTE_MS;
}

/** A number below `count` that follows from a text. */
export function placeOf(text: string, count: number): number {
  if (!Number.isFinite(count)) return 1;
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % count;
}

/** A read of the inboxes that began before a step was written is over long before so many more. */
export function forgetOld(taken: Set<number>): void {
  for (const sequence of taken) {
    if (taken.size <= LIMITS.botInboxReadMax) return;
    taken.delete(sequence);
  }
}

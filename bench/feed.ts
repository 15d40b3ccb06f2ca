// Live minutes of 1,000 markets of one exchange in one process, from a loopback venue whose stream
// loses, delays, repeats and falsifies candles. Prints how long after the end of a minute it is
// reported to who follows the market, with its minutes stored in PostgreSQL, and the processor and
// memory of the process. It ends with an error if a stored minute is not as the venue lists it.
// The venue is in the same process and its time is moved: the middle of each minute is passed over,
// and the seconds after its end are real. With `whole` nothing is passed over.

import { availableParallelism, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { postgresHistoryStore } from '#adapters/postgres/stores/history-store.ts';
import { assert } from '#lib/assert.ts';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { FeedNews, MarketStreamNews } from '#venue-port/exchange/market-feed.ts';
import type { MinuteAppend } from '#ports/world/history.ts';
import { createTestDatabase } from '../test/support/database.ts';
import { openFeedHarness, until } from '../test/venues/feed-harness.ts';

const MARKETS_COUNT = Number(process.argv[2] ?? 1_000);
const MINUTES_COUNT = Number(process.argv[3] ?? 30);
const IS_WHOLE = process.argv[4] === 'whole';
const FAULTS = { drop: 0.005, late: 0.005, duplicate: 0.05, wrong: 0.01, lateMs: 20_000 };

const cleanups: (() => unknown)[] = [];
const test = await createTestDatabase();
/** Of the minute that is measured, by market: when its closing frame was read. */
const heardAtMs = new Map<MarketTag, number>();
const appendsMs: number[] = [];
const history = postgresHistoryStore(test.database);
const harness = await openFeedHarness(
  { after: (clean) => void cleanups.push(clean as () => unknown) },
  {
    code: 'binance',
    marketsCount: MARKETS_COUNT,
    history: { ...history, appendMinutes: timedAppend },
    onStreamed: noteClosing,
  },
);
const { control, feeds, markets, news, nowMs, stored, toNextMinute, truth } = harness;
await until(() => feeds.figures().streamedCount === MARKETS_COUNT);
const startedMs = minuteStartMs(nowMs());
const delaysMs: number[] = [];
/** Of markets whose closing frame came: until the venue had sent all, until it was read, and on. */
const [sendingMs, readingMs, reportingMs]: [number[], number[], number[]] = [[], [], []];
let [processorMs, passedMs, turnMsMax] = [0, 0, 0];

async function pass(ms: number): Promise<void> {
  if (IS_WHOLE) await pause(ms);
  else control('advance', { ms });
}

async function timedAppend(appends: readonly MinuteAppend[]): Promise<readonly boolean[]> {
  const atMs = performance.now();
  const appended = await history.appendMinutes(appends);
  appendsMs.push(performance.now() - atMs);
  return appended;
}

function noteClosing(each: MarketStreamNews): void {
  if (each.kind !== 'candle' || !each.streamed.isClosed) return;
  const { marketTag, candle } = each.streamed;
  const isNewest = candle.openTimeMs === minuteStartMs(nowMs()) - MINUTE_MS;
  if (isNewest && !heardAtMs.has(marketTag)) heardAtMs.set(marketTag, nowMs());
}

function knownUntilMs(last: FeedNews | undefined): number {
  if (last === undefined || last.kind === 'lost') return 0;
  return last.kind === 'known' ? last.untilMs : last.closed.toMs;
}

/** So long after the beginning of a minute those before it are known. */
async function untilKnown(): Promise<void> {
  const atMs = minuteStartMs(nowMs());
  await until(() => [...news.values()].every((each) => knownUntilMs(each.at(-1)) >= atMs));
}

toNextMinute(12_000);
await untilKnown();
const before = { ...feeds.figures() };
const [usedAtFirst, firstAtMs] = [process.cpuUsage(), performance.now()];
for (let minute = 1; minute <= MINUTES_COUNT; minute += 1) {
  control('calm', {});
  await pass(1_000);
  for (const part of [1, 2]) control('trades', { seed: minute * 10 + part, share: 1 });
  control('stream-faults', { seed: minute, ...FAULTS });
  // Confirmations of the minute before are due by then.
  await pass(42_000);
  const confirmedCount = before.requestsCount + (minute - 1) * MARKETS_COUNT;
  await until(() => feeds.figures().requestsCount >= confirmedCount);
  heardAtMs.clear();
  const turns = monitorEventLoopDelay({ resolution: 5 });
  turns.enable();
  const [usedBefore, atMs] = [process.cpuUsage(), performance.now()];
  const endedAtMs = minuteStartMs(nowMs()) + MINUTE_MS;
  await pass(endedAtMs - nowMs());
  const sentAtMs = nowMs();
  sendingMs.push(sentAtMs - endedAtMs);
  const waiting = new Set(news.keys());
  while (waiting.size > 0) {
    for (const marketTag of waiting) {
      if (knownUntilMs(news.get(marketTag)?.at(-1)) < endedAtMs) continue;
      waiting.delete(marketTag);
      delaysMs.push(nowMs() - endedAtMs);
      const heardMs = heardAtMs.get(marketTag);
      if (heardMs === undefined) continue;
      readingMs.push(heardMs - sentAtMs);
      reportingMs.push(nowMs() - heardMs);
    }
    await pause(5);
  }
  turns.disable();
  turnMsMax = Math.max(turnMsMax, turns.max / 1_000_000);
  const used = process.cpuUsage(usedBefore);
  processorMs += (used.user + used.system) / 1_000;
  passedMs += performance.now() - atMs;
}

const usedInAll = process.cpuUsage(usedAtFirst);
const [allProcessorMs, allPassedMs] = [
  (usedInAll.user + usedInAll.system) / 1_000,
  performance.now() - firstAtMs,
];
const after = { ...feeds.figures() };
control('calm', {});
for (let minute = 0; minute < 7; minute += 1) {
  toNextMinute(50_000);
  await untilKnown();
}
const toMs = minuteStartMs(nowMs()) - 7 * MINUTE_MS;
let differingCount = 0;
for (const market of markets) {
  const rows = await stored(market, startedMs, toMs);
  if (rows.join() !== truth(market, startedMs, toMs).join()) differingCount += 1;
}
function spreadOf(valuesMs: readonly number[]): string {
  const sorted = valuesMs.toSorted((one, other) => one - other);
  const at = (share: number): number => Math.round(sorted[Math.floor(share * sorted.length)] ?? 0);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(0.9999)}`;
}

const [requestsCount, gapRequestsCount] = [
  after.requestsCount - before.requestsCount,
  after.gapRequestsCount - before.gapRequestsCount,
];
const { correctionsCount } = feeds.figures();
const megabytes = Math.round(process.memoryUsage().rss / 1_048_576);
console.log(`${MARKETS_COUNT} markets, ${MINUTES_COUNT} minutes, venue and database beside it`);
console.log(`load average ${loadavg()[0]?.toFixed(1)} of ${availableParallelism()} processors`);
console.log(`end of a minute to its report, ms: ${spreadOf(delaysMs)}`);
console.log(`  the venue sends its closing frames, ms: ${spreadOf(sendingMs)}`);
console.log(`  sent to read, ms: ${spreadOf(readingMs)}`);
console.log(`  read to reported, ms: ${spreadOf(reportingMs)}`);
console.log(`  statements, of many markets each, ms: ${spreadOf(appendsMs)}`);
console.log(`  longest turn of the event loop, ms: ${Math.round(turnMsMax)}`);
console.log(`lists requested ${requestsCount}, of them for gaps ${gapRequestsCount}`);
console.log(
  `corrections ${correctionsCount}, markets that differ from the venue ${differingCount}`,
);
console.log(
  `processor a minute ${Math.round(processorMs / MINUTES_COUNT)} ms, memory ${megabytes} MB`,
);
console.log(
  `(with the venue in the same process; ${Math.round(passedMs / MINUTES_COUNT)} ms a minute)`,
);
console.log(
  `in all ${Math.round(allPassedMs / 1_000)} s with ${Math.round(allProcessorMs / 1_000)} s of processor`,
);
for (const clean of cleanups) await clean();
await test.drop();
assert(differingCount === 0, 'every stored minute is as the venue lists it');

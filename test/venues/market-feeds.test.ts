// Live minutes over the loopback venue: whatever happens to the stream, what is stored becomes what
// the venue lists, and no minute is reported before those before it are stored.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { FeedNews } from '#venue-port/exchange/market-feed.ts';
import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import { someOf } from '../support/share-of-cases.ts';
import type { FeedHarness } from './feed-harness.ts';
import { openFeedHarness, until } from './feed-harness.ts';

/** A minute in which all markets trade, some several times; ends in its last seconds. */
function tradeMinute(harness: FeedHarness, seed: number): void {
  const { control, toNextMinute } = harness;
  toNextMinute(1_000);
  for (const part of [1, 2, 3]) {
    control('trades', { seed: seed * 10 + part, share: part === 1 ? 1 : 0.6 });
    control('advance', { ms: 15_000 });
  }
}

/** Until the minutes are known that have ended. */
async function untilUpToDate(harness: FeedHarness): Promise<void> {
  harness.toNextMinute(0);
  await untilAllKnow(harness, minuteStartMs(harness.nowMs()));
}

function knownUntilMs(news: readonly FeedNews[] | undefined): number {
  const last = news?.at(-1);
  return last === undefined ? 0 : endOf(last);
}

function endOf(news: FeedNews): number {
  assert(news.kind !== 'lost', 'feeds in this process are never lost');
  return news.kind === 'known' ? news.untilMs : news.closed.toMs;
}

async function untilAllKnow(harness: FeedHarness, atMs: number): Promise<void> {
  await untilKnown(harness, harness.markets, atMs);
}

async function untilKnown(
  { news }: FeedHarness,
  markets: readonly Market[],
  atMs: number,
): Promise<void> {
  await until(() => markets.every(({ marketTag }) => knownUntilMs(news.get(marketTag)) >= atMs));
}

async function untilStreamed({ feeds, markets }: FeedHarness): Promise<void> {
  await until(() => feeds.figures().streamedCount === markets.length);
}

/** Everything is settled: minutes later, a list of each was read. */
async function settle(harness: FeedHarness): Promise<void> {
  for (let minute = 0; minute < 7; minute += 1) {
    harness.toNextMinute(45_000);
    await untilAllKnow(harness, minuteStartMs(harness.nowMs()));
  }
}

async function assertAsListed(harness: FeedHarness, fromMs: number, toMs: number): Promise<void> {
  const { markets, stored, truth } = harness;
  await until(async () => {
    for (const market of markets) {
      const found = await stored(market, fromMs, toMs);
      if (found.join() !== truth(market, fromMs, toMs).join()) return false;
    }
    return true;
  });
  for (const market of markets)
    assert.deepEqual(await stored(market, fromMs, toMs), truth(market, fromMs, toMs));
}

/** Minutes follow one another without a gap. */
function assertInOrder(news: readonly FeedNews[]): void {
  let knownMs = 0;
  for (const each of news) {
    if (each.kind === 'minutes') assert.equal(each.closed.fromMs, knownMs);
    knownMs = endOf(each);
  }
}

const DIALECTS = await Promise.all(DIALECT_CODES.map(loadDialect));
const [STREAMED, LISTED] = [true, false].map((isStreamed) =>
  DIALECTS.filter(({ marketStream }) => (marketStream !== undefined) === isStreamed).map(
    ({ code }) => code,
  ),
) as [string[], string[]];

for (const code of someCodes(STREAMED))
  test(`minutes of ${code} are as it lists them, whatever its stream does`, async (t) => {
    const harness = await openFeedHarness(t, { code, marketsCount: 12 });
    const { control, feeds, history, news, nowMs } = harness;
    await untilStreamed(harness);
    const faults = { drop: 0.1, late: 0.2, duplicate: 0.2, wrong: 0.2, lateMs: 40_000 };
    control('stream-faults', { seed: 7, ...faults });
    const fromMs = minuteStartMs(nowMs());
    for (let minute = 1; minute <= 6; minute += 1) {
      tradeMinute(harness, minute);
      await untilUpToDate(harness);
    }
    const met = control('stream-faults', {}) as Record<string, number>;
    await settle(harness);
    await assertAsListed(harness, fromMs, minuteStartMs(nowMs() - MINUTE_MS));
    for (const kind of ['drop', 'late', 'duplicate', 'wrong']) assert((met[kind] ?? 0) > 0, kind);
    assert(feeds.figures().correctionsCount > 0);
    for (const [marketTag, heard] of news) {
      assertInOrder(heard);
      // What was reported first is what a run sees that began before.
      const window = { fromMs, toMs: nowMs() };
      const corrections = await history.listCorrections(marketTag, window, 0);
      for (const { openTimeMs, before } of corrections) {
        const first = firstReport(heard, openTimeMs);
        const isFirst = corrections.findLast((each) => each.openTimeMs === openTimeMs);
        if (isFirst?.before === before) assert.deepEqual(first, before);
      }
    }
  });

for (const code of someCodes(LISTED))
  test(`minutes of ${code}, which has no stream of them, come by request`, async (t) => {
    const harness = await openFeedHarness(t, { code, marketsCount: 3 });
    const { feeds, news, nowMs } = harness;
    const fromMs = minuteStartMs(nowMs());
    tradeMinute(harness, 1);
    await untilUpToDate(harness);
    assert.equal(feeds.figures().streamedCount, 0);
    await assertAsListed(harness, fromMs, fromMs + MINUTE_MS);
    for (const heard of news.values()) assertInOrder(heard);
  });

suite('feeds of markets', () => {
  test('a minute without a trade stays missing, and holds nothing up for long', async (t) => {
    const harness = await openFeedHarness(t, { code: 'binance', marketsCount: 1 });
    const { control, nowMs, markets, stored } = harness;
    await untilStreamed(harness);
    harness.toNextMinute(1_000);
    control('trades', { seed: 1 });
    harness.toNextMinute(0);
    harness.toNextMinute(0);
    control('trades', { seed: 2 });
    const fromMs = nowMs() - 2 * MINUTE_MS - (nowMs() % MINUTE_MS);
    harness.toNextMinute(11_000);
    await untilAllKnow(harness, fromMs + 3 * MINUTE_MS);
    const market = present(markets[0], 'there is a market');
    const rows = await stored(market, fromMs, fromMs + 3 * MINUTE_MS);
    assert.deepEqual(
      rows.map((row) => (Number(row.split(' ')[0]) - fromMs) / MINUTE_MS),
      [0, 2],
    );
  });

  test('what was missed while nothing reached the venue is filled first', async (t) => {
    const harness = await openFeedHarness(t, { code: 'binance', marketsCount: 3 });
    const { control, news, nowMs } = harness;
    await untilStreamed(harness);
    const fromMs = minuteStartMs(nowMs());
    tradeMinute(harness, 1);
    control('streams', { action: 'drop' });
    control('fault', { kind: 'reset_before', operations: ['candles'], times: null });
    await until(() => harness.feeds.figures().streamedCount === 0);
    for (const minute of [2, 3, 4]) tradeMinute(harness, minute);
    const whileDown = harness.feeds.figures();
    assert.equal(whileDown.disconnectionsCount, 1);
    assert(whileDown.lastMinuteAgeMs >= 3 * MINUTE_MS);
    await untilStreamed(harness);
    tradeMinute(harness, 5);
    harness.toNextMinute(1_000);
    control('calm', {});
    await settle(harness);
    await assertAsListed(harness, fromMs, minuteStartMs(nowMs() - MINUTE_MS));
    for (const heard of news.values()) assertInOrder(heard);
    assert(harness.feeds.figures().lastMinuteAgeMs < 2 * MINUTE_MS);
  });

  test('the last price and the candle that forms are those of the stream', async (t) => {
    const harness = await openFeedHarness(t, { code: 'binance', marketsCount: 1 });
    const { control, feeds, markets } = harness;
    await untilStreamed(harness);
    const { marketTag } = present(markets[0], 'there is a market');
    assert.equal(feeds.livePrice(marketTag), null);
    harness.toNextMinute(1_000);
    control('trades', { seed: 1 });
    await until(() => feeds.livePrice(marketTag) !== null);
    const live = present(feeds.livePrice(marketTag), 'the stream has it');
    assert.equal(live.forming?.openTimeMs, minuteStartMs(harness.nowMs()));
    const { price } = await harness.loopback.venue.exchange.fetchPrice(marketTag);
    assert.equal(live.price, price);
    harness.toNextMinute(30_000);
    assert.equal(feeds.livePrice(marketTag)?.forming, null);
    control('streams', { action: 'drop' });
    await until(() => feeds.livePrice(marketTag) === null);
  });

  test('minutes that a feed has left before they were confirmed are, by the next', async (t) => {
    const harness = await openFeedHarness(t, { code: 'binance', marketsCount: 3 });
    const { control, feeds, history, markets, nowMs, stored, truth } = harness;
    await untilStreamed(harness);
    const fromMs = minuteStartMs(nowMs());
    control('stream-faults', { seed: 7, wrong: 1 });
    tradeMinute(harness, 1);
    await untilUpToDate(harness);
    await harness.leave();
    control('calm', {});
    const toMs = minuteStartMs(nowMs());
    const rowsOf = async (): Promise<readonly string[]> =>
      (await Promise.all(markets.map((market) => stored(market, fromMs, toMs)))).flat();
    const listed = markets.flatMap((market) => truth(market, fromMs, toMs));
    assert.notDeepEqual(await rowsOf(), listed);
    for (let minute = 2; minute <= 20; minute += 1) tradeMinute(harness, minute);
    harness.toNextMinute(1_000);
    const next = new AbortController();
    let begunCount = 0;
    const following = markets.map(({ marketTag }) =>
      feeds.follow(marketTag, () => void (begunCount += 1), next.signal),
    );
    await until(() => begunCount >= markets.length);
    assert.deepEqual(await rowsOf(), listed);
    // Runs that have seen them as they were are made again so.
    assert.equal(await history.lastCorrection(), markets.length);
    next.abort();
    await Promise.all(following);
  });

  test('the feed of a market ends when nobody follows it', async (t) => {
    const harness = await openFeedHarness(t, { code: 'binance', marketsCount: 2 });
    const { listeners } = harness.loopback.server.state.skins.binance.exchange;
    await untilStreamed(harness);
    assert.equal(listeners.size, 1);
    await harness.leave();
    await until(() => listeners.size === 0);
    assert.equal(harness.feeds.figures().marketsCount, 0);
  });
});

/** Some every day, all of them with `npm run test:thorough`. */
function someCodes(codes: readonly string[]): readonly string[] {
  return codes.slice(-someOf(codes.length));
}

function firstReport(news: readonly FeedNews[], openMs: number) {
  for (const each of news) {
    if (each.kind !== 'minutes') continue;
    const { fromMs, toMs, candles } = each.closed;
    if (openMs < fromMs || openMs >= toMs) continue;
    return candles.find(({ openTimeMs }) => openTimeMs === openMs) ?? null;
  }
  return undefined;
}

for (const code of ['binance', 'binanceusdm', 'bybit'] as const)
  test(`no minute of ${code} is counted in steps that its market had before`, async (t) => {
    const harness = await openFeedHarness(t, { code, marketsCount: 3 });
    const { loopback, markets, stored, truth, nowMs } = harness;
    await untilStreamed(harness);
    const fromMs = minuteStartMs(nowMs());
    tradeMinute(harness, 1);
    await untilUpToDate(harness);
    const [changed, ...others] = markets;
    assert(changed !== undefined);
    harness.changeTick(changed, 10n);
    await loopback.venue.refreshMarkets();
    for (let minute = 2; minute <= 6; minute += 1) {
      tradeMinute(harness, minute);
      harness.toNextMinute(0);
      await untilKnown(harness, others, minuteStartMs(nowMs()));
    }
    await harness.leave();
    const toMs = minuteStartMs(nowMs());
    const listed = new Set(truth(changed, fromMs, toMs));
    const found = await stored(changed, fromMs, toMs);
    assert.deepEqual(
      found.filter((row) => !listed.has(row)),
      [],
    );
    for (const other of others)
      assert.deepEqual(await stored(other, fromMs, toMs), truth(other, fromMs, toMs));
  });

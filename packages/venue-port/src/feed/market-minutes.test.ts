import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MINUTE_MS } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { MarketMinutes } from '#venue-port/feed/market-minutes.ts';
import {
  askOf,
  noteRequested,
  noteFrame,
  noteList,
  passTime,
  startMinutes,
} from '#venue-port/feed/market-minutes.ts';
import { MINUTE_EVENTS, MINUTE_STATES, MINUTE_STEPS } from '#venue-port/feed/minute-state.ts';

const T = 1_700_000_040_000 - (1_700_000_040_000 % MINUTE_MS);
const END = T + MINUTE_MS;

function candle(openTimeMs: number, close: bigint): Candle {
  return { openTimeMs, open: 5n, high: 9n, low: 1n, close, volume: 2n };
}

/** One minute was streamed just after its end. */
function streamed(): MarketMinutes {
  const frame = { candle: candle(T, 7n), atMs: END + 50 };
  return noteFrame(startMinutes(T, null, 0), frame, END + 50).market;
}

suite('the newest minutes of a market', () => {
  test('a closing frame publishes its minute', () => {
    const frame = { candle: candle(T, 7n), atMs: END + 50 };
    const { closed, market } = noteFrame(startMinutes(T, null, 0), frame, END + 50);
    assert.deepEqual(closed, { fromMs: T, toMs: END, candles: [candle(T, 7n)] });
    assert.equal(market.knownUntilMs, END);
  });

  test('a closing frame before the end of its minute waits for the end', () => {
    const frame = { candle: candle(T, 7n), atMs: END - 20 };
    const early = noteFrame(startMinutes(T, null, 0), frame, END - 10);
    assert.equal(early.closed, null);
    assert.equal(passTime(early.market, END - 1).closed, null);
    assert.deepEqual(passTime(early.market, END).closed?.candles, [candle(T, 7n)]);
  });

  test('a minute behind a gap waits until the gap is filled', () => {
    const frame = { candle: candle(END, 8n), atMs: END + MINUTE_MS + 50 };
    const behind = noteFrame(startMinutes(T, null, 0), frame, frame.atMs);
    assert.equal(behind.closed, null);
    const requestedAtMs = frame.atMs + 500;
    const list = { fromMs: T, toMs: END, requestedAtMs, candles: [candle(T, 7n)] };
    const { closed } = noteList(behind.market, list);
    assert.deepEqual(closed?.candles, [candle(T, 7n), candle(END, 8n)]);
  });

  test('what a later list has in another way is a correction', () => {
    const list = { fromMs: T, toMs: END, requestedAtMs: END + 10_000, candles: [candle(T, 6n)] };
    const { corrections, closed } = noteList(streamed(), list);
    assert.deepEqual(corrections, [{ openMs: T, before: candle(T, 7n), after: candle(T, 6n) }]);
    assert.equal(closed, null);
  });

  test('a minute without a candle is missing once a list of ten seconds later lacks it', () => {
    const list = { fromMs: T, toMs: END, candles: [] };
    const early = noteList(startMinutes(T, null, 0), { ...list, requestedAtMs: END + 9_999 });
    assert.equal(early.closed, null);
    const { closed } = noteList(early.market, { ...list, requestedAtMs: END + 10_000 });
    assert.deepEqual(closed, { fromMs: T, toMs: END, candles: [] });
  });

  test('frames of minutes that are settled or lie ahead change nothing', () => {
    const market = streamed();
    const list = { fromMs: T, toMs: END, candles: [candle(T, 7n)] };
    const settled = noteList(market, { ...list, requestedAtMs: END + 310_000 }).market;
    assert.deepEqual(settled.minutes, []);
    const late = { candle: candle(T, 1n), atMs: END + 400_000 };
    assert.equal(noteFrame(settled, late, late.atMs).market, settled);
    const ahead = { candle: candle(T + 3 * MINUTE_MS, 1n), atMs: END + 60 };
    assert.equal(noteFrame(market, ahead, END + 60).market, market);
  });

  /** Milliseconds after the minute's end, and what is requested then. */
  const ASKED: readonly (readonly [number, 'gap' | 'confirm' | null])[] = [
    [499, null],
    [500, 'gap'],
    [59_000, 'gap'],
  ];
  for (const [afterMs, why] of ASKED)
    test(`a minute that nobody has brought is requested after ${afterMs} ms: ${why}`, () => {
      const ask = askOf(startMinutes(T, null, 0), END + afterMs);
      assert.deepEqual(ask?.why ?? null, why);
    });

  test('an early list in vain is followed by one after ten seconds', () => {
    const market = startMinutes(T, null, 0);
    const ask = { fromMs: T, toMs: END, why: 'gap' } as const;
    const requested = noteRequested(market, ask, END + 500);
    assert.equal(askOf(requested, END + 9_999), null);
    assert.deepEqual(askOf(requested, END + 10_000), ask);
  });

  test('a streamed minute is confirmed after ten seconds, and settled five minutes later', () => {
    const market = streamed();
    assert.equal(askOf(market, END + 9_999), null);
    const ask = { fromMs: T, toMs: END, why: 'confirm' } as const;
    assert.deepEqual(askOf(market, END + 10_000), ask);
    const requested = noteRequested(market, ask, END + 10_000);
    const list = { ...ask, requestedAtMs: END + 10_000, candles: [candle(T, 7n)] };
    const [confirmed] = noteList(requested, list).market.minutes;
    assert.equal(confirmed?.state, 'confirmed');
  });

  test('a frame that was made before a list does not replace what the list has', () => {
    const list = { fromMs: T, toMs: END, requestedAtMs: END + 600, candles: [candle(T, 7n)] };
    const { market } = noteList(startMinutes(T, null, 0), list);
    const late = { candle: candle(T, 6n), atMs: END + 50 };
    assert.equal(noteFrame(market, late, END + 3_000).market, market);
    const later = { candle: candle(T, 6n), atMs: END + 700 };
    assert.equal(noteFrame(market, later, END + 3_000).corrections.length, 1);
  });

  test('the stagger of a market delays confirmations, and no gap', () => {
    const frame = { candle: candle(T, 7n), atMs: END + 50 };
    const market = noteFrame(startMinutes(T, null, 20_000), frame, END + 50).market;
    assert.equal(askOf(market, END + 29_999), null);
    assert.equal(askOf(market, END + 30_000)?.why, 'confirm');
    assert.equal(askOf(startMinutes(T, null, 20_000), END + 500)?.why, 'gap');
  });

  test('nothing but a taken candle changes what is held, and what is settled stays so', () => {
    for (const state of MINUTE_STATES)
      for (const event of MINUTE_EVENTS) {
        const step = MINUTE_STEPS[state][event];
        const isImpossible = step === undefined;
        const holdsNothing = state === 'unknown' || state === 'missing';
        const needsCandle = event.endsWith('_none') || event === 'frame_same';
        assert.equal(isImpossible, holdsNothing && needsCandle, `${state} ${event}`);
        if (step === undefined) continue;
        const [next, effect] = step;
        if (state === 'settled') assert.deepEqual(step, ['settled', 'keep']);
        if (event.endsWith('_same') && effect === 'take') assert(next !== 'provisional');
        if (event.startsWith('last_')) assert.equal(next, 'settled');
      }
  });
});

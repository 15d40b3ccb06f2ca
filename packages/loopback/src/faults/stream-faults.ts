// Faults of the candles that a stream sends: each closing frame may be lost, late, sent twice or
// wrong, and each other frame lost. Lists by request show what is right.

import type { Candle } from '#loopback/exchange/candle-series.ts';
import type { Chance } from '#loopback/seeded-chance.ts';

/** Shares of frames, from 0 to 1. */
export type StreamFaults = {
  readonly drop: number;
  readonly late: number;
  readonly duplicate: number;
  readonly wrong: number;
  /** How late a frame may be. */
  readonly lateMs: number;
  readonly chance: Chance;
  /** How often each kind was met. */
  readonly met: Record<'drop' | 'late' | 'duplicate' | 'wrong', number>;
};

export type SentFrame = { readonly candle: Candle; readonly afterMs: number };

/** What is sent of a candle, and when. */
export function framesOf(
  faults: StreamFaults | null,
  candle: Candle,
  isClosed: boolean,
): readonly SentFrame[] {
  if (faults === null) return [{ candle, afterMs: 0 }];
  const { chance, met, lateMs } = faults;
  const isMet = (kind: 'drop' | 'late' | 'duplicate' | 'wrong'): boolean => {
    const is = chance.next() < faults[kind];
    if (is) met[kind] += 1;
    return is;
  };
  if (isMet('drop')) return [];
  if (!isClosed) return [{ candle, afterMs: 0 }];
  const shown = isMet('wrong') ? wrongCandle(candle) : candle;
  const frames = [{ candle: shown, afterMs: isMet('late') ? 1 + chance.below(lateMs) : 0 }];
  if (isMet('duplicate')) frames.push({ candle: shown, afterMs: 1 + chance.below(lateMs) });
  return frames;
}

/** As a venue shows it that has not counted the last trades yet. */
function wrongCandle(candle: Candle): Candle {
  return { ...candle, close: candle.open, volume: candle.volume / 2n };
}

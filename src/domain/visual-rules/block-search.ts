// Search of the palette by everyday words: "average" finds SMA, "cheap" finds the RSI.

import type { BlockKind } from '#domain/visual/block-palette.ts';
import { commandWords } from '#domain/visual/words/block-words.ts';

/** Everyday words of commands whose names do not have them. */
const WORDS: Readonly<Record<string, string>> = {
  SMA: 'average mean moving trend',
  EMA: 'average mean moving trend',
  WMA: 'average mean moving trend',
  DEMA: 'average mean moving trend',
  TEMA: 'average mean moving trend',
  KAMA: 'average mean moving trend',
  HMA: 'average mean moving trend hull',
  VWMA: 'average mean moving trend volume',
  VWAP: 'average mean price volume weighted',
  SUPERTREND: 'trend stop trailing direction',
  RSI: 'strength oversold overbought cheap dear momentum',
  MACD: 'momentum averages convergence',
  BBANDS: 'bollinger bands deviation channel',
  ATR: 'range volatility',
  ADX: 'trend strength',
  CCI: 'commodity channel momentum',
  STOCH: 'stochastic oscillator oversold overbought',
  SSTOCH: 'stochastic oscillator',
  SAR: 'parabolic stop reverse',
  OBV: 'volume balance',
  DONCHIAN: 'channel breakout highest lowest',
  DoLong: 'buy enter open',
  DoShort: 'sell enter open',
  DoExitPosition: 'close leave exit sell flat',
  DoSignal: 'trade',
  StopLoss: 'stop loss protect',
  TakeProfit: 'target gain protect',
  IsTrue: 'all and every condition',
  Or: 'any some condition',
  IsFalse: 'not none condition',
  IsBiggerThan: 'above greater more compare',
  IsSmallerThan: 'below less under compare',
  CrossOver: 'cross above up',
  CrossUnder: 'cross below down',
  ClosePrices: 'price candles closing',
  GetVolume: 'volume turnover',
  Branch: 'if else otherwise',
  Input: 'parameter setting number',
  WaitAfterTrade: 'cooldown pause',
  SendNotification: 'alert notify message',
  GetHigh: 'highest maximum',
  GetLow: 'lowest minimum',
};

function scoreOf(kind: BlockKind, words: readonly string[]): number {
  const name = kind.command.toLowerCase();
  const own = `${name} ${kind.aliases.join(' ')} ${commandWords(kind.command)}`.toLowerCase();
  const known = WORDS[kind.command] ?? '';
  let score = 0;
  for (const word of words) {
    if (name === word) score += 100;
    else if (known.split(' ').includes(word)) score += 60;
    else if (name.startsWith(word)) score += 40;
    else if (own.includes(word)) score += 20;
    else if (known.includes(word)) score += 15;
    else if (kind.meaning.toLowerCase().includes(word)) score += 8;
    else if (kind.category.toLowerCase().includes(word)) score += 4;
    else return 0;
  }
  return score;
}

/**
 * Kinds that fit all words, the best first; all of them in their order where nothing is asked.
 * @public The console's editor.
 */
export function searchBlocks(kinds: readonly BlockKind[], asked: string): readonly BlockKind[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return kinds;
  return kinds
    .map((kind, at) => ({ kind, at, score: scoreOf(kind, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score || left.at - right.at)
    .map(({ kind }) => kind);
}

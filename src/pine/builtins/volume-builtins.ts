// Built-in variables of volume, which keep a state from bar to bar.

import { cum } from '#pine/builtins/ta-averages.ts';
import { INDICATORS } from '#pine/builtins/ta-indicators.ts';
import type { Running } from '#pine/builtins/window.ts';
import { before } from '#pine/builtins/window.ts';
import { now } from '#pine/runtime/pine-now.ts';

function added(state: Running, value: number): number {
  const last = before(state);
  state.value = (Number.isNaN(last) ? 0 : last) + (Number.isNaN(value) ? 0 : value);
  return state.value;
}

/** Grows with the share by which the close moves, on bars whose volume changes that way. */
function volumeIndex(sign: 1 | -1) {
  return (state: Running & { volume?: Running }): number => {
    const last = before(state);
    const volume = (state.volume ??= {});
    const volumeBefore = before(volume);
    volume.value = now.volume;
    const index = Number.isNaN(last) ? 1 : last;
    const moves = sign * now.volume > sign * (Number.isNaN(volumeBefore) ? 0 : volumeBefore);
    const move = (now.close - now.closeBefore) / now.closeBefore;
    state.value = moves && Number.isFinite(move) ? index + move * index : index;
    return state.value;
  };
}

/** By how much the close moved within the true range. */
function gainOf(): number {
  const { close, closeBefore, high, low } = now;
  const move = close - closeBefore;
  if (Number.isNaN(move)) return NaN;
  if (move > 0) return close - Math.min(low, closeBefore);
  return move < 0 ? close - Math.max(high, closeBefore) : 0;
}

export const VOLUMES = {
  nvi: volumeIndex(-1),
  pvi: volumeIndex(1),
  iii: () => {
    const { close, high, low, volume } = now;
    const range = (high - low) * volume;
    return range === 0 ? NaN : (2 * close - high - low) / range;
  },
  wad: (state: Running) => added(state, gainOf()),
  wvad: () =>
    now.high === now.low ? NaN : ((now.close - now.open) / (now.high - now.low)) * now.volume,
  'vwap of hlc3': (state: object) =>
    INDICATORS['ta.vwap'](state, (now.high + now.low + now.close) / 3),
  obv: (state: Running) => cum(state, Math.sign(now.close - now.closeBefore) * now.volume),
  accdist: (state: Running) => {
    const { high, low, close, volume } = now;
    const place = high === low ? 0 : (2 * close - low - high) / (high - low);
    return added(state, place * volume);
  },
  pvt: (state: Running) =>
    cum(state, ((now.close - now.closeBefore) / now.closeBefore) * now.volume),
};

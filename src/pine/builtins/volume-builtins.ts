// Built-in variables of volume, which keep a state from bar to bar.

import { INDICATORS } from '#pine/builtins/ta-indicators.ts';
import type { Running } from '#pine/builtins/window.ts';
import { before } from '#pine/builtins/window.ts';
import { now } from '#pine/runtime/pine-now.ts';

function added(state: Running, value: number): number {
  const last = before(state);
  state.value = (Number.isNaN(last) ? 0 : last) + (Number.isNaN(value) ? 0 : value);
  return state.value;
}

export const VOLUMES = {
  'vwap of hlc3': (state: object) =>
    INDICATORS['ta.vwap'](state, (now.high + now.low + now.close) / 3),
  obv: (state: Running) => added(state, Math.sign(now.close - now.closeBefore) * now.volume),
  accdist: (state: Running) => {
    const { high, low, close, volume } = now;
    const place = high === low ? 0 : (2 * close - low - high) / (high - low);
    return added(state, place * volume);
  },
  pvt: (state: Running) =>
    added(state, ((now.close - now.closeBefore) / now.closeBefore) * now.volume),
};

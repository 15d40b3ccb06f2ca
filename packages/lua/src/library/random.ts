// The chance of a run: a small fast generator (sfc32), fully determined by its seed.

export type Generator32 = { a: number; b: number; c: number; counter: number };

const WARM_UP = 12;

function step(state: Generator32): number {
  const sum = (((state.a + state.b) | 0) + state.counter) | 0;
  state.counter = (state.counter + 1) | 0;
  state.a = state.b ^ (state.b >>> 9);
  state.b = (state.c + (state.c << 3)) | 0;
  state.c = (((state.c << 21) | (state.c >>> 11)) + sum) | 0;
  return sum >>> 0;
}

/** A generator for any finite number; equal seeds give equal sequences on every machine. */
export function seededGenerator(seed: number): Generator32 {
  const whole = Math.trunc(Number.isFinite(seed) ? seed : 0);
  const fraction = (Math.abs(seed) % 1) * 2 ** 32;
  const state = {
    a: whole | 0,
    b: Math.trunc(whole / 2 ** 32) | 0,
    c: (Number.isFinite(fraction) ? fraction : 0) | 0,
    counter: 1,
  };
  for (let round = 0; round < WARM_UP; round += 1) step(state);
  return state;
}

/** The next double in [0, 1), of 53 random bits. */
export function nextDouble(state: Generator32): number {
  const high = step(state) >>> 5;
  const low = step(state) >>> 6;
  return (high * 2 ** 26 + low) / 2 ** 53;
}

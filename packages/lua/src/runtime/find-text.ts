// Finds a text in another one, in time linear in both. The engine's own search is so for short
// needles alone: it reads the last 250 characters of a longer one, and compares all of it at each
// place where these fit.
//
// Longer ones: M. Crochemore, D. Perrin, "Two-way string-matching", Journal of the ACM 38 (1991).

import { chargeSteps } from '#lua/runtime/meter.ts';

/** Of a needle, as far as the engine's own search is linear. */
const SHORT_MAX = 200;
/** Characters that are searched before the next charge. */
const SLICE = 4_096;

/** The position of the first `what` in `text` from `from` on, -1 without one. */
export function findText(text: string, what: string, from: number): number {
  return what.length <= SHORT_MAX ? findShort(text, what, from) : findLong(text, what, from);
}

function findShort(text: string, what: string, from: number): number {
  const last = text.length - what.length;
  for (let start = from; start <= last; start += SLICE) {
    const end = Math.min(text.length, start + SLICE + what.length - 1);
    const isWhole = start === 0 && end === text.length;
    const at = (isWhole ? text : text.slice(start, end)).indexOf(what);
    const searched = at < 0 ? end - start : at + what.length;
    chargeSteps(1 + searched);
    if (at >= 0) return start + at;
  }
  return -1;
}

/** The start of the maximal suffix, minus one, and its period; by the order of the characters. */
type Suffix = { readonly start: number; readonly period: number };

function maximalSuffix(what: string, isReversed: boolean): Suffix {
  let start = -1;
  let at = 0;
  let ahead = 1;
  let period = 1;
  while (at + ahead < what.length) {
    const a = what.charCodeAt(at + ahead);
    const b = what.charCodeAt(start + ahead);
    if (a === b) {
      if (ahead === period) {
        at += period;
        ahead = 1;
      } else ahead += 1;
    } else if (isReversed ? a > b : a < b) {
      at += ahead;
      ahead = 1;
      period = at - start;
    } else {
      start = at;
      at = start + 1;
      ahead = 1;
      period = 1;
    }
  }
  return { start, period };
}

/** How far `what` fits at `at`, from its character `from` on. */
function fitsTo(text: string, what: string, at: number, from: number): number {
  let index = from;
  while (index < what.length && what.charCodeAt(index) === text.charCodeAt(at + index)) index += 1;
  return index;
}

/** The last character not above `from` and above `floor` that does not fit; `floor` if all do. */
function fitsDownTo(text: string, what: string, at: number, from: number, floor: number): number {
  let index = from;
  while (index > floor && what.charCodeAt(index) === text.charCodeAt(at + index)) index -= 1;
  return index;
}

function findLong(text: string, what: string, from: number): number {
  const size = what.length;
  const last = text.length - size;
  if (from > last) return -1;
  // Both suffixes, and the comparison of the needle with itself.
  chargeSteps(size);
  const forward = maximalSuffix(what, false);
  const backward = maximalSuffix(what, true);
  const { start: cut, period } = forward.start > backward.start ? forward : backward;
  const isPeriodic = what.startsWith(what.slice(0, cut + 1), period);
  const shift = isPeriodic ? period : Math.max(cut + 1, size - cut - 1) + 1;
  let known = -1;
  let at = from;
  while (at <= last) {
    const right = fitsTo(text, what, at, Math.max(cut, known) + 1);
    chargeSteps(1 + ((right - cut) >> 1));
    if (right < size) {
      at += right - cut;
      known = -1;
      continue;
    }
    if (fitsDownTo(text, what, at, cut, known) <= known) return at;
    chargeSteps((cut + 1) >> 1);
    at += shift;
    known = isPeriodic ? size - period - 1 : -1;
  }
  return -1;
}

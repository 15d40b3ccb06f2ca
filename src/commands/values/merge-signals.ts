// One signal out of several: the one that all agree on, that most agree on, or whose weights
// suffice. A signal counts only for the sides that its properties allow.

import { constantNumber } from '#commands/values/constant-value.ts';
import { propertiesOf, signalNumber } from '#engine/values/signal.ts';
import type { Signal, SignalProperties } from '#engine/values/signal.ts';

const NONE = constantNumber('SignalNone');
const LONG = constantNumber('SignalLong');
const SHORT = constantNumber('SignalShort');
const EXIT = constantNumber('SignalExitPosition');

type Side = Exclude<keyof SignalProperties, 'weight'>;

function sideOf(signal: number): Side {
  if (signal === LONG) return 'isForLong';
  return signal === SHORT ? 'isForShort' : 'isForExit';
}

/** Signals that are counted when it is asked whether to give this one. */
function relevantTo(signals: readonly Signal[], signal: number): readonly Signal[] {
  const side = sideOf(signal);
  return signals.filter((each) => propertiesOf(each)[side]);
}

/** The one signal for which the test holds; none when it holds for none or several. */
function only(signals: readonly Signal[], holds: (signal: number) => boolean): number {
  const named = new Set(signals.map(signalNumber));
  named.delete(NONE);
  const found = [...named].filter(holds);
  return found.length === 1 ? (found[0] ?? NONE) : NONE;
}

function votesFor(signals: readonly Signal[], signal: number): number {
  return signals.filter((each) => signalNumber(each) === signal).length;
}

/** Signal that all relevant signals agree on; none when there are several or no such signal. */
export function unanimousSignal(signals: readonly Signal[]): number {
  return only(signals, (signal) => {
    const relevant = relevantTo(signals, signal);
    return relevant.length > 0 && votesFor(relevant, signal) === relevant.length;
  });
}

/** Signal of more than half of the relevant signals; none when no signal has a majority. */
export function consensusSignal(signals: readonly Signal[]): number {
  return only(signals, (signal) => {
    const relevant = relevantTo(signals, signal);
    return votesFor(relevant, signal) * 2 > relevant.length;
  });
}

/** Sums of weights that each side needs. */
export type NeededWeights = {
  readonly long: number;
  readonly short: number;
  readonly exit: number;
};

/** Signal whose weights reach what is needed; none when no side or several sides do. */
export function weightedSignal(signals: readonly Signal[], needed: NeededWeights): number {
  const sums: [signal: number, needed: number][] = [
    [LONG, needed.long],
    [SHORT, needed.short],
    [EXIT, needed.exit],
  ];
  const reached = sums.filter(([signal, least]) => {
    const side = sideOf(signal);
    const voters = relevantTo(signals, signal).filter((each) => {
      const number = signalNumber(each);
      return number !== NONE && sideOf(number) === side;
    });
    const sum = voters.reduce<number>((total, each) => total + propertiesOf(each).weight, 0);
    return voters.length > 0 && sum >= least;
  });
  return reached.length === 1 ? (reached[0]?.[0] ?? NONE) : NONE;
}

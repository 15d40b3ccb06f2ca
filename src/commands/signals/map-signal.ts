// Kinds of signals, and replacing one by another.

import { constantNumber } from '#commands/values/constant-value.ts';

export const SIGNAL = {
  none: constantNumber('SignalNone'),
  long: constantNumber('SignalLong'),
  short: constantNumber('SignalShort'),
  exit: constantNumber('SignalExitPosition'),
  exitLong: constantNumber('SignalExitLong'),
  exitShort: constantNumber('SignalExitShort'),
} as const;

export type SignalMapping = {
  readonly long: number;
  readonly short: number;
  readonly exit: number;
  readonly none: number;
};

/** Exit signals of either side. */
export function isExit(signal: number): boolean {
  return signal === SIGNAL.exit || signal === SIGNAL.exitLong || signal === SIGNAL.exitShort;
}

/** Long for short and short for long; other signals stay. */
export function reversed(signal: number): number {
  if (signal === SIGNAL.long) return SIGNAL.short;
  if (signal === SIGNAL.short) return SIGNAL.long;
  if (signal === SIGNAL.exitLong) return SIGNAL.exitShort;
  return signal === SIGNAL.exitShort ? SIGNAL.exitLong : signal;
}

/** What the mapping has for the signal's kind; an exit that stays one keeps its side. */
export function mapSignal(signal: number, mapping: SignalMapping): number {
  if (signal === SIGNAL.long) return mapping.long;
  if (signal === SIGNAL.short) return mapping.short;
  if (signal === SIGNAL.none) return mapping.none;
  return isExit(signal) && mapping.exit !== SIGNAL.exit ? mapping.exit : signal;
}

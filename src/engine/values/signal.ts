// Signals as scripts pass them: a constant's number, or one that carries hidden properties (its
// weight, and for which sides it counts). Both compare equal to the plain constant.

import { isHostValue } from '#lua/runtime/metamethod.ts';
import { numberText } from '#lua/runtime/number-text.ts';
import { PLAIN_HOOKS } from '#engine/values/plain-hooks.ts';
import type { HostValue, LuaValue } from '#lua/runtime/value.ts';

export type SignalProperties = {
  readonly weight: number;
  readonly isForLong: boolean;
  readonly isForShort: boolean;
  readonly isForExit: boolean;
};

export type WeighedSignal = HostValue & {
  readonly kind: 'signal';
  readonly signal: number;
  readonly properties: SignalProperties;
};

/** A signal as commands that merge signals take it. */
export type Signal = number | WeighedSignal;

/** @public for the signal commands */
export const PLAIN_PROPERTIES: SignalProperties = {
  weight: 1,
  isForLong: true,
  isForShort: true,
  isForExit: true,
};

/** Type guard for signals that carry a weight and sides. */
export function isWeighedSignal(value: LuaValue): value is WeighedSignal {
  return typeof value === 'object' && isHostValue(value) && value.kind === 'signal';
}

/**
 * The number of its constant.
 *
 * @public for the signal commands
 */
export function signalNumber(signal: Signal): number {
  return typeof signal === 'number' ? signal : signal.signal;
}

/** @public for the signal commands */
export function propertiesOf(signal: Signal): SignalProperties {
  return typeof signal === 'number' ? PLAIN_PROPERTIES : signal.properties;
}

function numberOf(value: LuaValue): LuaValue {
  return isWeighedSignal(value) ? value.signal : value;
}

/**
 * The signal with properties; without any the plain number.
 *
 * @public for the signal commands
 */
export function withProperties(signal: number, properties: SignalProperties): Signal {
  if (properties === PLAIN_PROPERTIES) return signal;
  return {
    kind: 'signal',
    signal,
    properties,
    ...PLAIN_HOOKS,
    compare: (operator, left, right) =>
      operator === '==' ? numberOf(left) === numberOf(right) : undefined,
    toText: () => numberText(signal),
    toNumber: () => signal,
  };
}

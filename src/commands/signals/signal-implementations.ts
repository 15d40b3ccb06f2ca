// Signals: made of values, of several signals, of what other bots and webhooks sent; and changed.

import type {
  CallContext,
  CommandImplementations,
} from '#commands/definition/command-implementation.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { SeriesLike } from '#engine/run-api/series-api.ts';
import { containerOf } from '#engine/values/container.ts';
import { delaySignal } from '#commands/signals/delay-signal.ts';
import { SIGNAL, isExit, mapSignal, reversed } from '#commands/signals/map-signal.ts';
import { superSignal } from '#commands/signals/super-signal.ts';
import { constantNumber, findConstant } from '#commands/values/constant-value.ts';
import { copyForKeeping } from '#engine/values/copy-value.ts';
import {
  consensusSignal,
  unanimousSignal,
  weightedSignal,
} from '#commands/values/merge-signals.ts';
import { newest } from '#commands/values/newest.ts';
import { propertiesOf, signalNumber, withProperties } from '#engine/values/signal.ts';
import type { Signal, SignalProperties } from '#engine/values/signal.ts';
import { LuaTable, rawSet } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { textFromBytes } from '#lua/syntax/byte-string.ts';

type Operand = number | SeriesLike | undefined;

const SECOND_MS = 1_000;
const POSITION_LONG = constantNumber('PositionLong');
const POSITION_SHORT = constantNumber('PositionShort');

const NAMES: ReadonlyMap<number | string, string> = new Map(
  CONSTANT_CATALOGUE.filter(({ group }) => group === 'signal').map(({ name, value }) => [
    value,
    name,
  ]),
);

function nameOf(signal: number): string {
  return NAMES.get(signal) ?? 'SignalNone';
}

/** Words that others send for a signal, besides the names of constants. */
const WORDS: ReadonlyMap<string, number> = new Map([
  ['long', SIGNAL.long],
  ['enterlong', SIGNAL.long],
  ['buy', SIGNAL.long],
  ['short', SIGNAL.short],
  ['entershort', SIGNAL.short],
  ['sell', SIGNAL.short],
  ['exit', SIGNAL.exit],
  ['exitposition', SIGNAL.exit],
  ['exitlong', SIGNAL.exitLong],
  ['exitshort', SIGNAL.exitShort],
]);

function signalFrom(text: string | null): number {
  if (text === null) return SIGNAL.none;
  const value = findConstant(text);
  if (typeof value === 'number' && NAMES.get(value) !== undefined) return value;
  return WORDS.get(text.toLowerCase().replaceAll(/[^a-z]/g, '')) ?? SIGNAL.none;
}

function changed(signal: Signal, properties: Partial<SignalProperties>): Signal {
  return withProperties(signalNumber(signal), { ...propertiesOf(signal), ...properties });
}

/** The same properties on another signal. */
function moved(signal: Signal, to: number): Signal {
  return withProperties(to, propertiesOf(signal));
}

const UNCOUNTED = { isForLong: false, isForShort: false, isForExit: false };

function boolToSignal(_: unknown, ...[isLong, isShort, isExitWanted]: boolean[]): number {
  if (isLong === true) return SIGNAL.long;
  if (isShort === true) return SIGNAL.short;
  return isExitWanted === true ? SIGNAL.exit : SIGNAL.none;
}

/** Long where the first holds, short where the second does. */
function either(isLong: boolean, isShort: boolean): number {
  if (isLong) return SIGNAL.long;
  return isShort ? SIGNAL.short : SIGNAL.none;
}

function at(value: Operand, position: number): number {
  if (value === undefined) return Number.NaN;
  return typeof value === 'number' ? value : value.at(position);
}

function crossing(_: unknown, fast: Operand, slow: Operand): number {
  const now = [at(fast, 1), at(slow, 1)] as const;
  const before = [at(fast, 2), at(slow, 2)] as const;
  return either(
    now[0] > now[1] && before[0] <= before[1],
    now[0] < now[1] && before[0] >= before[1],
  );
}

function properties(
  context: CallContext,
  signal: Signal,
  isForLong: boolean,
  isForShort: boolean,
  isForExit: boolean,
  ...[weight, delay]: [number, number]
): Signal {
  const weighed = changed(signal, { isForLong, isForShort, isForExit, weight });
  return delay > 0 ? moved(weighed, delaySignal(context, signalNumber(signal), delay)) : weighed;
}

/**
 * What would have been best so many candles ago, as is known now. Nothing that a script can call
 * sees later candles.
 */
function inHindsight({ log, series }: CommandContext, period: number): number {
  log.writeOnce(
    'HindSightSignal',
    'warning',
    'HindSightSignal returns the signal of the candle that lies its period back: no later ones are known.',
  );
  const closes = series.prices({
    source: 'close',
    marketTag: null,
    intervalMinutes: 0,
    isClosedOnly: false,
    style: 'candle',
  });
  const before = closes.at(Math.max(1, Math.trunc(period)) + 1);
  return either(closes.at(1) > before, closes.at(1) < before);
}

function webHook({ signals }: CommandContext, id: string): LuaValue {
  const delivered = signals.webHook(textFromBytes(id));
  if (delivered === null) return undefined;
  const payload = copyForKeeping(delivered.payload);
  if (payload instanceof LuaTable) {
    rawSet(payload, 'webhook_received_at', Math.floor(delivered.receivedAtMs / SECOND_MS));
  }
  return payload;
}

const CHANGES = {
  ConvertSignal: (_, signal: Signal, from: number, to: number) =>
    signalNumber(signal) === from ? moved(signal, to) : signal,
  DelaySignal: (context: CallContext, signal: Signal, minutes: number) =>
    moved(signal, delaySignal(context, signalNumber(signal), minutes)),
  IgnoreSignalIf: (_, signal: Signal, ignored: number) =>
    signalNumber(signal) === ignored ? changed(signal, UNCOUNTED) : signal,
  ReverseSignal: (_, signal: Signal) => moved(signal, reversed(signalNumber(signal))),
  SignalMapper: (_, signal: Signal, isReversed: boolean, ...targets: number[]) => {
    const [long = SIGNAL.long, short = SIGNAL.short, exit = SIGNAL.exit, none = 0] = targets;
    const number = signalNumber(signal);
    const turned = isReversed ? reversed(number) : number;
    return moved(signal, mapSignal(turned, { long, short, exit, none }));
  },
  SignalProperties: properties,
  SignalWeight: (_, signal: Signal, weight: number) => changed(signal, { weight }),
  UseSignalIf: (_, signal: Signal, used: number) =>
    signalNumber(signal) === used ? signal : changed(signal, UNCOUNTED),
} satisfies CommandImplementations;

export const SIGNAL_IMPLEMENTATIONS = {
  ...CHANGES,
  BoolToSignal: boolToSignal,
  GetAboveBelowSignal: (_, fast: Operand, slow: Operand) =>
    either(newest(fast) > newest(slow), newest(fast) < newest(slow)),
  GetBuySellLevelSignal: (_, value: Operand, buyLevel: number, sellLevel: number) =>
    either(newest(value) < buyLevel, newest(value) > sellLevel),
  GetConsensusSignal: (_, ...signals: Signal[]) => consensusSignal(signals),
  GetCrossOverUnderSignal: crossing,
  GetRemoteSignal: ({ signals }, id: string) => signalFrom(signals.remoteSignal(textFromBytes(id))),
  GetSuperSignal: superSignal,
  GetThresholdSignal: (_, value: Operand, threshold: Operand, distance: number) =>
    either(
      newest(value) < newest(threshold) - distance,
      newest(value) > newest(threshold) + distance,
    ),
  GetUnanimousSignal: (_, ...signals: Signal[]) => unanimousSignal(signals),
  GetWebHookSignal: webHook,
  GetWeightedConsensusSignal: (
    _,
    long: number,
    short: number,
    exit: number,
    ...signals: Signal[]
  ) => weightedSignal(signals, { long, short, exit }),
  HindSightSignal: inHindsight,
  PositionToBool: (_, position: number) =>
    containerOf({
      isLong: position === POSITION_LONG,
      isShort: position === POSITION_SHORT,
      isNone: position !== POSITION_LONG && position !== POSITION_SHORT,
    }),
  SaveRemoteSignal: ({ signals }, id: string, secret: string, signal: number) => {
    signals.saveRemoteSignal(textFromBytes(id), textFromBytes(secret), nameOf(signal));
    return undefined;
  },
  SignalToBool: (_, signal: number) =>
    containerOf({
      isLong: signal === SIGNAL.long,
      isShort: signal === SIGNAL.short,
      isExit: isExit(signal),
      isNone: signal === SIGNAL.none,
    }),
  SignalToLog: ({ log }, ...signals: Signal[]) => {
    log.write('info', signals.map((signal) => nameOf(signalNumber(signal))).join(', '));
    return undefined;
  },
} satisfies CommandImplementations;

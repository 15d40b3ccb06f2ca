// Inputs: what a script lets its user choose. The first call of an input declares it; each returns
// what was chosen, of the kind of the default.

import { INTERVALS_MINUTES } from '#domain/candle/interval.ts';
import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { ConstantGroup } from '#commands/definition/command.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { InputDeclaration, InputOption } from '#engine/run-api/input-api.ts';
import { INPUT_TABLE_IMPLEMENTATIONS } from '#commands/inputs/input-table-implementations.ts';
import { mapSignal } from '#commands/signals/map-signal.ts';
import { constantNumber } from '#commands/values/constant-value.ts';
import { elementsOf } from '#engine/values/elements-of.ts';
import { withProperties, propertiesOf, signalNumber } from '#engine/values/signal.ts';
import type { Signal } from '#engine/values/signal.ts';
import { toDisplayText } from '#lua/library/to-string.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import { invoke, isHostValue } from '#lua/runtime/metamethod.ts';
import type { LuaFunction, LuaValue } from '#lua/runtime/value.ts';
import { bytesFromText, textFromBytes } from '#lua/syntax/byte-string.ts';

type InputChoice = number | string | boolean;

/** What all fields have. */
type Field = { readonly label: string; readonly tooltip: string; readonly group: string };

const PLAIN = { options: [], least: null, most: null, step: null };

function fieldOf(label: string, tooltip: string, group: string): Field {
  if (label === '') throw libraryError('an input needs a label');
  return {
    label: textFromBytes(label),
    tooltip: textFromBytes(tooltip),
    group: textFromBytes(group),
  };
}

type Facts = Pick<InputDeclaration, 'kind'> &
  Partial<Pick<InputDeclaration, 'options' | 'least' | 'most' | 'step'>>;

/** Declares the input and gives what was chosen. */
function ask<T extends InputChoice>(
  { inputs }: CommandContext,
  field: Field,
  defaultValue: T,
  facts: Facts,
): T {
  const isText = typeof defaultValue === 'string';
  const chosen = inputs.value({
    ...PLAIN,
    ...field,
    ...facts,
    defaultValue: isText ? textFromBytes(defaultValue) : defaultValue,
  });
  if (typeof chosen !== typeof defaultValue) {
    throw libraryError(`the value of input '${field.label}' must be a ${typeof defaultValue}`);
  }
  // Its kind is that of the default, as was just seen.
  return (typeof chosen === 'string' ? bytesFromText(chosen) : chosen) as T;
}

const KINDS = { number: 'number', boolean: 'boolean', string: 'text' } as const;

function plainDefault(value: LuaValue): InputChoice {
  if (value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') {
    return value;
  }
  if (isHostValue(value) && value.kind === 'color') return value.toText();
  throw libraryError("the default of 'Input' must be a number, a text or a condition");
}

function input(
  context: CommandContext,
  label: string,
  defaultValue: LuaValue,
  tooltip: string,
  group: string,
): InputChoice {
  const value = plainDefault(defaultValue);
  const kind = KINDS[typeof value as keyof typeof KINDS];
  return ask(context, fieldOf(label, tooltip, group), value, { kind });
}

function optionsOf(group: ConstantGroup): readonly InputOption[] {
  return CONSTANT_CATALOGUE.filter((constant) => constant.group === group).map(
    ({ name, value }) => ({ label: name, value }),
  );
}

type Choice = (
  context: CommandContext,
  label: string,
  defaultValue: number,
  tooltip: string,
  group: string,
) => number;

/** A choice of the constants of a group. */
function choiceOf(constants: ConstantGroup): Choice {
  const facts: Facts = { kind: 'select', options: optionsOf(constants) };
  return (context, label, defaultValue, tooltip, group) =>
    ask(context, fieldOf(label, tooltip, group), defaultValue, facts);
}

const INTERVAL_FACTS: Facts = {
  kind: 'interval',
  options: INTERVALS_MINUTES.map((minutes) => ({ label: String(minutes), value: minutes })),
};

/** The choices as texts: a list, or one text with commas between them. */
function textsOf(options: LuaValue): string[] {
  if (typeof options === 'string') return options.split(',').map((text) => text.trim());
  return elementsOf(options, 'InputOptions', 3).map(toDisplayText);
}

function inputOptions(
  context: CommandContext,
  label: string,
  defaultValue: string,
  options: LuaValue,
  ...[tooltip, group]: [string, string]
): string {
  const texts = textsOf(options);
  const all = texts.includes(defaultValue) ? texts : [defaultValue, ...texts];
  const choices = all.map(textFromBytes).map((text) => ({ label: text, value: text }));
  return ask(context, fieldOf(label, tooltip, group), defaultValue, {
    kind: 'select',
    options: choices,
  });
}

function slider(
  context: CommandContext,
  label: string,
  least: number,
  most: number,
  steps: number,
  ...[tooltip, group]: [string, string]
): number {
  if (!(least <= most)) throw libraryError('the least value of a slider is above its greatest');
  const step = steps >= 1 ? (most - least) / steps : null;
  const facts: Facts = { kind: 'number', least, most, step };
  return ask(context, fieldOf(label, tooltip, group), least, facts);
}

const SIGNALS: Facts = { kind: 'select', options: optionsOf('signal') };
const NAMED_SIGNALS = {
  long: constantNumber('SignalLong'),
  short: constantNumber('SignalShort'),
  exit: constantNumber('SignalExitPosition'),
  none: constantNumber('SignalNone'),
};

/** What each kind of signal becomes, and its weight, as five fields. */
function signalManagement(
  context: CommandContext,
  label: string,
  signal: Signal,
  tooltip: string,
  group: string,
): Signal {
  const part = (name: string, value: number, facts: Facts): number =>
    ask(context, fieldOf(`${label}: ${name}`, tooltip, group), value, facts);
  const mapping = {
    long: part('long becomes', NAMED_SIGNALS.long, SIGNALS),
    short: part('short becomes', NAMED_SIGNALS.short, SIGNALS),
    exit: part('exit becomes', NAMED_SIGNALS.exit, SIGNALS),
    none: part('none becomes', NAMED_SIGNALS.none, SIGNALS),
  };
  const weight = part('weight', propertiesOf(signal).weight, { kind: 'number', least: 0 });
  const mapped = mapSignal(signalNumber(signal), mapping);
  return withProperties(mapped, { ...propertiesOf(signal), weight });
}

type TextField = (
  context: CommandContext,
  label: string,
  defaultValue: string | undefined,
  tooltip: string,
  group: string,
) => string;

function textField(kind: 'market' | 'text'): TextField {
  return (context, label, defaultValue, tooltip, group) =>
    ask(context, fieldOf(label, tooltip, group), defaultValue ?? '', { kind });
}

export const INPUT_IMPLEMENTATIONS = {
  ...INPUT_TABLE_IMPLEMENTATIONS,
  Input: input,
  InputAccount: (context, label: string, tooltip: string, group: string) => {
    const field = fieldOf(label, tooltip, group);
    return ask(context, field, bytesFromText(context.settings.accountId), { kind: 'account' });
  },
  InputAccountMarket: (context, label: string, tooltip: string, group: string) => {
    const field = fieldOf(label, tooltip, group);
    return ask(context, field, bytesFromText(context.settings.marketTag), { kind: 'market' });
  },
  InputButton: (context, label: string, callback: LuaFunction, ...[tooltip, group]: string[]) => {
    const field = fieldOf(label, tooltip ?? '', group ?? '');
    if (ask(context, field, false, { kind: 'button' })) invoke(callback, []);
    return undefined;
  },
  InputCdlTypes: choiceOf('candlePattern'),
  // A constant says by itself in which group it stands only where the script is read; as a value it
  // is a number.
  InputConstant: input,
  InputGroupHeader: ({ inputs }, label: string) => {
    inputs.openGroup(textFromBytes(label));
    return undefined;
  },
  InputInterval: (context, label: string, minutes: number, tooltip: string, group: string) =>
    ask(context, fieldOf(label, tooltip, group), minutes, INTERVAL_FACTS),
  InputLrTypes: choiceOf('linearRegression'),
  InputMarket: textField('market'),
  InputMaTypes: choiceOf('movingAverage'),
  InputOptions: inputOptions,
  InputOrderType: choiceOf('orderType'),
  InputPriceSource: (
    context,
    label: string,
    exchange: string | undefined,
    ...[tooltip, group]: [string, string]
  ) => {
    const own = context.markets.facts(null)?.exchange ?? '';
    const field = fieldOf(label, tooltip, group);
    return ask(context, field, exchange ?? bytesFromText(own), { kind: 'text' });
  },
  InputPriceSourceMarket: (
    context,
    label: string,
    marketTag: string,
    _type: number | undefined,
    ...[tooltip, group]: [string, string]
  ) => ask(context, fieldOf(label, tooltip, group), marketTag, { kind: 'market' }),
  InputSignalManagement: signalManagement,
  InputSignalTypes: choiceOf('signalType'),
  InputSlider: slider,
  InputSourcePrice: choiceOf('priceSource'),
} satisfies CommandImplementations;

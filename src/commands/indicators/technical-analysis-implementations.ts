// Indicators as commands. The catalogue says which arguments are series and which are figures; both
// are handed on in their order, and the outputs come under the names of the result's fields. Where
// the usual programs differ, a parameter says whose form is meant.

import { container } from '#engine/values/container.ts';
import type {
  CommandImplementations,
  CommandImplementation,
} from '#commands/definition/command-implementation.ts';
import type { CommandDefinition } from '#commands/definition/command.ts';
import { INDICATORS_AVERAGES } from '#commands/indicators/indicators-averages.ts';
import { INDICATORS_BANDS } from '#commands/indicators/indicators-bands.ts';
import { INDICATORS_OSCILLATORS } from '#commands/indicators/indicators-oscillators.ts';
import { INDICATORS_STRENGTH } from '#commands/indicators/indicators-strength.ts';
import { INDICATORS_STRENGTH_INDEX } from '#commands/indicators/indicators-strength-index.ts';
import { OWN_INDICATORS } from '#commands/indicators/own-indicators.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { SeriesLike } from '#engine/run-api/series-api.ts';
import { conventionsOf, DEFAULT_CONVENTION, underConvention } from '#indicators/conventions.ts';
import { findIndicator } from '#indicators/registry.ts';
import { present } from '#lib/assert.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import type { HostValue, LuaValue } from '#lua/runtime/value.ts';

type Argument = SeriesLike | number | undefined;

/** What stands for a figure that is left out where the catalogue gives no default. */
const LEFT_OUT = 0;

function split(args: readonly Argument[]): {
  readonly inputs: readonly SeriesLike[];
  readonly figures: readonly number[];
} {
  const inputs: SeriesLike[] = [];
  const figures: number[] = [];
  for (const arg of args) {
    if (typeof arg === 'object') inputs.push(arg);
    else figures.push(arg ?? LEFT_OUT);
  }
  return { inputs, figures };
}

function outputsOf(
  { series }: CommandContext,
  name: string,
  args: readonly Argument[],
): readonly SeriesLike[] {
  const { inputs, figures } = split(args);
  return series.indicator(name, inputs, figures);
}

function firstOf(outputs: readonly SeriesLike[]): SeriesLike {
  return present(outputs[0], 'an indicator has an output');
}

/** The same series give the same container. */
function containers(names: readonly string[]): (outputs: readonly SeriesLike[]) => HostValue {
  return (outputs) => {
    const first = firstOf(outputs);
    first.container ??= container(names, outputs.slice(0, names.length));
    return first.container;
  };
}

type Outputs = (
  context: CommandContext,
  args: readonly (Argument | string)[],
) => readonly SeriesLike[];

/** Reads the arguments of a command, of which the last ones may choose a convention. */
function readerOf({ name, parameters }: CommandDefinition): Outputs {
  const at = parameters.findIndex((parameter) => parameter.name === 'convention');
  if (at < 0) return (context, args) => outputsOf(context, name, args as readonly Argument[]);
  return (context, args) => {
    const usual = args.slice(0, at) as readonly Argument[];
    const convention = args[at] as string;
    if (convention === DEFAULT_CONVENTION) return outputsOf(context, name, usual);
    const more = args.slice(at + 1) as readonly Argument[];
    const chosen = underConvention(name, convention);
    if (chosen === null) {
      const known = conventionsOf(name).join(', ');
      throw libraryError(`${name} has no convention '${convention}', only ${known}`);
    }
    if (chosen === name) return outputsOf(context, name, usual);
    const given = [...usual, ...more.filter((arg) => arg !== undefined)];
    const inputs = present(findIndicator(chosen), 'a convention has its indicator').inputs;
    if (given.filter((arg) => typeof arg === 'object').length < inputs.length) {
      const missing = parameters[at + 1]?.name ?? '';
      throw libraryError(`${name}: the convention '${convention}' needs '${missing}'`);
    }
    return outputsOf(context, chosen, given);
  };
}

/** The implementation of a command that is named like its indicator. */
function implementationOf(command: CommandDefinition): CommandImplementation {
  const { result } = command;
  const outputs = readerOf(command);
  if (result.kind === 'number') {
    return (context, ...args: Argument[]) => firstOf(outputs(context, args)).at(1);
  }
  if (result.kind !== 'container') {
    return (context, ...args: Argument[]) => firstOf(outputs(context, args));
  }
  const gather = containers(result.fields.map((field) => field.name));
  return (context, ...args: Argument[]) => gather(outputs(context, args));
}

/** What a line of least squares gives, by the number that its indicator takes for it. */
const LINE_FIGURES: Readonly<Record<string, number>> = {
  LR_Default: 0,
  LR_Slope: 1,
  LR_Intercept: 2,
  LR_Angle: 3,
};

const LINE_FIGURE_OF: ReadonlyMap<LuaValue, number> = new Map(
  CONSTANT_CATALOGUE.flatMap(({ name, value }) => {
    const figure = LINE_FIGURES[name];
    return figure === undefined ? [] : [[value, figure]];
  }),
);

/** Candle patterns by the number of their constant, such as HammerType. */
const PATTERN_OF: ReadonlyMap<LuaValue, string> = new Map(
  CONSTANT_CATALOGUE.filter(({ group }) => group === 'candlePattern').map(({ name, value }) => [
    value,
    name.replace(/Type$/, ''),
  ]),
);

/** Patterns that ask how far a candle reaches into another's body. */
const PENETRATING: ReadonlySet<string> = new Set([
  'AbandonedBaby',
  'DarkCloudCover',
  'EveningDojiStar',
  'EveningStar',
  'MatHold',
  'MorningDojiStar',
  'MorningStar',
]);

function candlePattern(
  { series }: CommandContext,
  ...[open, high, low, close, type, penetration]: [
    SeriesLike,
    SeriesLike,
    SeriesLike,
    SeriesLike,
    LuaValue,
    number,
  ]
): SeriesLike {
  const name = present(PATTERN_OF.get(type), 'a pattern has a constant');
  const figures = PENETRATING.has(name) ? [penetration] : [];
  return firstOf(series.indicator(name, [open, high, low, close], figures));
}

const FAMILIES: readonly (readonly CommandDefinition[])[] = [
  INDICATORS_AVERAGES,
  INDICATORS_BANDS,
  INDICATORS_OSCILLATORS,
  INDICATORS_STRENGTH_INDEX,
  INDICATORS_STRENGTH,
  OWN_INDICATORS,
];

/** Over the last candles: one from the first row on would differ by how much history there is. */
function volumeWeightedPrice(
  { series }: CommandContext,
  ...[high, low, close, volume, period]: [SeriesLike, SeriesLike, SeriesLike, SeriesLike, number]
): SeriesLike {
  const typical = firstOf(series.indicator('TYPPRICE', [high, low, close], []));
  return firstOf(series.indicator('VWMA', [typical, volume], [period]));
}

export const TECHNICAL_ANALYSIS_IMPLEMENTATIONS: CommandImplementations = {
  ...Object.fromEntries(
    FAMILIES.flat()
      .filter(({ category }) => category === 'Technical Analysis')
      .map((command): [string, CommandImplementation] => [command.name, implementationOf(command)]),
  ),
  CDL: candlePattern,
  VWAP: volumeWeightedPrice,
  LINEARREG: (context: CommandContext, prices: SeriesLike, period: number, type: LuaValue) =>
    firstOf(
      context.series.indicator('LINEARREG', [prices], [period, LINE_FIGURE_OF.get(type) ?? 0]),
    ),
};

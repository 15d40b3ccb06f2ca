// Inputs of a Pine script as those of any other: a form, `--set` and labs choose them.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { InputDeclaration, InputKind, InputOption } from '#engine/run-api/input-api.ts';
import type { CompiledPine } from '#pine/program/compile-pine.ts';
import type { PineInput } from '#pine/compile/pine-compiler.ts';

const KINDS: Readonly<Record<string, InputKind>> = {
  int: 'number',
  float: 'number',
  bool: 'boolean',
  source: 'select',
};

const SOURCES = 'open high low close hl2 hlc3 ohlc4 hlcc4 volume'.split(' ');

function optionsOf({ kind, arguments: given }: PineInput): readonly InputOption[] {
  if (kind === 'source') return SOURCES.map((value) => ({ label: value, value }));
  const { options } = given;
  if (!Array.isArray(options)) return [];
  return (options as (string | number)[]).map((value) => ({ label: String(value), value }));
}

function numberOr(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** Declaration of an input, with a selection where its values are listed. */
export function declarationOf(input: PineInput): InputDeclaration {
  const { kind, label, arguments: given } = input;
  const options = optionsOf(input);
  const { defval = null, group, tooltip, minval, maxval, step } = given;
  const own = KINDS[kind] ?? 'text';
  return {
    kind: options.length > 0 ? 'select' : own,
    label,
    group: typeof group === 'string' ? group : '',
    tooltip: typeof tooltip === 'string' ? tooltip : '',
    defaultValue: defval as InputDeclaration['defaultValue'],
    options,
    least: numberOr(minval),
    most: numberOr(maxval),
    step: numberOr(step) ?? (kind === 'int' ? 1 : null),
  };
}

/** As they were chosen, in the order of the script. */
export function inputValues({ inputs }: CompiledPine, api: CommandContext): readonly unknown[] {
  return inputs.map((input) => {
    const value = api.inputs.value(declarationOf(input));
    return input.kind === 'int' && typeof value === 'number' ? Math.trunc(value) : value;
  });
}

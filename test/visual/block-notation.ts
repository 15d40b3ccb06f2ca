// Documents of blocks in short: one call a line, whose arguments stand in the order of the ports,
// as values, names of earlier blocks (`bands:upper` is a part of one) or further calls; before `->`
// stands the gate of a block.
//
//   close = ClosePrices(60)
//   CrossOver(SMA(close, 10), SMA(close, 30)) -> DoLong('up')

import assert from 'node:assert/strict';
import type { BlockPalette } from '#domain/visual/block-palette.ts';

type Form = Readonly<Record<string, unknown>> & { readonly id: string };

type Notation = {
  readonly palette: BlockPalette;
  readonly tokens: string[];
  readonly blocks: Form[];
  readonly taken: Set<string>;
};

/** A value as it is typed in, or a wire. */
type Argument = { readonly value: string | number | boolean } | { readonly wire: string };

const TOKEN = /'[^']*'|-?\d+(?:\.\d+)?|[A-Za-z]\w*(?::[A-Za-z]\w*)?|[(),]/g;

function freshId({ taken }: Notation, hint: string): string {
  let id = hint;
  for (let number = 2; taken.has(id); number += 1) id = `${hint}${number}`;
  taken.add(id);
  return id;
}

function argumentsOf(notation: Notation): readonly Argument[] {
  const { tokens } = notation;
  const found: Argument[] = [];
  assert.equal(tokens.shift(), '(');
  while (tokens[0] !== ')') {
    found.push(argumentOf(notation));
    if (tokens[0] === ',') tokens.shift();
  }
  tokens.shift();
  return found;
}

function argumentOf(notation: Notation): Argument {
  const { tokens, taken } = notation;
  const token = tokens.shift() ?? '';
  if (token.startsWith("'")) return { value: token.slice(1, -1) };
  if (/^-?\d/.test(token)) return { value: Number(token) };
  if (token === 'true' || token === 'false') return { value: token === 'true' };
  if (tokens[0] === '(') return { wire: blockOf(notation, token, argumentsOf(notation), {}) };
  const [name = ''] = token.split(':');
  if (taken.has(name)) return { wire: token };
  return { wire: blockOf(notation, token, [], {}) };
}

function inputsOf(
  { palette }: Notation,
  command: string,
  given: readonly Argument[],
): Readonly<Record<string, unknown>> {
  const ports = palette.get(command)?.inputs ?? [];
  const inputs: Record<string, unknown> = {};
  for (const [at, argument] of given.entries()) {
    const port = ports[at] ?? ports.at(-1);
    assert.ok(port !== undefined, `${command} takes nothing`);
    const wires = 'wire' in argument ? [argument.wire] : [];
    const before = (inputs[port.name] as { wires?: string[] } | undefined)?.wires ?? [];
    if ('value' in argument) inputs[port.name] = argument.value;
    else inputs[port.name] = { wires: [...before, ...wires] };
  }
  return inputs;
}

/** Its id. */
function blockOf(
  notation: Notation,
  command: string,
  given: readonly Argument[],
  { id: hint = command.charAt(0).toLowerCase() + command.slice(1), gate = '' },
): string {
  const kind = notation.palette.get(command);
  assert.ok(kind !== undefined, `there is no command "${command}"`);
  const inputs = inputsOf(notation, command, given);
  const id = freshId(notation, hint);
  const isCustom = command.startsWith('CC_');
  notation.blocks.push({
    id,
    command,
    ...(gate === '' ? {} : { gate: [gate] }),
    ...(given.length === 0 ? {} : { inputs }),
    ...(isCustom ? { parameters: kind.inputs.map(({ name }) => name) } : {}),
    ...(isCustom ? { outputs: kind.outputs.flatMap(({ name }) => name || []) } : {}),
  });
  return id;
}

function tokensOf(text: string): string[] {
  return [...text.matchAll(TOKEN)].map(([token]) => token);
}

function readLine(notation: Notation, line: string): void {
  const [, id, gate, call = ''] = /^(?:(\w+) = )?(?:(.*) -> )?(.*)$/.exec(line) ?? [];
  const read = (text: string) => ({ ...notation, tokens: tokensOf(text) });
  let from = '';
  if (gate !== undefined) {
    const wire = argumentOf(read(gate));
    assert.ok('wire' in wire, gate);
    from = wire.wire;
  }
  const rest = read(call);
  const command = rest.tokens.shift() ?? '';
  blockOf(rest, command, argumentsOf(rest), { ...(id === undefined ? {} : { id }), gate: from });
  assert.deepEqual(rest.tokens, [], line);
}

/** The document, in our own form. */
export function documentOf(text: string, palette: BlockPalette): string {
  const notation: Notation = { palette, tokens: [], blocks: [], taken: new Set() };
  for (const line of text.split('\n')) if (line.trim() !== '') readLine(notation, line.trim());
  return JSON.stringify({ format: 'tidemill-visual', version: 1, blocks: notation.blocks });
}

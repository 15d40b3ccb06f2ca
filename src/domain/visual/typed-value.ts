// A text typed into a block as the value that it stands for at its port. Documents write a number
// with a point or a comma, yes and no in four ways, and `0` where an optional text or choice was
// never set.

import type { InputPort } from '#domain/visual/block-palette.ts';
import type { PortContent } from '#domain/visual/visual-model.ts';

const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$/;

/** A number with a point or a comma; null: it is none. */
export function numberFromTyped(text: string): number | null {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed)) return null;
  const value = Number(trimmed.replace(',', '.'));
  return Number.isFinite(value) ? value : null;
}

function flagFromTyped(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : null;
}

/** Choices that documents write as the number of the block that stands for them. */
const NUMBERED_CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['2205', 'ListNumberType'],
  ['2206', 'NumberType'],
  ['2400', 'NoPosition'],
  ['2600', 'SignalLong'],
  ['2602', 'SignalNone'],
  ['2603', 'SignalShort'],
]);

function takesColor({ unit, name }: InputPort): boolean {
  return unit === 'color' || name.startsWith('color');
}

function isUnset(text: string, port: InputPort): boolean {
  if (text.trim() === '') return !isWording(port);
  if (text.trim() !== '0' || port.isRequired) return false;
  // Nobody chose a colour that is not to be seen.
  const isUnseen = port.name === 'opacity';
  return port.kind === 'text' || port.kind === 'constant' || isUnseen || takesColor(port);
}

const NAMING_PORTS: ReadonlySet<string> = new Set(['key', 'label', 'name']);

/** Words for readers that a command wants: an empty text is one of them. */
function isWording({ kind, isRequired, unit, name }: InputPort): boolean {
  return kind === 'text' && isRequired && unit === null && !NAMING_PORTS.has(name);
}

function value(typed: string | number | boolean): PortContent {
  return { kind: 'value', value: typed, input: null };
}

/**
 * What a text means at a port; null: nothing is given. `port` null: of an unknown block, where each
 * text stays. A text that fits no value of the port stays too: it is a mistake, and not lost.
 */
export function givenFromTyped(text: string, port: InputPort | null): PortContent | null {
  if (port === null) return text === '' ? null : value(text);
  if (isUnset(text, port)) return null;
  if (/^#\S/.test(text) && !(takesColor(port) && /^#[\da-f]{3,8}$/i.test(text))) {
    return { kind: 'name', name: text.slice(1) };
  }
  switch (port.kind) {
    case 'number':
    case 'numberOrList':
    case 'list':
      return value(numberFromTyped(text) ?? text);
    case 'boolean':
      return value(flagFromTyped(text) ?? text);
    case 'constant':
      return value(NUMBERED_CONSTANTS.get(text.trim()) ?? numberFromTyped(text) ?? text.trim());
    case 'any':
      return value(anyFromTyped(text));
    case 'text':
    case 'table':
    case 'nothing':
      return value(text);
  }
}

function anyFromTyped(text: string): string | number | boolean {
  const word = text.trim().toLowerCase();
  if (word === 'true') return true;
  if (word === 'false') return false;
  return numberFromTyped(text) ?? text;
}

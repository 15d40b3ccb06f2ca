// A colour: a constant that can be called with an opacity, `Red(50)`, and stands for its text.

import { argumentError } from '#lua/runtime/errors.ts';
import { isHostValue } from '#lua/runtime/metamethod.ts';
import { PLAIN_HOOKS } from '#engine/values/plain-hooks.ts';
import type { ComparisonOperator, HostValue, LuaValue } from '#lua/runtime/value.ts';

export type Color = HostValue & { readonly kind: 'color' };

const OPAQUE = 255;
const HEX = 16;

function byteText(value: number): string {
  const byte = Math.min(OPAQUE, Math.max(0, Math.round(value)));
  return byte.toString(HEX).toUpperCase().padStart(2, '0');
}

/**
 * The colour with an opacity of 0 to 100; fully opaque colours are written without one.
 *
 * @param color `#RRGGBB` or `#RRGGBBAA`
 * @public for the charting commands
 */
export function withOpacity(color: string, opacityPercent: number): string {
  const base = color.slice(0, '#RRGGBB'.length);
  const alpha = byteText((opacityPercent / 100) * OPAQUE);
  return alpha === 'FF' ? base : base + alpha;
}

/** `#RRGGBB`, or `#RRGGBBAA` when alpha is given; each part from 0 to 255. */
function fromParts(parts: readonly number[]): string {
  return `#${parts.map(byteText).join('')}`;
}

function numberAt(args: readonly LuaValue[], index: number, name: string): number {
  const value = args[index];
  if (typeof value === 'number' && !Number.isNaN(value)) return value;
  throw argumentError(index + 1, name, 'number expected');
}

function textOf(value: LuaValue): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && isHostValue(value) && value.kind === 'color'
    ? value.toText()
    : null;
}

function isSame(
  operator: ComparisonOperator,
  left: LuaValue,
  right: LuaValue,
): boolean | undefined {
  if (operator !== '==') return undefined;
  const text = textOf(left);
  return text !== null && text === textOf(right);
}

/** `Color` itself is called with red, green, blue and alpha; the others with an opacity. */
export function namedColor(name: string, text: string): Color {
  return {
    kind: 'color',
    ...PLAIN_HOOKS,
    compare: isSame,
    toText: () => text,
    call: (args) => {
      if (args.length === 0) return text;
      if (name !== 'Color') return withOpacity(text, numberAt(args, 0, name));
      const count = args[3] === undefined ? 3 : 4;
      return fromParts(Array.from({ length: count }, (_, index) => numberAt(args, index, name)));
    },
  };
}

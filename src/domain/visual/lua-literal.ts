// Values as they stand in Lua.

import type { InputPort } from '#domain/visual/block-palette.ts';
import { numberFromTyped } from '#domain/visual/typed-value.ts';
import type { TypedValue } from '#domain/visual/visual-model.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** The bytes of a control character in UTF-8. */
function byteEscapes(code: number): string {
  const bytes = code < 0x80 ? [code] : [0xc0 | (code >> 6), 0x80 | (code & 0x3f)];
  return bytes.map((byte) => `\\${String(byte).padStart(3, '0')}`).join('');
}

/** In single quotes; control characters by their numbers. */
export function luaText(text: string): string {
  const escaped = text.replaceAll(
    /[\\']|\p{Cc}/gu,
    (each) => ESCAPES[each] ?? byteEscapes(each.charCodeAt(0)),
  );
  return `'${escaped}'`;
}

function luaNumber(value: number): string {
  return Object.is(value, -0) ? '0' : String(value);
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** `constants`: names that stand for themselves at a port of their kind. */
export function luaLiteral(
  value: TypedValue,
  port: InputPort,
  constants: ReadonlySet<string>,
): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return luaNumber(value);
  const isName = IDENTIFIER.test(value) && constants.has(value);
  if (isName && (port.kind === 'constant' || port.unit === 'color')) return value;
  if (isName && port.name.startsWith('color')) return value;
  if (port.kind === 'constant') {
    const number = numberFromTyped(value);
    if (number !== null) return luaNumber(number);
  }
  return luaText(value);
}

// `tostring`.

import { invokeFirst, isHostValue, metamethod } from '#lua/runtime/metamethod.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import { numberText } from '#lua/runtime/number-text.ts';
import { running } from '#lua/runtime/running.ts';
import { typeName } from '#lua/runtime/type-name.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

function objectText(value: object, type: string): string {
  const { shown } = running;
  let id = shown.numbers.get(value);
  if (id === undefined) {
    shown.count += 1;
    id = shown.count;
    shown.numbers.set(value, id);
  }
  return `${type}: 0x${id.toString(16).padStart(12, '0')}`;
}

/** Text of a value, by `__tostring` where it has one. */
export function toDisplayText(value: LuaValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (value === undefined) return 'nil';
  if (typeof value === 'boolean') return String(value);
  const handler = metamethod(value, '__tostring');
  if (handler !== undefined) {
    const text = invokeFirst(handler, [value]);
    if (typeof text === 'number') return numberText(text);
    if (typeof text !== 'string') throw libraryError("'__tostring' must return a string");
    return text;
  }
  if (isHostValue(value)) return value.toText();
  return objectText(value, typeName(value));
}

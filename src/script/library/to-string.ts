// `tostring`.

import { invokeFirst, isHostValue, metamethod } from '#script/runtime/metamethod.ts';
import { libraryError } from '#script/runtime/errors.ts';
import { numberText } from '#script/runtime/number-text.ts';
import { typeName } from '#script/runtime/type-name.ts';
import type { LuaValue } from '#script/runtime/value.ts';

/** Numbers given to objects in the order in which they are first shown; no addresses leak. */
const shown = new WeakMap<object, number>();
let shownCount = 0;

function objectText(value: object, type: string): string {
  let id = shown.get(value);
  if (id === undefined) {
    shownCount += 1;
    id = shownCount;
    shown.set(value, id);
  }
  return `${type}: 0x${id.toString(16).padStart(12, '0')}`;
}

/**
 * Starts the numbering again, so that a run's texts do not depend on earlier runs in the thread.
 */
export function resetObjectTexts(): void {
  shownCount = 0;
}

export function toDisplayText(value: LuaValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (value === undefined) return 'nil';
  if (typeof value === 'boolean') return String(value);
  const handler = metamethod(value, '__tostring');
  if (handler !== undefined) {
    const text = invokeFirst(handler, [value]);
    if (typeof text === 'number') return numberText(text);
    if (typeof text !== 'string') throw libraryError("'tostring' must return a string to 'print'");
    return text;
  }
  if (isHostValue(value)) return value.toText();
  return objectText(value, typeName(value));
}

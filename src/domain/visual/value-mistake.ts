// Values that cannot stand at their ports.

import type { InputPort } from '#domain/visual/block-palette.ts';
import { kindWords } from '#domain/visual/block-palette.ts';
import { numberFromTyped } from '#domain/visual/typed-value.ts';
import type { TypedValue } from '#domain/visual/visual-model.ts';
import { closestName } from '#lib/closest-name.ts';

/** Null: the value fits. `constants`: the names of each group. */
export function valueMistake(
  value: TypedValue,
  port: InputPort,
  constants: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  const found = typeof value === 'string' ? `"${value.slice(0, 80)}"` : String(value);
  const expected = `expected ${kindWords(port)}, found ${found}`;
  switch (port.kind) {
    case 'number':
    case 'numberOrList':
    case 'list':
      return typeof value === 'number' ? null : expected;
    case 'boolean':
      return typeof value === 'boolean' ? null : expected;
    case 'text':
    case 'any':
      return null;
    case 'constant':
      if (typeof value === 'number') return null;
      return typeof value === 'boolean' ? expected : constantMistake(value, port, constants);
    case 'table':
    case 'nothing':
      return `${expected}: it is connected, not typed in`;
  }
}

function constantMistake(
  value: string,
  { group, unit }: InputPort,
  constants: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  if (numberFromTyped(value) !== null || unit === 'text') return null;
  const names =
    group === null
      ? [...constants.values()].flatMap((each) => [...each])
      : [...(constants.get(group) ?? [])];
  if (names.includes(value)) return null;
  const closest = closestName(value, names);
  const hint = closest === null ? '' : `; did you mean "${closest}"?`;
  const wanted = group === null ? 'a constant' : kindWords({ kind: 'constant', group });
  return `expected ${wanted}, found "${value.slice(0, 80)}"${hint}`;
}

// Results that stay as they are while the run goes on: a series moves with it, so its elements of
// now are kept in its place.

import { container } from '#engine/binding/container.ts';
import type { Container } from '#engine/binding/container.ts';
import type { SeriesDesk, SeriesLike } from '#engine/desks/series-desk.ts';
import { isHostValue } from '#script/runtime/metamethod.ts';
import type { LuaResult, LuaValue } from '#script/runtime/value.ts';

/** The same results, series among them and in their containers as they are now; tables as given. */
export function heldStill(desk: Pick<SeriesDesk, 'fromNumbers'>, result: LuaResult): LuaResult {
  return Array.isArray(result) ? result.map((value) => hold(desk, value)) : hold(desk, result);
}

function hold(desk: Pick<SeriesDesk, 'fromNumbers'>, value: LuaValue): LuaValue {
  if (!isHostValue(value)) return value;
  if (value.kind === 'series') return desk.fromNumbers((value as SeriesLike).values());
  if (value.kind !== 'container') return value;
  const { names, values } = value as Container;
  return container(
    names,
    values.map((part) => hold(desk, part)),
  );
}

// Results that stay as they are while the run goes on: a series moves with it, so one that stands
// still takes its place.

import { container } from '#engine/values/container.ts';
import type { Container } from '#engine/values/container.ts';
import type { SeriesApi, SeriesLike } from '#engine/run-api/series-api.ts';
import { isHostValue } from '#lua/runtime/metamethod.ts';
import type { LuaResult, LuaValue } from '#lua/runtime/value.ts';

/** The same results, series among them and in their containers as they are now; tables as given. */
export function heldStill(api: Pick<SeriesApi, 'still'>, result: LuaResult): LuaResult {
  return Array.isArray(result) ? result.map((value) => hold(api, value)) : hold(api, result);
}

function hold(api: Pick<SeriesApi, 'still'>, value: LuaValue): LuaValue {
  if (!isHostValue(value)) return value;
  if (value.kind === 'series') return api.still(value as SeriesLike);
  if (value.kind !== 'container') return value;
  const { names, values } = value as Container;
  return container(
    names,
    values.map((part) => hold(api, part)),
  );
}

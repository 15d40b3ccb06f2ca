// Limits of the close between which calls have nothing to do, or conditions are not met, as long as
// neither orders nor positions change. A compiled script asks for them in front of updates that
// only read and compare (see `stands` of OfferedFunction). They lie a little within what is exact:
// near to it the call itself tells.

import type { BotPosition } from '#engine/run-api/position-api.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { ManagedWish } from '#engine/run-api/wish-api.ts';
import { knownBestPrice } from '#commands/trading/best-price.ts';
import { quietFrom } from '#commands/trading/place-bot-order.ts';
import { directionOf } from '#commands/trading/position-constant.ts';
import { openPosition } from '#commands/trading/position-view.ts';
import { betterBy, trailingStop, worseBy } from '#commands/trading/stop-price.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

type Limits = { readonly low: number; readonly high: number };
type LimitsOf = (context: CommandContext, args: readonly LuaValue[]) => Limits;

const NONE: Limits = { low: Number.NaN, high: Number.NaN };
const ALL: Limits = { low: -Infinity, high: Infinity };

/** What is read again for each call; a run is over it before the next one asks. */
const shown = new Float64Array(2);

/** Of a condition on the price of an open position and one percentage. */
function ofPosition(
  limitsOf: (context: CommandContext, position: BotPosition, percent: number) => Limits,
): LimitsOf {
  return (context, [percent, positionId, side]) => {
    const isNamed = positionId === undefined || typeof positionId === 'string';
    const isSided = side === undefined || typeof side === 'number';
    if (typeof percent !== 'number' || !isNamed || !isSided) return NONE;
    const position = openPosition(context, positionId, directionOf(side));
    if (position === null) return ALL;
    // The price of another market is another one.
    if (position.marketTag !== context.settings.marketTag) return NONE;
    return limitsOf(context, position, percent);
  };
}

/** Met at a worse price than the level, or at a better one. */
function beyond(isLow: boolean, level: number): Limits {
  return isLow ? { low: level, high: Infinity } : { low: -Infinity, high: level };
}

/** What managed commands ask for, by all names that a script may call them by. */
const WISHES: ReadonlyMap<string, ManagedWish> = new Map([
  ['DoExitPosition', 'exit'],
  ['DoFlipPosition', 'flip'],
  ['DoBuy', 'long'],
  ['DoLong', 'long'],
  ['DoSell', 'short'],
  ['DoShort', 'short'],
]);

/** Null where it is more than the wish: at once, or by arguments that have to be read. */
export function wishOfCall(name: string, args: readonly LuaValue[]): ManagedWish | null {
  const [note, ...others] = args;
  const isPlain = note === undefined || typeof note === 'string';
  return isPlain && others.length === 0 ? (WISHES.get(name) ?? null) : null;
}

const BY_NAME: Readonly<Record<string, LimitsOf>> = {
  StopLoss: ofPosition((_, { direction, enterPrice }, percent) =>
    beyond(direction === 'long', worseBy(direction, enterPrice, percent)),
  ),
  TakeProfit: ofPosition((_, { direction, enterPrice }, percent) =>
    beyond(direction === 'short', betterBy(direction, enterPrice, percent)),
  ),
  TrailingStopLoss: ofPosition((context, position, percent) => {
    const { direction, enterPrice } = position;
    const bestPrice = knownBestPrice(context, position);
    const rule = { percent, growthPercent: 0 };
    const stop = trailingStop({ direction, enterPrice, bestPrice }, rule);
    // A better price than the best moves the stop.
    return direction === 'long' ? { low: stop, high: bestPrice } : { low: bestPrice, high: stop };
  }),
  ...Object.fromEntries(
    [...WISHES].map(([name, wish]): [string, LimitsOf] => [
      name,
      (context) => from(quietFrom(context, wish)),
    ]),
  ),
};

function from(low: number): Limits {
  return Number.isNaN(low) ? NONE : { low, high: Infinity };
}

/** Commands that there are such limits of. */
export const LIMITED_COMMANDS: ReadonlySet<string> = new Set(Object.keys(BY_NAME));

const SPARE_TICKS = 1;
const SPARE_SHARE = 1e-9;

/** In ticks of the trade market, lowest first; NaN where they are not known. */
export function standingLimits(
  context: CommandContext,
  name: string,
  args: readonly LuaValue[],
): Float64Array {
  const { low, high } = (BY_NAME[name] ?? (() => NONE))(context, args);
  const step = context.markets.facts(null)?.priceStep ?? Number.NaN;
  const ticks = (price: number, sign: 1 | -1): number =>
    Number.isFinite(price)
      ? price / step + sign * (SPARE_TICKS + (Math.abs(price) / step) * SPARE_SHARE)
      : price;
  shown[0] = step > 0 ? ticks(low, 1) : Number.NaN;
  shown[1] = step > 0 ? ticks(high, -1) : Number.NaN;
  return shown;
}

// Advice on what a strategy must not be without: something that trades, something that closes what
// was opened, and a limit of the loss. It is given before a script runs.

import type { BlockPalette } from '#domain/visual/block-palette.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';

/** @public The console's editor. */
export type Advice = 'no_trade' | 'no_exit' | 'no_stop';

const OPENS: ReadonlySet<string> = new Set(['DoLong', 'DoShort']);
const CLOSES: ReadonlySet<string> = new Set([
  'DoExitPosition',
  'DoFlipPosition',
  'PlaceExitPositionOrder',
  'PlaceExitLongOrder',
  'PlaceExitShortOrder',
]);
const BOTH_WAYS: ReadonlySet<string> = new Set(['DoSignal', 'TradeBotContainer']);
const STOPS = /StopLoss/;

/** @public The console's editor. */
export function adviceOn({ blocks }: VisualModel, palette: BlockPalette): readonly Advice[] {
  const commands = new Set(
    blocks
      .filter(({ isEnabled }) => isEnabled)
      .map(({ command }) => palette.get(command)?.command ?? command),
  );
  // Custom commands are parts of strategies, and trade by those that use them.
  if (commands.has('DefineCommand')) return [];
  const has = (names: ReadonlySet<string>): boolean =>
    [...names].some((name) => commands.has(name));
  const isPlaced = [...commands].some((name) => /^Place\w+Order$/.test(name));
  if (!has(OPENS) && !has(BOTH_WAYS) && !isPlaced) return ['no_trade'];
  const turns = commands.has('DoLong') && commands.has('DoShort');
  const isClosed = has(CLOSES) || has(BOTH_WAYS) || turns;
  const isStopped = [...commands].some((name) => STOPS.test(name));
  return [
    ...(isClosed ? [] : (['no_exit'] as const)),
    ...(isStopped ? [] : (['no_stop'] as const)),
  ];
}

// Notes the managed wishes of a script over a whole window without a venue. It sees nothing of what
// a bot does: whatever depends on that refuses the list, and the run is made bar by bar. So a list
// that is not refused is what the script asks for in every run over these candles and inputs.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { MakeBrain } from '#engine/run/run-brain.ts';
import type { Run } from '#engine/run/run.ts';
import type { MadeFeed } from '#backtesting/make-feed.ts';
import type { WishList } from '#backtesting/managed-run/wish-list.ts';
import { codeOf, mergeWished, noteWish, wishOf } from '#backtesting/managed-run/wish-list.ts';
import { RUN_ENDED } from '#lua/runtime/script-fault.ts';

/** The same brain, of whose run nothing is known but the wishes. */
export function wishingBrain(makeBrain: MakeBrain, list: WishList, run: () => Run): MakeBrain {
  return (makeContext, seed) =>
    makeBrain((stage) => {
      stage.wished = list.wished;
      return wishingContext(makeContext(stage), list, run);
    }, seed);
}

function wishingContext(context: CommandContext, list: WishList, run: () => Run): CommandContext {
  const refuse = (what: string): never => {
    list.refusal ??= what;
    throw RUN_ENDED;
  };
  const refusing = (what: string) => (): never => refuse(what);
  const refused = (what: string): never => new Proxy({}, { get: refusing(what) }) as never;
  const { settings } = context;
  return {
    ...context,
    memory: refused('memory'),
    orders: refused('orders'),
    positions: refused('positions'),
    report: refused('figures of the run'),
    run: { ...context.run, atEnd: refusing('the end'), sleep: refusing('sleep') },
    settings: {
      ...settings,
      tradeAmount: () =>
        run().setup.tradeAmountPercent === null ? settings.tradeAmount() : refuse('equity'),
      setLeverage: refusing('settings'),
      setMarginMode: refusing('settings'),
      setPositionMode: refusing('settings'),
      setFeePercent: refusing('settings'),
      raise: refusing('settings'),
      pause: refusing('settings'),
      resume: refusing('settings'),
      deactivate: refusing('settings'),
    },
    signals: refused('signals'),
    wallet: refused('wallet'),
    wishes: {
      note(wish, isImmediate) {
        if (isImmediate) refuse('fills at the close');
        const { stage, settings: now } = run();
        noteWish(list, stage.row, wish, now.orderType);
      },
      codeOf: (wish) => 1 + codeOf(wish, run().settings.orderType),
    },
  };
}

/** Rows in which a script is run at once. */
const ROWS_AT_ONCE = 1_024;
const FIRST_ROWS = 64;

/** How noting ended: `later`: series that the script reads begin in a later row. */
export type NotedWishes =
  | { readonly kind: 'noted' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'later'; readonly row: number };

const REFUSED: NotedWishes = { kind: 'refused' };

/**
 * Runs the script over the window. With `waits` it ends once a series has no value yet, as bar by
 * bar; where that is seen in another row there, it refuses.
 */
export function noteWishes(
  { feed, series }: MadeFeed,
  list: WishList,
  waits: boolean,
  onProgress: (share: number) => boolean,
): NotedWishes {
  const { firstRow, lastRow } = feed.run.setup;
  let row = Math.min(firstRow + FIRST_ROWS, lastRow + 1);
  const lacking = lackingAfter({ feed, series }, list, row);
  if (lacking < 0) return REFUSED;
  if (waits && lacking > 0) return { kind: 'later', row: lacking };
  while (row <= lastRow) {
    row = runTo(feed, list, row, Math.min(row + ROWS_AT_ONCE, lastRow + 1));
    if (row < 0 || (waits && series.lackingRow() > 0)) return REFUSED;
    if (!onProgress((row - firstRow) / (lastRow + 1 - firstRow))) return { kind: 'cancelled' };
  }
  mergeWished(list);
  return { kind: 'noted' };
}

/**
 * The row in which all series have a value that the first rows request. Bar by bar it is looked at
 * after the first order, which comes with a wish to be long, or after these rows; below zero where
 * the two differ.
 */
function lackingAfter({ feed, series }: MadeFeed, list: WishList, toRow: number): number {
  const { firstRow } = feed.run.setup;
  let lacking = -1;
  for (let row = firstRow; row < toRow; row += 1) {
    const before = list.count;
    if (runTo(feed, list, row, row + 1) < 0) return -1;
    const isLong = hasLong(list, before) || isLongAt(list, row);
    if (lacking >= 0 && series.lackingRow() !== lacking) return -1;
    if (isLong && lacking < 0) lacking = series.lackingRow();
  }
  return series.lackingRow();
}

function hasLong({ codes, count }: WishList, from: number): boolean {
  for (let place = from; place < count; place += 1)
    if (wishOf(codes[place] as number) === 'long') return true;
  return false;
}

function isLongAt({ wished }: WishList, row: number): boolean {
  const code = wished[row] ?? 0;
  return code > 0 && wishOf(code - 1) === 'long';
}

/** Returns the row before which it ended; below zero where the script did not only wish. */
function runTo({ run, brain }: MadeFeed['feed'], list: WishList, from: number, to: number): number {
  let row = from;
  while (row < to) {
    const end = brain.runRows(row, to);
    if (end.failure !== null || list.refusal !== null || run.stage.hasRequests) return -1;
    run.updateCount += end.row - row;
    row = end.row;
  }
  return row;
}

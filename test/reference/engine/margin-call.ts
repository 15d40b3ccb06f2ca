// Margin calls: a candle is passed in pieces, and after each the equity must cover its share of the
// position.

import { requestedOrder, equityAt } from './requested-order.ts';
import type { ReferenceCandle } from './candle-path.ts';
import { OPEN_PLACE, pathOf } from './candle-path.ts';
import { fillOrder, tradedIn } from './fill-order.ts';
import { endIdleExits } from './fit-exit.ts';
import {
  fraction,
  least,
  minus,
  most,
  NOTHING,
  ONE,
  over,
  roundedDown,
  sizeOf,
  times,
} from './fraction.ts';
import { isLong } from './position-ledger.ts';
import { bookedWorth, worthOf } from './reference-market.ts';
import type { ReferenceState } from './reference-state.ts';

/** A piece of a candle, at whose close margin is looked at. */
export type MarginPiece = {
  readonly candle: ReferenceCandle;
  /** Whether whole contracts are closed there. */
  readonly isInContracts: boolean;
};

/** The open, and the ways to the first extreme, to the second and to the close. */
export function marginPieces(candle: ReferenceCandle): readonly MarginPiece[] {
  const path = pathOf(candle);
  return path.map((close, at) => {
    const open = path[at - 1] ?? close;
    const piece = { ...candle, open, high: most(open, close), low: least(open, close), close };
    return { candle: piece, isInContracts: at === 0 || at === path.length - 1 };
  });
}

/** Closes four times what covers the loss. */
export function callMargin(
  run: ReferenceState,
  { candle, isInContracts }: MarginPiece,
  row: number,
): void {
  const { market, ledger, marginShares } = run;
  for (const position of ledger.positions.values()) {
    const share = isLong(position) ? marginShares?.long : marginShares?.short;
    const size = sizeOf(position.amount);
    if (share === undefined || size.numerator === 0n) continue;
    const price = candle.close;
    const leaving = isLong(position) ? 'sell' : 'buy';
    const worth = bookedWorth(market, leaving, worthOf(market, price, size));
    const equity = equityAt(run, price);
    const loss = over(minus(times(worth, share), equity), share);
    if (loss.numerator <= 0n) continue;
    const part = isInContracts ? ONE : market.amountStep;
    const cover = roundedDown(times(over(loss, worth), size), part);
    const called = cover.numerator === 0n ? ONE : times(cover, fraction(4n));
    const order = requestedOrder(
      run,
      {
        action: isLong(position) ? 'exit_long' : 'exit_short',
        type: 'market',
        amount: least(called, size),
        price: NOTHING,
        trigger: null,
        trail: null,
        positionId: null,
        timeoutMinutes: null,
        isReduceOnly: true,
        oca: null,
        isImmediate: false,
      },
      row,
    );
    const meeting = { place: OPEN_PLACE, price, isMaker: false, slips: true };
    fillOrder(run, order, tradedIn(candle), meeting);
    endIdleExits(run);
  }
}

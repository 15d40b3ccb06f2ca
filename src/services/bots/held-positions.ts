// Positions of a bot as they are stored, with why the closing of its stop left them.

import type { BacktestPosition } from '#backtesting/backtest.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { StoredPositions } from '#ports/stores/bot-run-store.ts';

/** Stored positions, each with its reason where closing left it open. */
export function heldPositions({
  positions,
  leftReasons,
}: StoredPositions): readonly BacktestPosition[] {
  const held = fromStoredForm(positions) as readonly BacktestPosition[];
  return held.map((position) => {
    const reason = position.leftReason ?? leftReasons[position.marketTag];
    return reason === undefined ? position : { ...position, leftReason: reason };
  });
}

// A run whose script does nothing but wish, in two passes: the script over the window, and then its
// wishes through an account of small integers. Gives the figures that the run bar by bar gives, to
// the last unit, or says that it cannot.

import type { FiguredResult } from '#backtesting/build-report.ts';
import type { FeedSetup } from '#backtesting/make-feed.ts';
import { makeFeed } from '#backtesting/make-feed.ts';
import type { ManagedAccount } from '#backtesting/managed-run/managed-account.ts';
import { managedAccount } from '#backtesting/managed-run/managed-account.ts';
import { managedMargin } from '#backtesting/managed-run/managed-margin.ts';
import { managedResult } from '#backtesting/managed-run/managed-result.ts';
import { noteWishes, wishingBrain } from '#backtesting/managed-run/note-wishes.ts';
import { runContractWishes } from '#backtesting/managed-run/run-contract-wishes.ts';
import { runWishes } from '#backtesting/managed-run/run-wishes.ts';
import type { WishList } from '#backtesting/managed-run/wish-list.ts';
import { clearWishes } from '#backtesting/managed-run/wish-list.ts';
import type { RunBegin } from '#backtesting/run-begin.ts';
import { beginRowOf, firstBegin, laterBegin, waitsForSeries } from '#backtesting/run-begin.ts';

export type ManagedRun =
  | {
      readonly kind: 'done';
      readonly result: FiguredResult;
      /** Keys of the inputs that the run requested, in that order. */
      readonly inputsRead: readonly string[];
    }
  | { readonly kind: 'cancelled' }
  /** It wants more history. */
  | { readonly kind: 'short'; readonly missingMinutes: number }
  /** It has to be made bar by bar. `reason`: what of it is more than wishes. */
  | { readonly kind: 'unknown'; readonly reason: string };

function unknown(reason: string): ManagedRun {
  return { kind: 'unknown', reason };
}

/** `wishes` is filled anew. */
export function runManaged(
  setup: FeedSetup,
  wishes: WishList,
  onProgress: (share: number) => boolean,
  begin: RunBegin = firstBegin(setup.input),
): ManagedRun {
  clearWishes(wishes, setup.input.markets[0]?.candles.rowCount ?? 0);
  const makeBrain = wishingBrain(setup.makeBrain, wishes, () => made.feed.run);
  const made = makeFeed({ ...setup, makeBrain, beginRow: beginRowOf(begin) });
  const { feed, series } = made;
  try {
    const account = managedAccount(feed);
    if (account === null) return unknown('market or settings');
    const noted = noteWishes(made, wishes, waitsForSeries(begin), onProgress);
    if (noted.kind === 'cancelled') return { kind: 'cancelled' };
    if (noted.kind === 'noted') {
      if (!tradeWishes(account, wishes)) return unknown('an order near a limit of the account');
      return {
        kind: 'done',
        result: managedResult(account),
        inputsRead: [...feed.run.inputs.keys()],
      };
    }
    if (noted.kind === 'refused') return unknown(wishes.refusal ?? 'a failure of the script');
    if (setup.input.asksForHistory === true)
      return { kind: 'short', missingMinutes: noted.row - feed.run.setup.firstRow };
    const later = laterBegin(setup, begin, noted.row);
    return runManaged(setup, wishes, onProgress, later);
  } finally {
    series.release();
  }
}

function tradeWishes(account: ManagedAccount, wishes: WishList): boolean {
  if (account.market.market.contract === null) return runWishes(account, wishes);
  const margin = managedMargin(account);
  return margin !== null && runContractWishes(account, margin, wishes);
}

// The seed of a backtest that names none: a digest of the request, so that the same request has the
// same chance.

import { addText, digestNumber, newDigest } from '#lib/digest.ts';
import { canonicalJson } from '#lib/json.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';

/** The seed of a request that names none: the same request, the same seed. */
export function seedOf(input: BacktestInput): number {
  const { script, libraries, markets, ...chosen } = input;
  const { asksForHistory: _, hasUsualWallet: __, traced: ___, ...rest } = chosen;
  const digest = newDigest();
  for (const { name, source } of [script, ...libraries]) {
    addText(digest, name);
    addText(digest, source);
  }
  for (const { market } of markets) addText(digest, market.marketTag);
  addText(digest, canonicalJson(rest));
  return digestNumber(digest);
}

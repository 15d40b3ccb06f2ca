// Markets by the names that charts give them: `EXCHANGE:BTCUSDT`, with `.P` for contracts. Prices
// come from the exchange of the run, so what stands before the colon does not decide.

import type { Diagnostic } from '#lua/syntax/diagnostic.ts';
import { tokenizePine } from '#pine/syntax/tokenize-pine.ts';

export type ChartMarket = {
  readonly marketTag: string;
  readonly base: string;
  readonly quote: string;
  readonly isContract: boolean;
};

const CONTRACT = '.P';

/** Name of a market as charts give it, without the exchange. */
export function tickerOf({ base, quote, isContract }: Omit<ChartMarket, 'marketTag'>): string {
  return `${base}${quote}${isContract ? CONTRACT : ''}`;
}

/** By its tag or ticker; of the other kind, spot or contract, where there is none of its own. */
export function findBySymbol<M extends ChartMarket>(
  symbol: string,
  markets: readonly M[],
): M | null {
  const tagged = markets.find(({ marketTag }) => marketTag === symbol);
  if (tagged !== undefined) return tagged;
  const wanted = tickerIn(symbol);
  const pair = pairIn(wanted);
  const same = markets.filter((each) => pairIn(tickerOf(each).toUpperCase()) === pair);
  const [first] = same.toSorted(
    (one, other) =>
      Number(tickerOf(other).toUpperCase() === wanted) -
        Number(tickerOf(one).toUpperCase() === wanted) ||
      one.marketTag.length - other.marketTag.length ||
      (one.marketTag < other.marketTag ? -1 : 1),
  );
  return first ?? null;
}

function tickerIn(symbol: string): string {
  const name = (symbol.split(':').at(-1) ?? '').toUpperCase();
  return name.endsWith('PERP') ? `${name.slice(0, -'PERP'.length)}${CONTRACT}` : name;
}

function pairIn(ticker: string): string {
  return ticker.endsWith(CONTRACT) ? ticker.slice(0, -CONTRACT.length) : ticker;
}

const REQUESTS = /\brequest\s*\.\s*security/;
const SYMBOL = /^(?:\w+:)?[\w.]{4,40}$/;

/** Texts of a script that may be names of markets; null where it requests no other bars. */
export function symbolTexts(source: string): readonly string[] | null {
  if (!REQUESTS.test(source)) return null;
  const unread: Diagnostic[] = [];
  const { tokens } = tokenizePine(source, unread);
  const texts = tokens
    .filter(({ type, text }) => type === 'string' && SYMBOL.test(text))
    .map(({ text }) => text);
  return [...new Set(texts)];
}

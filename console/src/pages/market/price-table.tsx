// A table of markets with their prices, requested as far as it shows them.

import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ListedPrice, Market } from '@tidemill/client';
import { useState } from 'react';
import { PRICES_AT_ONCE, pricesQuery } from '../../api/price-queries.ts';
import { Button } from '../../parts/button.tsx';
import { formatDecimal, formatFixed, formatVolume } from '../../parts/format.ts';
import { useNowMs } from '../../parts/now.ts';
import { isOldPrice } from '../../parts/price-age.ts';
import type { Sort } from '../../parts/sort-head.tsx';
import { SortHead } from '../../parts/sort-head.tsx';
import { DayChange } from './day-change.tsx';
import { WatchStar } from './watch-star.tsx';
import { MARKETS } from '../../words/markets.ts';
import { served } from '../../words/served.ts';

const COLUMNS = [
  { key: 'market', text: MARKETS.market, isRight: false, isWide: false },
  { key: 'price', text: MARKETS.price, isRight: true, isWide: false },
  { key: 'change', text: MARKETS.of24Hours, isRight: true, isWide: false },
  { key: 'volume', text: MARKETS.volume, isRight: true, isWide: true },
] as const;

type SortKey = (typeof COLUMNS)[number]['key'];
type Prices = ReadonlyMap<string, ListedPrice>;

type Props = {
  readonly markets: readonly Market[];
  /** Whether they are of several exchanges, so that each has to say of which. */
  readonly isMixed: boolean;
};

/** As they are listed, or as one sorts them: a star moves no row. */
export function PriceTable({ markets, isMixed }: Props) {
  const [sort, setSort] = useState<Sort<SortKey> | null>(null);
  const [shownMax, setShownMax] = useState(PRICES_AT_ONCE);
  const shown = markets.slice(0, shownMax);
  const prices = usePrices(shown);
  const nowMs = useNowMs(5_000);
  const rows = sort === null ? shown : sortedBy(shown, prices, sort);
  return (
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <SortHead key={column.key} column={column} sort={sort} onSort={setSort} />
            ))}
            <th className="right wide-only">{MARKETS.takerFee}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((market) => (
            <Row
              key={market.market_tag}
              market={market}
              row={prices.get(market.market_tag)}
              isMixed={isMixed}
              nowMs={nowMs}
            />
          ))}
        </tbody>
      </table>
      {markets.length > shown.length ? (
        <div className="panel-body row">
          <Button isSmall onPress={() => setShownMax(shownMax + PRICES_AT_ONCE)}>
            {MARKETS.show} {Math.min(PRICES_AT_ONCE, markets.length - shown.length)} {MARKETS.more}
          </Button>
          <span className="hint">
            {MARKETS.ofAreShownType(
              shown.length,
              markets.length,
              sort === null ? '' : MARKETS.andSortedAmongThemselves,
            )}
          </span>
        </div>
      ) : null}
    </div>
  );
}

/** Each exchange is queried by itself, for so many at once. */
function usePrices(markets: readonly Market[]): Prices {
  const groups = [...Map.groupBy(markets, ({ exchange }) => exchange).values()];
  const parts = groups.flatMap((of) =>
    Array.from({ length: Math.ceil(of.length / PRICES_AT_ONCE) }, (_none, part) =>
      of.slice(part * PRICES_AT_ONCE, (part + 1) * PRICES_AT_ONCE),
    ),
  );
  return useQueries({
    queries: parts.map((part) => pricesQuery(part.map(({ market_tag: tag }) => tag))),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }) =>
          data === undefined ? [] : data.map((row) => [row.market_tag, row] as const),
        ),
      ),
  });
}

function sortedBy(
  markets: readonly Market[],
  prices: Prices,
  { key, isDescending }: Sort<SortKey>,
) {
  const sign = isDescending ? -1 : 1;
  const read = ({ market_tag: tag, base, quote }: Market): string | number | null => {
    if (key === 'market') return `${base}/${quote}`;
    const row = prices.get(tag);
    const text = key === 'change' ? row?.change_percent : row?.[key];
    return typeof text === 'string' ? Number(text) : null;
  };
  return markets.toSorted((left, right) => {
    const [one, other] = [read(left), read(right)];
    if (one === other) return 0;
    // What is not known comes last, whichever way it is sorted.
    if (one === null || other === null) return one === null ? 1 : -1;
    return one < other ? -sign : sign;
  });
}

const GAPS = {
  market_not_found: MARKETS.notListed,
  market_closed: 'closed',
  exchange_unreachable: MARKETS.notReached,
} as const;

/** Of futures also what they are margined in, where that is not the quote. */
function kindOf({ market_type: type, quote, contract }: Market): string {
  if (type !== 'futures') return '';
  const margin = contract?.margin_currency ?? quote;
  return margin === quote ? served(type) : MARKETS.futuresMarginedIn(served(type), margin);
}

type RowProps = {
  readonly market: Market;
  readonly row: ListedPrice | undefined;
  readonly isMixed: boolean;
  readonly nowMs: number;
};

function Row({ market, row, isMixed, nowMs }: RowProps) {
  const { base, quote, exchange } = market;
  const [price, change, volume] = [row?.price, row?.change_percent, row?.volume];
  const gap = row?.gap ?? null;
  const kind = kindOf(market);
  return (
    <tr>
      <td>
        <div className="price-market">
          <WatchStar market={market} />
          <div>
            <Link
              className="row-link"
              to="/markets/$marketTag"
              params={{ marketTag: market.market_tag }}
              search={{ exchange }}
            >
              {base}/{quote}
            </Link>
            <div className="faint">
              {[isMixed ? exchange : '', kind].filter((text) => text !== '').join(', ')}
            </div>
          </div>
        </div>
      </td>
      <td className="right price-now-cell" data-old={isOldPrice(row?.at, nowMs)}>
        {typeof price === 'string' ? (
          <span className="number">{formatFixed(price, market.price_decimals)}</span>
        ) : (
          <span className="faint">{gap === null ? '…' : GAPS[gap]}</span>
        )}
      </td>
      <td className="right">
        {typeof change === 'string' ? (
          <DayChange percent={Number(change)} />
        ) : (
          <span className="faint">–</span>
        )}
      </td>
      <td className="right wide-only">
        {typeof volume === 'string' ? (
          <>
            {formatVolume(Number(volume))}{' '}
            <span className="faint">{market.amount_currency ?? ''}</span>
          </>
        ) : (
          <span className="faint">–</span>
        )}
      </td>
      <td className="right wide-only">{formatDecimal(market.taker_fee)} %</td>
    </tr>
  );
}

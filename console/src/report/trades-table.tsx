// All trades of a backtest or of a bot's run, sortable, drawn as far as they are visible; of a
// backtest one that is chosen is shown in the chart.

import type { BacktestPosition } from '@tidemill/client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { formatFixed } from '../parts/format.ts';
import type { Sort } from '../parts/sort-head.tsx';
import { SortHead } from '../parts/sort-head.tsx';
import { Gain, Time } from '../parts/widgets.tsx';
import { durationText } from './duration.ts';
import { withOpenProfit } from './open-profit.ts';
import { Percent, percentText } from './percent.tsx';
import { REPORT } from '../words/report.ts';
import { PARTS } from '../words/parts.ts';

type Props = {
  readonly trades: readonly BacktestPosition[];
  readonly priceDecimals: number;
  readonly shownTrade?: string | null;
  /** Left out: there is no chart that shows one. */
  readonly onShow?: (positionId: string) => void;
  /** Only when, which side and what came of it. */
  readonly isNarrow?: boolean;
  /** Profit of what is open, at the last price. */
  readonly openProfit?: string | undefined;
};

/** `roi`: null where it is of another profit than is shown. */
type ShownTrade = Omit<BacktestPosition, 'roi'> & { readonly roi: string | null };

type Column = {
  readonly key: string;
  readonly text: string;
  readonly read: (of: ShownTrade) => number | string;
  readonly isRight?: boolean;
  readonly isWide?: boolean;
};

const secondsHeld = ({ opened_at, closed_at }: ShownTrade): number =>
  opened_at === null || closed_at === null
    ? Number.POSITIVE_INFINITY
    : (Date.parse(closed_at) - Date.parse(opened_at)) / 1_000;

const COLUMNS: readonly Column[] = [
  { key: 'opened', text: REPORT.opened, read: (of) => of.opened_at ?? '' },
  { key: 'direction', text: REPORT.side, read: (of) => of.direction },
  { key: 'profit', text: REPORT.profit, read: (of) => Number(of.realized_profit), isRight: true },
  { key: 'roi', text: REPORT.onItsMargin, read: (of) => Number(of.roi), isRight: true },
  {
    key: 'entry',
    text: REPORT.entry,
    read: (of) => Number(of.average_price),
    isRight: true,
    isWide: true,
  },
  {
    key: 'exit',
    text: REPORT.exit,
    read: (of) => Number(of.exit_price ?? 0),
    isRight: true,
    isWide: true,
  },
  { key: 'held', text: REPORT.held, read: secondsHeld, isRight: true, isWide: true },
  {
    key: 'mfe',
    text: 'MFE',
    read: (of) => Number(of.favorable_excursion ?? 0),
    isRight: true,
    isWide: true,
  },
  {
    key: 'mae',
    text: 'MAE',
    read: (of) => Number(of.adverse_excursion ?? 0),
    isRight: true,
    isWide: true,
  },
];

const ROW_PX = 37;

export function TradesTable(props: Props) {
  const { trades, priceDecimals, shownTrade = null, onShow, isNarrow = false, openProfit } = props;
  const columns = isNarrow ? COLUMNS.filter(({ isWide }) => isWide !== true) : COLUMNS;
  const [sort, setSort] = useState({ key: 'opened', isDescending: false });
  const place = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => withOpenProfit(trades, openProfit), [trades, openProfit]);
  const sorted = useMemo(() => sortedBy(shown, sort), [shown, sort]);
  // oxlint-disable-next-line react/incompatible-library -- rows are drawn as the list scrolls
  const rows = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => place.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const onSort = (next: Sort): void => {
    setSort(next);
    // Whoever sorts wants to see what comes first then.
    rows.scrollToOffset(0);
  };
  const items = rows.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = rows.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div
      ref={place}
      className="scroll trades"
      tabIndex={0}
      role="region"
      aria-label={REPORT.trades}
    >
      <table className="table table-dense" aria-rowcount={sorted.length + 1}>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHead key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {items.map(({ index }) => {
            const trade = sorted[index];
            if (trade === undefined) return null;
            return (
              <TradeRow
                key={trade.position_id}
                trade={trade}
                rowIndex={index + 2}
                decimals={priceDecimals}
                isShown={trade.position_id === shownTrade}
                isNarrow={isNarrow}
                {...(onShow === undefined ? {} : { onShow })}
              />
            );
          })}
          <Gap height={below} />
        </tbody>
      </table>
    </div>
  );
}

function Gap({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td
        className="gap"
        aria-label={REPORT.notDrawn}
        colSpan={COLUMNS.length}
        style={{ height }}
      />
    </tr>
  );
}

function sortedBy(trades: readonly ShownTrade[], { key, isDescending }: Sort) {
  const read = COLUMNS.find((column) => column.key === key)?.read ?? (() => 0);
  const sign = isDescending ? -1 : 1;
  return trades.toSorted((left, right) => {
    const [one, other] = [read(left), read(right)];
    if (one === other) return 0;
    return one < other ? -sign : sign;
  });
}

type RowProps = {
  readonly trade: ShownTrade;
  readonly rowIndex: number;
  readonly decimals: number;
  readonly isShown: boolean;
  readonly isNarrow: boolean;
  readonly onShow?: (positionId: string) => void;
};

function TradeRow({ trade, rowIndex, decimals, isShown, isNarrow, onShow }: RowProps) {
  const { position_id: id, direction, opened_at: openedAt } = trade;
  return (
    <tr
      className={onShow === undefined ? undefined : 'trade-row'}
      aria-rowindex={rowIndex}
      aria-selected={onShow === undefined ? undefined : isShown}
      onClick={() => onShow?.(id)}
    >
      <td>
        {onShow === undefined ? (
          <Time at={openedAt} />
        ) : (
          <button type="button" className="row-button" title={REPORT.showInTheChart}>
            <Time at={openedAt} />
          </button>
        )}
      </td>
      <td>
        <span className={direction === 'long' ? 'tag tag-accent' : 'tag tag-warn'}>
          {direction === 'long' ? PARTS.long : PARTS.short}
        </span>
      </td>
      <td className="right">
        <Gain value={trade.realized_profit} isAligned />
      </td>
      <td className="right">
        <Percent value={trade.roi} />
      </td>
      {isNarrow ? null : <WideCells trade={trade} decimals={decimals} />}
    </tr>
  );
}

function WideCells({ trade, decimals }: Pick<RowProps, 'trade' | 'decimals'>) {
  const held = secondsHeld(trade);
  return (
    <>
      <td className="right wide-only">{formatFixed(trade.average_price, decimals)}</td>
      <td className="right wide-only">
        {trade.exit_price === null ? REPORT.open : formatFixed(trade.exit_price, decimals)}
      </td>
      <td className="right wide-only">{Number.isFinite(held) ? durationText(held) : '–'}</td>
      <td className="right wide-only">{percentText(trade.favorable_excursion)}</td>
      <td className="right wide-only">{percentText(trade.adverse_excursion)}</td>
    </>
  );
}

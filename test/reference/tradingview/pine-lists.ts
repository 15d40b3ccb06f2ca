// Lists of trades as they are exported: TradingView's older and newer columns, and a line a trade.

import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import type { PineTrade } from './pine-order.ts';
import { priceText } from './pine-candles.ts';

const LOT = decimal('0.001');
const sizeText = (lots: bigint): string => formatDecimal((lots * LOT) as Decimal);
const timeText = (atMs: number): string => formatInstant(atMs).slice(0, 16).replace('T', ' ');

export const LIST_LAYOUTS = ['older', 'newer', 'plain'] as const;
export type ListLayout = (typeof LIST_LAYOUTS)[number];

const HEADERS = {
  older: 'Trade #,Type,Signal,Date/Time,Price USDT,Contracts,Profit USDT,Profit %',
  newer:
    'Trade #,Type,Date and time,Signal,Price USDT,Position size (qty),Position size (value),' +
    'Net P&L USDT,Net P&L %',
  plain: 'Entry time,Exit time,Side,Entry price,Exit price,Quantity',
} as const;

/** `commission` is in hundredths of a percent of each fill. */
export function listText(
  trades: readonly PineTrade[],
  layout: ListLayout,
  commission = 0n,
): string {
  const lines = trades.flatMap((trade, index) => linesOf(trade, index + 1, layout, commission));
  // The newer export begins with the mark of its encoding.
  return `${layout === 'newer' ? '\uFEFF' : ''}${[HEADERS[layout], ...lines].join('\n')}\n`;
}

function linesOf(
  trade: PineTrade,
  number: number,
  layout: ListLayout,
  commission: bigint,
): readonly string[] {
  const { side, entryMs, entryPrice, exitMs, exitPrice, lots } = trade;
  const [at, price, size] = [timeText(entryMs), priceText(entryPrice), sizeText(lots)];
  const [exitAt, exit] = [
    exitMs === null ? '' : timeText(exitMs),
    exitPrice === null ? '' : priceText(exitPrice),
  ];
  const profit = exitPrice === null ? '' : profitText(trade, exitPrice, commission);
  const name = side === 'long' ? 'Long' : 'Short';
  switch (layout) {
    case 'plain':
      return [[at, exitAt, side, price, exit, size].join(',')];
    case 'older':
      return [
        [number, `Entry ${name}`, name, at, price, size, '', ''].join(','),
        [
          number,
          `Exit ${name}`,
          exitMs === null ? 'Open' : 'x',
          exitAt,
          exit,
          size,
          profit,
          '',
        ].join(','),
      ];
    case 'newer':
      return [
        [
          number,
          `Exit ${side}`,
          exitAt,
          exitMs === null ? 'Open' : 'x',
          exit,
          size,
          '',
          profit,
          '',
        ].join(','),
        [number, `Entry ${side}`, at, name, price, size, '', '', ''].join(','),
      ];
  }
}

/** Net of commission, and rounded to the hundredth as the export is where that is needed. */
function profitText(
  { side, entryPrice, lots }: PineTrade,
  exitPrice: bigint,
  commission: bigint,
): string {
  const move = side === 'long' ? exitPrice - entryPrice : entryPrice - exitPrice;
  // A tick of a lot is a ten-thousandth, and so is a hundredth of a percent.
  const gross = move * lots * 10_000n;
  const net = gross - (entryPrice + exitPrice) * lots * commission;
  const hundredths = net / 1_000_000n;
  const rest = net - hundredths * 1_000_000n;
  const rounded = hundredths + (rest >= 500_000n ? 1n : rest <= -500_000n ? -1n : 0n);
  const exact = (net * decimal('0.00000001')) as Decimal;
  return formatDecimal(commission === 0n ? exact : ((rounded * decimal('0.01')) as Decimal));
}

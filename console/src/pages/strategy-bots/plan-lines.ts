// The lines of a plan on a chart: those of a grid by what rests there, those of a deal with the
// price at which it would be closed.

import type { DealPreview, GridPreview, SignalBotPreview } from '@tidemill/client';
import type { LineLook, PriceLine } from '../../chart/price-chart.ts';

export type Preview = GridPreview | DealPreview | SignalBotPreview;

/** Lines of a plan; none before there is one. */
export function linesOfPlan(preview: Preview | undefined): readonly PriceLine[] {
  if (preview === undefined) return [];
  if ('levels' in preview)
    return preview.levels.map(({ index, price, side }) =>
      line(`level-${index}`, price, side ?? 'faint'),
    );
  if (!('orders' in preview)) return [];
  const profit = preview.orders[0]?.take_profit_price;
  return [
    ...preview.orders.map(({ index, price }) =>
      line(`step-${index}`, price, index === 0 ? 'accent' : 'buy'),
    ),
    ...(profit === undefined ? [] : [{ ...line('profit', profit, 'sell'), isDashed: true }]),
  ];
}

function line(id: string, price: string, look: LineLook): PriceLine {
  return { id, price: Number(price), look, isFitted: true };
}

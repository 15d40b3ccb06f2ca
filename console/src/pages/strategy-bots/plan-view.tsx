// Plan of a bot: what it needs and what there is, and each order of it.

import type { DealPreview, GridPreview, Market } from '@tidemill/client';
import { formatDecimal, formatFixed } from '../../parts/format.ts';
import { Empty } from '../../parts/states.tsx';
import { TallTable } from '../../parts/tall-table.tsx';
import { Figure } from '../../parts/widgets.tsx';
import type { Preview } from './plan-lines.ts';

type Props = { readonly preview: Preview; readonly market: Market };

export function PlanView({ preview, market }: Props) {
  if ('levels' in preview) return <GridPlan preview={preview} market={market} />;
  if ('orders' in preview) return <DealPlan preview={preview} market={market} />;
  return (
    <Empty title="It waits for signals">
      It has no order before a signal comes: from an alert of TradingView by a hook, from your own
      program, or from the page of the bot.
    </Empty>
  );
}

function GridPlan({ preview, market }: { readonly preview: GridPreview; readonly market: Market }) {
  const { currency, required_total_in_quote: needed, amount_per_grid: amount } = preview;
  const { profit_per_grid_min_percent: least, profit_per_grid_max_percent: most } = preview;
  const { liquidation_price_up: up, liquidation_price_down: down } = preview;
  const price = (value: string): string => formatFixed(value, market.price_decimals);
  return (
    <dl className="figures figures-flat figures-three">
      <Figure label="Needed at the start">
        {needed === null ? '–' : formatDecimal(needed, 2)} <span className="unit">{currency}</span>
      </Figure>
      <Figure label="Free on the account">
        {formatDecimal(preview.available.quote, 2)} <span className="unit">{currency}</span>
      </Figure>
      <Figure label="Profit of a grid, fees paid">
        {least === null || most === null
          ? '–'
          : `${formatDecimal(least, 2)} to ${formatDecimal(most, 2)}`}{' '}
        <span className="unit">%</span>
      </Figure>
      <Figure label="Amount of a grid">
        {amount === null ? '–' : formatDecimal(amount)} <span className="unit">{market.base}</span>
      </Figure>
      <Figure label="Orders at the start">{preview.orders_count ?? '–'}</Figure>
      {preview.initial_order === null ? null : (
        <Figure label={preview.initial_order.side === 'buy' ? 'Bought at once' : 'Sold at once'}>
          {formatDecimal(preview.initial_order.amount)} <span className="unit">{market.base}</span>
        </Figure>
      )}
      {down === null ? null : <Figure label="Liquidation of a long">{price(down)}</Figure>}
      {up === null ? null : <Figure label="Liquidation of a short">{price(up)}</Figure>}
    </dl>
  );
}

function DealPlan({ preview, market }: { readonly preview: DealPreview; readonly market: Market }) {
  const { currency, required, required_currency: requiredIn } = preview;
  const price = (value: string): string => formatFixed(value, market.price_decimals);
  return (
    <>
      <dl className="figures figures-flat figures-three">
        <Figure label="Needed at the start">
          {formatDecimal(required, 2)} <span className="unit">{requiredIn}</span>
        </Figure>
        <Figure label="All orders of a deal">
          {formatDecimal(preview.max_funds, 2)} <span className="unit">{currency}</span>
        </Figure>
        <Figure label="Free on the account">
          {formatDecimal(preview.available.quote, 2)} <span className="unit">{currency}</span>
        </Figure>
      </dl>
      <TallTable label="Orders of a deal">
        <thead>
          <tr>
            <th>Order</th>
            <th className="right">Price</th>
            <th className="right">Amount</th>
            <th className="right wide-only">Average after</th>
            <th className="right">Take profit at</th>
          </tr>
        </thead>
        <tbody>
          {preview.orders.map((of) => (
            <tr key={of.index}>
              <td>
                {of.index === 0 ? 'First' : `${of.index}`}{' '}
                <span className="faint">
                  {of.index === 0 ? '' : `−${formatDecimal(of.deviation_percent, 2)} %`}
                </span>
              </td>
              <td className="right">{price(of.price)}</td>
              <td className="right">{formatDecimal(of.amount)}</td>
              <td className="right wide-only soft">{price(of.average_price)}</td>
              <td className="right">{price(of.take_profit_price)}</td>
            </tr>
          ))}
        </tbody>
      </TallTable>
    </>
  );
}

// Plan of a bot: what it needs and what there is, and each order of it.

import type { DealPreview, GridPreview, Market } from '@tidemill/client';
import { DataTable } from '../../parts/data-table.tsx';
import { formatDecimal, formatFixed } from '../../parts/format.ts';
import { Empty } from '../../parts/states.tsx';
import { Figure } from '../../parts/widgets.tsx';
import type { Preview } from './plan-lines.ts';
import { STRATEGIES } from '../../words/strategies.ts';

type Props = { readonly preview: Preview; readonly market: Market };

export function PlanView({ preview, market }: Props) {
  if ('levels' in preview) return <GridPlan preview={preview} market={market} />;
  if ('orders' in preview) return <DealPlan preview={preview} market={market} />;
  return <Empty title={STRATEGIES.itWaitsForSignals}>{STRATEGIES.itHasNoOrder}</Empty>;
}

function GridPlan({ preview, market }: { readonly preview: GridPreview; readonly market: Market }) {
  const { currency, required_total_in_quote: needed, amount_per_grid: amount } = preview;
  const { profit_per_grid_min_percent: least, profit_per_grid_max_percent: most } = preview;
  const { liquidation_price_up: up, liquidation_price_down: down } = preview;
  const price = (value: string): string => formatFixed(value, market.price_decimals);
  return (
    <dl className="figures figures-flat figures-three">
      <Figure label={STRATEGIES.neededAtTheStart}>
        {needed === null ? '–' : formatDecimal(needed, 2)} <span className="unit">{currency}</span>
      </Figure>
      <Figure label={STRATEGIES.freeOnTheAccount}>
        {formatDecimal(preview.available.quote, 2)} <span className="unit">{currency}</span>
      </Figure>
      <Figure label={STRATEGIES.profitOfAGrid}>
        {least === null || most === null
          ? '–'
          : STRATEGIES.to(formatDecimal(least, 2), formatDecimal(most, 2))}{' '}
        <span className="unit">%</span>
      </Figure>
      <Figure label={STRATEGIES.amountOfAGrid}>
        {amount === null ? '–' : formatDecimal(amount)} <span className="unit">{market.base}</span>
      </Figure>
      <Figure label={STRATEGIES.ordersAtTheStart}>{preview.orders_count ?? '–'}</Figure>
      {preview.initial_order === null ? null : (
        <Figure
          label={
            preview.initial_order.side === 'buy' ? STRATEGIES.boughtAtOnce : STRATEGIES.soldAtOnce
          }
        >
          {formatDecimal(preview.initial_order.amount)} <span className="unit">{market.base}</span>
        </Figure>
      )}
      {down === null ? null : <Figure label={STRATEGIES.liquidationOfALong}>{price(down)}</Figure>}
      {up === null ? null : <Figure label={STRATEGIES.liquidationOfAShort}>{price(up)}</Figure>}
    </dl>
  );
}

function DealPlan({ preview, market }: { readonly preview: DealPreview; readonly market: Market }) {
  const { currency, required, required_currency: requiredIn } = preview;
  const price = (value: string): string => formatFixed(value, market.price_decimals);
  return (
    <>
      <dl className="figures figures-flat figures-three">
        <Figure label={STRATEGIES.neededAtTheStart}>
          {formatDecimal(required, 2)} <span className="unit">{requiredIn}</span>
        </Figure>
        <Figure label={STRATEGIES.allOrdersOfA}>
          {formatDecimal(preview.max_funds, 2)} <span className="unit">{currency}</span>
        </Figure>
        <Figure label={STRATEGIES.freeOnTheAccount}>
          {formatDecimal(preview.available.quote, 2)} <span className="unit">{currency}</span>
        </Figure>
      </dl>
      <DataTable
        label={STRATEGIES.ordersOfADeal}
        isTall
        rows={preview.orders}
        keyOf={(of) => of.index}
      >
        {(column) => [
          column(STRATEGIES.order, '', (of) => (
            <>
              {of.index === 0 ? STRATEGIES.first : `${of.index}`}{' '}
              <span className="faint">
                {of.index === 0 ? '' : `−${formatDecimal(of.deviation_percent, 2)} %`}
              </span>
            </>
          )),
          column(STRATEGIES.price, 'right', (of) => price(of.price)),
          column(STRATEGIES.amount, 'right', (of) => formatDecimal(of.amount)),
          column(STRATEGIES.averageAfter, 'right wide-only soft', (of) => price(of.average_price)),
          column(STRATEGIES.takeProfitAt, 'right', (of) => price(of.take_profit_price)),
        ]}
      </DataTable>
    </>
  );
}

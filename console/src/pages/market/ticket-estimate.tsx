// Estimate of the order in the ticket.

import type { Market, OrderEstimate } from '@tidemill/client';
import { formatDecimal, formatFixed } from '../../parts/format.ts';
import { explain } from '../../parts/states.tsx';

type Props = {
  readonly market: Market;
  readonly estimate: OrderEstimate | undefined;
  readonly error: unknown;
};

export function TicketEstimate({ market, estimate: of, error }: Props) {
  if (of === undefined)
    return error === null || error === undefined ? (
      <p className="hint ticket-estimate">Type an amount to see what it would cost.</p>
    ) : (
      <p className="wrong ticket-estimate">{explain(error)}</p>
    );
  const money = (text: string): string => `${formatDecimal(text)} ${of.currency}`;
  return (
    <dl className="ticket-estimate">
      <Line name="Fills at about">{formatFixed(of.price, market.price_decimals)}</Line>
      <Line name="Value">{money(of.value)}</Line>
      <Line name={`Fee, ${formatDecimal(of.fee_percent)} % ${of.is_taker ? 'taker' : 'maker'}`}>
        {money(of.fee)}
      </Line>
      <Line name="Needs">
        {of.required === null
          ? 'by the leverage of the account'
          : `${formatDecimal(of.required)} ${of.required_currency}`}
      </Line>
      <Line name="Available">
        {formatDecimal(of.available)} {of.required_currency}
      </Line>
    </dl>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number">{children}</dd>
    </div>
  );
}

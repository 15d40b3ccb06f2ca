// Estimate of the order in the ticket.

import type { Market, OrderEstimate } from '@tidemill/client';
import { formatDecimal, formatFixed } from '../../parts/format.ts';
import { explain } from '../../parts/states.tsx';
import { TICKET } from '../../words/ticket.ts';

type Props = {
  readonly market: Market;
  readonly estimate: OrderEstimate | undefined;
  readonly error: unknown;
};

export function TicketEstimate({ market, estimate: of, error }: Props) {
  if (of === undefined)
    return error === null || error === undefined ? (
      <p className="hint ticket-estimate">{TICKET.typeAnAmountTo}</p>
    ) : (
      <p className="wrong ticket-estimate">{explain(error)}</p>
    );
  const money = (text: string): string => `${formatDecimal(text)} ${of.currency}`;
  return (
    <dl className="ticket-estimate">
      <Line name="Fills at about">{formatFixed(of.price, market.price_decimals)}</Line>
      <Line name="Value">{money(of.value)}</Line>
      <Line
        name={TICKET.fee(formatDecimal(of.fee_percent), of.is_taker ? TICKET.taker : TICKET.maker)}
      >
        {money(of.fee)}
      </Line>
      <Line name="Needs">
        {of.required === null
          ? TICKET.byTheLeverageOf
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

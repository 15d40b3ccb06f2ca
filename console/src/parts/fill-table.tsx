// Table of fills, newest first.

import type { PartnerFill } from '@tidemill/client';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { Button } from './button.tsx';
import { DataTable } from './data-table.tsx';
import { formatDecimal } from './format.ts';
import type { PriceFormat } from './market-name.ts';
import { Time } from './widgets.tsx';
import { ACCOUNTS } from '../words/accounts.ts';
import { CONTROLS } from '../words/controls.ts';

const SHOWN_AT_ONCE = 100;

type Props<Fill extends PartnerFill> = {
  readonly fills: readonly Fill[];
  readonly priceOf: PriceFormat;
  /** Left out where all are of one market. */
  readonly renderMarket?: (marketTag: string) => ReactNode;
  /** Left out where all are of one account. */
  readonly accountOf?: (fill: Fill) => string;
};

export function FillTable<Fill extends PartnerFill>(props: Props<Fill>) {
  const { fills, priceOf, renderMarket, accountOf } = props;
  const [shownMax, setShownMax] = useState(SHOWN_AT_ONCE);
  const newest = useMemo(
    () => fills.toSorted((one, other) => Date.parse(other.filled_at) - Date.parse(one.filled_at)),
    [fills],
  );
  return (
    <>
      <DataTable
        label={ACCOUNTS.fills}
        isTall
        rows={newest.slice(0, shownMax)}
        keyOf={(of) => of.fill_id}
      >
        {(column) => [
          column(ACCOUNTS.fill, '', (of) => (
            <>
              <span className={of.side === 'buy' ? 'rise' : 'fall'}>
                {of.side === 'buy' ? ACCOUNTS.bought : ACCOUNTS.sold}
              </span>
              {renderMarket === undefined ? null : (
                <div className="faint">{renderMarket(of.market_tag)}</div>
              )}
              <div className="narrow-only faint">
                <Time at={of.filled_at} />
              </div>
              <div className="narrow-only faint">
                {ACCOUNTS.fee} {formatDecimal(of.fee)} {of.fee_currency}
              </div>
            </>
          )),
          column(ACCOUNTS.price, 'right', (of) => priceOf(of.market_tag, of.price)),
          column(ACCOUNTS.amount, 'right', (of) => formatDecimal(of.amount)),
          column(ACCOUNTS.fee, 'right wide-only soft', (of) => (
            <>
              {formatDecimal(of.fee)} {of.fee_currency}
            </>
          )),
          accountOf !== undefined && column(ACCOUNTS.account, 'wide-only soft', accountOf),
          column(ACCOUNTS.at, 'right wide-only soft', (of) => <Time at={of.filled_at} />),
        ]}
      </DataTable>
      {fills.length > shownMax ? (
        <div className="panel-foot">
          <Button isSmall onPress={() => setShownMax(shownMax + SHOWN_AT_ONCE)}>
            {CONTROLS.older}
          </Button>
        </div>
      ) : null}
    </>
  );
}

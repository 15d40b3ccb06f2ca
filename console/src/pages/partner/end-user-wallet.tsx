// One wallet of an end user: what it is worth over time, and what it holds.

import type { MarketType } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endUserBalanceQuery, endUserEquityQuery } from '../../api/partner-queries.ts';
import { BalanceTable } from '../accounts/balances.tsx';
import { WorthOverTime } from '../accounts/worth-over-time.tsx';
import type { SpanName } from '../home/worth-span.ts';

type Props = { readonly userId: string; readonly type: MarketType };

export function EndUserWallet({ userId, type }: Props) {
  const wallet = { user_id: userId, market_type: type };
  const [span, setSpan] = useState<SpanName>('1W');
  return (
    <div className="grid-main">
      <WorthOverTime
        query={useQuery(endUserEquityQuery(wallet, span))}
        span={span}
        onSpan={setSpan}
      />
      <BalanceTable query={useQuery(endUserBalanceQuery(wallet))} />
    </div>
  );
}

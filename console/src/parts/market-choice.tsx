// A market that an account can trade.

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { marketsQuery } from '../api/queries.ts';
import type { Account } from '@tidemill/client';
import { Failed } from './states.tsx';
import { Choice } from './widgets.tsx';
import { MARKETS } from '../words/markets.ts';

type Props = {
  readonly account: Pick<Account, 'exchange' | 'market_type'> | undefined;
  /** Tags of those that may be chosen; left out: all that the exchange has. */
  readonly offered?: ReadonlySet<string> | undefined;
  readonly value: string;
  readonly onChange: (marketTag: string) => void;
};

/** Takes the market of BTC at first, which is known best. */
export function MarketChoice({ account, offered, value, onChange }: Props) {
  const exchange = account?.exchange ?? '';
  const found = useQuery({ ...marketsQuery(exchange), enabled: exchange !== '' });
  const markets = (found.data ?? []).filter(
    (of) =>
      of.market_type === account?.market_type &&
      of.is_open &&
      (offered?.has(of.market_tag) ?? true),
  );
  const known = markets.some((of) => of.market_tag === value);
  const first = markets.find(({ base, quote }) => base === 'BTC' && quote === 'USDT') ?? markets[0];
  useEffect(() => {
    if (!known && first !== undefined) onChange(first.market_tag);
  }, [known, first, onChange]);
  if (found.isError && found.data === undefined)
    return <Failed error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <Choice
      label={MARKETS.market}
      value={value}
      choices={markets.map((of) => [of.market_tag, `${of.base}/${of.quote}`])}
      onChange={onChange}
    />
  );
}

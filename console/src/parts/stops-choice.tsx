// Choice of who holds the stops of a bot, where its exchange can, and why it cannot elsewhere.

import type { Account } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { exchangeQuery } from '../api/queries.ts';
import { Choice } from './widgets.tsx';
import { CONTROLS } from '../words/controls.ts';

export type StopHolder = 'exchange' | 'service';

type Props = {
  readonly account: Account | undefined;
  readonly value: StopHolder;
  readonly onChange: (value: StopHolder) => void;
};

/** Nothing of an exchange that gives no reason. */
export function StopsChoice({ account, value, onChange }: Props) {
  const code = account?.exchange ?? '';
  const exchange = useQuery({ ...exchangeQuery(code), enabled: code !== '' });
  if (account === undefined || exchange.data === undefined) return null;
  const held = exchange.data.order_support.stop_types[account.market_type];
  const row = exchange.data.capabilities.find((each) => each.market_type === account.market_type);
  const reason = row?.stops_left_out ?? null;
  if (held.length === 0)
    return reason === null ? null : (
      <p className="hint">{CONTROLS.stopsAreHeldBy(HELD_HERE, exchange.data.name, reason)}</p>
    );
  return (
    <>
      <Choice
        label={CONTROLS.stopsAreHeldByTitle}
        value={value}
        choices={[
          ['service', 'Tidemill'],
          ['exchange', CONTROLS.theExchange],
        ]}
        onChange={(holder) => onChange(holder === 'exchange' ? 'exchange' : 'service')}
      />
      <p className="hint">{value === 'exchange' ? HELD_THERE : HELD_HERE}</p>
    </>
  );
}

const HELD_HERE = CONTROLS.nobodyWatchesForTheir;
const HELD_THERE = CONTROLS.theyAreSentTo;

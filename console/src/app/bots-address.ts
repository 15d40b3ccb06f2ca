// Address of the list of bots.

import type { BotStateFilter, Column } from '../pages/bots/chosen-bots.ts';
import { COLUMNS, STATES } from '../pages/bots/chosen-bots.ts';

export type BotsAddress = {
  readonly new?: true;
  /** Of which script the new one is made. */
  readonly script?: string;
  /** Backtest whose account, market and inputs the new one has. */
  readonly backtest?: string;
  /** Bot whose script, account, market and inputs the new one has. */
  readonly like?: string;
  readonly state?: BotStateFilter;
  readonly search?: string;
  readonly account?: string;
  readonly sort?: Column;
  /** Whether it is sorted from above. */
  readonly down?: true;
};

/** Address of the list from its parameters; those that are unknown or usual are left out. */
export function readBotsAddress(found: Record<string, unknown>): BotsAddress {
  const state = STATES.find(([name]) => name === found['state'])?.[0];
  const sort = COLUMNS.find((name) => name === found['sort']);
  const { search, account, script, backtest, like } = found;
  return {
    ...(found['new'] === true ? { new: true } : {}),
    ...(typeof script === 'string' ? { script } : {}),
    ...(typeof backtest === 'string' ? { backtest } : {}),
    ...(typeof like === 'string' ? { like } : {}),
    ...(state === undefined || state === 'all' ? {} : { state }),
    ...(typeof search === 'string' && search !== '' ? { search } : {}),
    ...(typeof account === 'string' ? { account } : {}),
    ...(sort === undefined || sort === 'name' ? {} : { sort }),
    ...(found['down'] === true ? { down: true } : {}),
  };
}

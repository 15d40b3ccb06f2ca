// Values of the backtest beside the editor, shared by all that shows them: sentences and the graph.
// The bar at the pointer is a store of its own, so that only values at it are drawn anew.

import { createContext, useContext, useSyncExternalStore } from 'react';
import type { PortValues, PortView } from './port-values.ts';
import { portKey, valueAt } from './port-values.ts';

/** The bar that values are of: at the pointer, else where the chosen trade began, else the last. */
export type ShownBar = { readonly bar: number | null; readonly at: 'pointer' | 'trade' | 'end' };

export type PointedBar = {
  readonly current: () => ShownBar;
  /** Index of a candle of the chart; null: the pointer is elsewhere. */
  readonly point: (bar: number | null) => void;
  /** Null: no trade is chosen. */
  readonly pin: (bar: number | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

const AT_END: ShownBar = { bar: null, at: 'end' };

/**
 * Place of the pointer, none at first: the bar at the pointer, else the pinned one, else the last.
 */
export function pointedBar(): PointedBar {
  const listeners = new Set<() => void>();
  let pointer: number | null = null;
  let pinned: number | null = null;
  let current = AT_END;
  const refresh = (): void => {
    const bar = pointer ?? pinned;
    const at = pointer !== null ? 'pointer' : pinned !== null ? 'trade' : 'end';
    if (bar === current.bar && at === current.at) return;
    current = { bar, at };
    for (const listener of listeners) listener();
  };
  return {
    current: () => current,
    point(bar) {
      pointer = bar;
      refresh();
    },
    pin(bar) {
      pinned = bar;
      refresh();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What a block led to of the trade that was chosen. */
export type LedTo = 'entry' | 'exit' | 'both';

export type Watching = {
  /** Null: there is no run whose values were recorded. */
  readonly portValues: PortValues | null;
  /** Whether the script was changed since the run. */
  readonly isStale: boolean;
  /** Of the run's window. */
  readonly days: number;
  readonly pointed: PointedBar;
  /** Of the trade that was chosen, by block; empty: none. */
  readonly path: ReadonlyMap<string, LedTo>;
  /** When each candle of the chart begins; live: when the update was. */
  readonly times: readonly string[];
  /** Values are those of a running bot's newest update, whatever counts are of. */
  readonly isLive: boolean;
};

export const NOTHING_WATCHED: Watching = {
  portValues: null,
  isStale: false,
  days: 0,
  pointed: pointedBar(),
  path: new Map(),
  times: [],
  isLive: false,
};

export const WatchingContext = createContext<Watching>(NOTHING_WATCHED);

export const useWatching = (): Watching => useContext(WatchingContext);

/** Values of a port; null when none are recorded. */
export function usePort(block: string, port: string): PortView | null {
  return useWatching().portValues?.get(portKey(block, port)) ?? null;
}

/** Bar whose values are shown, and by what it was chosen. */
export function useShownBar(): ShownBar {
  const { pointed } = useWatching();
  return useSyncExternalStore(pointed.subscribe, pointed.current);
}

/** At the bar that is shown; undefined: nothing is known of the port. */
export function useShownValue(block: string, port: string): string | null | undefined {
  const { pointed } = useWatching();
  const view = usePort(block, port);
  return useSyncExternalStore(pointed.subscribe, () => {
    if (view === null || view.ends.length === 0) return undefined;
    return valueAt(view, pointed.current().bar ?? (view.ends.at(-1) ?? 1) - 1);
  });
}

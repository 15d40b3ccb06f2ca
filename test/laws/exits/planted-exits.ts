// Violations of the law of exits, planted by changing what a run can do or what it shows.

import { lowestAmount } from '#venue-port/order/order-check.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { OrderRequest } from '#engine/run-api/order-api.ts';
import type { PlantedViolation, TriedCell } from '../law.ts';
import { judgeExit } from './judge-exit.ts';
import type { Leaving, Outcome } from './leaving-run.ts';
import { leaveByScript, leaveByStrategy, MARKETS } from './leaving-run.ts';

const EXIT = "DoExitPosition('out')";
const LINEAR: Leaving = { kind: 'linear', size: 'just below', rules: 'realistic', move: 'down' };
const SPOT: Leaving = { ...LINEAR, kind: 'spot' };

function found(leaving: Leaving, outcome: Outcome): TriedCell | null {
  const verdict = judgeExit(leaving, outcome);
  const cell = `${leaving.kind}, ${leaving.size}, rules ${leaving.rules}`;
  return verdict.kind === 'broken' ? { participant: 'DoExitPosition', cell, verdict } : null;
}

/** The context with another way of placing orders. */
function placing(
  change: (place: (request: OrderRequest) => string, context: CommandContext) => typeof place,
) {
  return (context: CommandContext): CommandContext => {
    const place = change((request) => context.orders.place(request), context);
    return { ...context, orders: { ...context.orders, place } };
  };
}

const isExit = ({ action }: OrderRequest): boolean =>
  action.startsWith('exit') || action === 'sell';

/** Exits worth less than an entry may be are not sent, and nothing is said. */
const heldToMinimum = placing((place, { series }) => (request) => {
  const price = decimal(String(series.lastPrice(null)));
  const least = Number(formatDecimal(lowestAmount(MARKETS.linear, price)));
  return isExit(request) && request.amount < least ? '' : place(request);
});

/** A limit made for entries is full, and stands before exits as well. */
const fullForExits = placing((place, { log, positions }) => (request) => {
  if (!isExit(request) || (positions.held(null)?.amount ?? 0) > 0.0025) return place(request);
  log.write('error', '200 orders are open, which is the most');
  return '';
});

export const PLANTED: readonly PlantedViolation[] = [
  {
    name: 'exits that are held to the minimum value',
    find: async () => found(LINEAR, leaveByScript(LINEAR, EXIT, '', heldToMinimum)),
  },
  {
    name: 'a remainder below the minimum that counts as closed',
    find: async () => {
      const outcome = leaveByScript(LINEAR, EXIT, '', heldToMinimum);
      return found(LINEAR, { ...outcome, shown: [] });
    },
  },
  {
    name: 'a limit of entries that is applied to exits',
    find: async () => found(LINEAR, leaveByScript(LINEAR, EXIT, '', fullForExits)),
  },
  {
    name: 'a remainder on spot that is hidden',
    find: async () => found(SPOT, { ...leaveByScript(SPOT, EXIT), shown: [] }),
  },
  {
    name: 'a remainder on spot without its reason',
    find: async () => {
      const outcome = leaveByScript(SPOT, EXIT);
      const shown = outcome.shown.map(({ lots }) => ({ lots, leftReason: undefined }));
      return found(SPOT, { ...outcome, shown });
    },
  },
  {
    name: 'a refused exit on spot that is not counted',
    find: async () => found(SPOT, { ...leaveByScript(SPOT, EXIT), rejectedOrders: 0 }),
  },
  {
    name: 'a stop loss of a strategy that never fires',
    find: async () => {
      const config = { signal_token: 'abc', order_size: '190', stop_loss_percent: 10 };
      return found(LINEAR, leaveByStrategy(LINEAR, 'webhook', { config }, heldToMinimum));
    },
  },
];

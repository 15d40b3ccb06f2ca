// The wire shapes of the risk switch.

import Type from 'typebox';
import type { Static } from 'typebox';
import type { StopEverythingReport } from '#services/risk/stop-everything.ts';
import { flag, identifier, int32, nullable, shape } from '#api/schemas/wire-values.ts';

const CHOICES = {
  cancel_orders: Type.Optional(
    flag('Whether every working order is cancelled, those placed by hand too; default false.'),
  ),
  close_positions: Type.Optional(
    flag(
      'Whether what is held is closed with market orders; cancels the working orders first. ' +
        'Default false. On spot it is what bots bought and hold.',
      false,
    ),
  ),
};

export const StopEverythingSchema = shape('StopEverything', 'What is to be stopped.', CHOICES);

export const StopEndUsersSchema = shape(
  'StopEverythingOfEndUsers',
  'What is to be stopped, and of whom.',
  {
    user_id: Type.Optional(
      nullable(
        identifier('The only end user that is meant; all when left out (or null).', 'usr_01jd3f8k'),
      ),
    ),
    ...CHOICES,
  },
);

export type StopChoicesWire = Static<typeof StopEverythingSchema>;

export const EverythingStoppedSchema = shape('EverythingStopped', 'What the risk switch did.', {
  bots_stopped: int32('Bots that ran and were stopped.', 3),
  orders_cancelled: int32('Orders that were cancelled.', 12),
  orders_working: int32(
    'Orders that still work on the accounts that were reached; repeat the request for them.',
    0,
  ),
  closing_orders: int32('Market orders that were accepted to close what was held.', 1),
  accounts_left: int32(
    'Accounts that were not done in time, or whose exchange did not answer; repeat the request ' +
      'for them.',
    0,
  ),
});
export type EverythingStoppedWire = Static<typeof EverythingStoppedSchema>;

export function everythingStoppedToWire(report: StopEverythingReport): EverythingStoppedWire {
  return {
    bots_stopped: report.botIds.length,
    orders_cancelled: report.cancelledCount,
    orders_working: report.workingCount,
    closing_orders: report.closingCount,
    accounts_left: report.failedAccountIds.length,
  };
}

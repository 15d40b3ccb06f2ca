// The wire shapes of the risk switch.

import Type from 'typebox';
import type { Static } from 'typebox';
import type { StopEverythingReport } from '#services/risk/stop-everything.ts';
import { field, shapeOf } from '#api/schemas/field-codec.ts';
import { ADDITION, flag, identifier, int32, nullable, shape } from '#api/schemas/wire-values.ts';

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

const STOPPED = shapeOf<StopEverythingReport>()('EverythingStopped', 'What the risk switch did.', {
  bots_stopped: field(int32('Bots that ran and were stopped.', 3), (of) => of.botIds.length),
  brackets_halted: field(
    int32('Brackets that enter nothing more, and retain their stops and targets.', 1, ADDITION),
    (of) => of.bracketsHaltedCount,
  ),
  orders_cancelled: field(int32('Orders that were cancelled.', 12), (of) => of.cancelledCount),
  orders_working: field(
    int32(
      'Orders that still work on the accounts that were reached; repeat the request for them.',
      0,
    ),
    (of) => of.workingCount,
  ),
  closing_orders: field(
    int32('Market orders that were accepted to close what was held.', 1),
    (of) => of.closingCount,
  ),
  positions_left: field(
    int32(
      'Positions that were to be closed and stay: refused by their exchange, or too little for ' +
        'their market, which the log of their bot says.',
      0,
      ADDITION,
    ),
    (of) => of.positionsLeftCount,
  ),
  accounts_left: field(
    int32(
      'Accounts that were not done in time, or whose exchange did not respond; repeat the ' +
        'request for them.',
      0,
    ),
    (of) => of.failedAccountIds.length,
  ),
  is_complete: field(
    flag(
      'Whether nothing of what was requested is left but positions too little for their ' +
        'markets. While it is false, repeat the request, also with the same Idempotency-Key: it ' +
        'does the rest. Then `accounts_left` may be too low, where the accounts were not found ' +
        'in time.',
      true,
    ),
    (of) => of.isComplete,
  ),
});
export const EverythingStoppedSchema = STOPPED.schema;
export type EverythingStoppedWire = Static<typeof EverythingStoppedSchema>;
export const everythingStoppedToWire = STOPPED.toWire;

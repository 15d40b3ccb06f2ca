// Violations of the law of exits in the service, planted by another way out or by what is shown.

import { sampleCaller } from '#ports/stores/store.fixture.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import type { PlantedViolation, TriedCell } from '../law.ts';
import type { ServiceOutcome } from './judge-service-exit.ts';
import { judgeServiceExit } from './judge-service-exit.ts';
import type { Holding, ServiceCase } from './service-exits.ts';
import { leaveByService } from './service-exits.ts';

const LINEAR: ServiceCase = { kind: 'linear', left: 'just below', barrier: 'none' };
const SPOT: ServiceCase = { ...LINEAR, kind: 'spot' };

const leavesNothing = async (): Promise<null> => null;

/** As an entry: it is held to the minimum value, and to the limits of its account. */
async function leaveAsEntry({ harness, account, market, amount }: Holding): Promise<string | null> {
  const placed = await placeOrder(harness.deps, {
    caller: sampleCaller(account.userId),
    accountId: account.accountId,
    marketTag: market.marketTag,
    side: 'sell',
    type: 'market',
    price: null,
    amount,
    derivationId: 'planted',
    isTakeover: false,
    completion: null,
  });
  return placed.ok ? null : placed.rejection.detail;
}

function planted(
  name: string,
  of: ServiceCase,
  leave: (holding: Holding) => Promise<string | null>,
  spoil: (outcome: ServiceOutcome) => ServiceOutcome = (outcome) => outcome,
): PlantedViolation {
  return {
    name,
    async find(): Promise<TriedCell | null> {
      const verdict = judgeServiceExit(spoil(await leaveByService(of, leave)));
      const cell = `${of.kind}, ${of.left}`;
      return verdict.kind === 'broken' ? { participant: 'stopBot', cell, verdict } : null;
    },
  };
}

export const PLANTED_IN_SERVICE: readonly PlantedViolation[] = [
  planted('a stop that closes nothing', LINEAR, leavesNothing),
  planted('a closing order that is held to the minimum value', LINEAR, leaveAsEntry),
  planted('a closed position that the bot still shows', LINEAR, leavesNothing, (outcome) => ({
    ...outcome,
    held: 0n as ServiceOutcome['held'],
  })),
  planted('a remainder on spot that its bot does not show', SPOT, leavesNothing, (outcome) => ({
    ...outcome,
    shown: [],
  })),
  planted('a remainder on spot that nobody explains', SPOT, leavesNothing, (outcome) => ({
    ...outcome,
    shown: outcome.shown?.map(({ amount }) => ({ amount, leftReason: null })) ?? null,
    lines: [],
  })),
  planted(
    'an amount that can be sold and stays',
    { ...SPOT, left: 'one step above' },
    leavesNothing,
  ),
];

// Invariants of accounting, over anything placed, filled, cancelled, funded and liquidated on spot
// and on all three kinds of contract: no unit appears, none is lost, and nobody spends what is not
// there.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import type { Ledger } from '#domain/ledger/ledger.ts';
import {
  applyTransfers,
  balancesIn,
  depositTransfers,
  emptyLedger,
  walletUnits,
} from '#domain/ledger/ledger.ts';
import type { LedgerAccount } from '#domain/ledger/transfer.ts';
import { COUNTERPARTIES, OWN_ACCOUNTS } from '#domain/ledger/transfer.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { Action, AccountRun } from '#domain/position/accounting-run.fixture.ts';
import { flatten, newRun, step } from '#domain/position/accounting-run.fixture.ts';
import {
  applied,
  fundedLedger,
  INVERSE_TERMS,
  QUANTO_TERMS,
  ROUGH_SPOT_TERMS,
  ROUGH_VANILLA_TERMS,
  SPOT_TERMS,
  VANILLA_TERMS,
} from '#domain/position/accounting.fixture.ts';
import { fillContract } from '#domain/position/fill-contract.ts';
import { fillSpot } from '#domain/position/fill-spot.ts';
import type { OrderHold } from '#domain/position/order-hold.ts';
import { holdContract, holdSpot } from '#domain/position/order-hold.ts';
import type { Position } from '#domain/position/position.ts';
import { realizedUnits } from '#domain/position/position-figures.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';
import { baseUnitsOf, orderCharges } from '#domain/position/trading-terms.ts';

function charged(terms: TradingTerms, perOrder: string, perContract: string): TradingTerms {
  const charges = orderCharges(terms.grid, decimal(perOrder), decimal(perContract));
  return { ...terms, charges };
}

const MARKETS = [
  ['spot', SPOT_TERMS, '0.1'],
  ['rough spot', ROUGH_SPOT_TERMS, '0.000002'],
  ['vanilla', VANILLA_TERMS, '0.03'],
  ['rough vanilla', ROUGH_VANILLA_TERMS, '0.000001'],
  ['inverse', INVERSE_TERMS, '20'],
  ['quanto', QUANTO_TERMS, '0.0002'],
  ['charged spot', charged(SPOT_TERMS, '0.000013', '0.0007'), '0.1'],
  ['charged vanilla', charged(VANILLA_TERMS, '0.000001', '0.000000000007'), '0.03'],
  ['charged inverse', charged(INVERSE_TERMS, '0.003', '0.00001'), '20'],
] as const;

const SEQUENCE_RUNS = { numRuns: propertyRuns(250) };

const priceTicks = fc.bigInt(60n, 160n).map((value) => value as Ticks);
const lots = fc.bigInt(1n, 40n).map((value) => value as Lots);
const side = fc.constantFrom('buy' as const, 'sell' as const);
const leverage = fc.constantFrom(...['1', '3', '7.5', '20', '100'].map(decimal));
const order = fc.nat(7);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      side,
      priceTicks,
      lots,
      leverage,
      marginMode: fc.constantFrom('isolated' as const, 'cross' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('fill' as const),
      order,
      priceTicks,
      lots,
      isMaker: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), order }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fund' as const),
      rate: fc.bigInt(-(10n ** 17n), 10n ** 17n).map((value) => value as Decimal),
      priceTicks,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('liquidate' as const), priceTicks }) },
);
const actions = fc.array(action, { minLength: 15, maxLength: 60, size: 'max' });

for (const [name, terms, deposit] of MARKETS) {
  describe(`any sequence of actions on ${name}`, () => {
    it('keeps every book at zero, nothing below zero, and every unit accounted for', () => {
      fc.assert(
        fc.property(actions, (sequence) => {
          let run = funded(terms, deposit);
          for (const one of sequence) {
            run = step(run, one);
            checkBooks(run.ledger);
            checkLocked(run);
            checkWallet(run, deposit);
          }
        }),
        SEQUENCE_RUNS,
      );
    });

    it('leaves nothing reserved and no margin once all is cancelled and closed', () => {
      fc.assert(
        fc.property(actions, priceTicks, (sequence, closeTicks) => {
          const end = flatten(sequence.reduce(step, funded(terms, deposit)), closeTicks);
          assert.equal(end.position, null);
          for (const { balances } of end.ledger.books) {
            assert.equal(balances.reserved, 0n);
            assert.equal(balances.margin, 0n);
          }
          checkWallet(end, deposit);
        }),
        SEQUENCE_RUNS,
      );
    });
  });
}

describe('an order', () => {
  const parts = fc.array(fc.tuple(lots, fc.bigInt(0n, 40n), fc.boolean()), {
    minLength: 1,
    maxLength: 9,
  });

  for (const [name, terms] of MARKETS) {
    it(`on ${name} needs no more than its hold, in any parts and at any better prices`, () => {
      fc.assert(
        fc.property(parts, side, leverage, (shares, orderSide, gear) => {
          const heldTicks = 100n as Ticks;
          const size = total(shares.map(([share]) => share));
          const { hold, transfers } = held(terms, orderSide, heldTicks, size, gear);
          const { currency, heldUnits } = hold;
          const start = applyTransfers(emptyLedger('account'), [
            ...depositTransfers(currency, heldUnits, 'deposit'),
            ...transfers,
          ]);
          assert.ok(start.ok);
          let state: AccountState = { ledger: start.value, hold, position: null };
          for (const [share, better, isMaker] of shares) {
            const moved = terms.grid.shape === 'linear' ? heldTicks - better : heldTicks + better;
            state = filled(terms, state, share, moved as Ticks, isMaker);
          }
          assert.equal(state.hold.heldUnits, 0n);
          assert.equal(balancesIn(state.ledger, currency).reserved, 0n);
        }),
        SEQUENCE_RUNS,
      );
    });

    it(`on ${name} costs in parts exactly what it costs in one piece`, () => {
      fc.assert(
        fc.property(
          fc.array(lots, { minLength: 1, maxLength: 9 }),
          side,
          priceTicks,
          (shares, orderSide, at) => {
            const size = total(shares);
            const { hold, transfers } = held(terms, orderSide, at, size, decimal('7'));
            const start = { ledger: applied(rich(terms), transfers), hold, position: null };
            const whole = filled(terms, start, size, at, false);
            const inParts = shares.reduce<AccountState>(
              (state, share) => filled(terms, state, share, at, false),
              start,
            );
            assert.deepEqual(inParts.ledger, whole.ledger);
            assert.equal(inParts.position?.costUnits, whole.position?.costUnits);
            assert.equal(inParts.position?.marginUnits, whole.position?.marginUnits);
          },
        ),
      );
    });
  }
});

describe('accounts that have nothing to do with one another', () => {
  it('end the same in whatever order they act', () => {
    fc.assert(
      fc.property(actions, actions, (first, second) => {
        const ledger = fundedLedger(['USDT', '0.05'], ['BTC', '20']);
        const one = (from: Ledger) => first.reduce(step, newRun(VANILLA_TERMS, from));
        const other = (from: Ledger) => second.reduce(step, newRun(INVERSE_TERMS, from));
        assert.deepEqual(other(one(ledger).ledger).ledger, one(other(ledger).ledger).ledger);
      }),
    );
  });
});

function isSpot({ marketTag }: TradingTerms): boolean {
  return marketTag.endsWith(':spot');
}

function funded(terms: TradingTerms, deposit: string): AccountRun {
  return newRun(terms, fundedLedger([terms.grid.settlementCurrency, deposit]));
}

function rich({ grid, base }: TradingTerms): Ledger {
  return fundedLedger([grid.settlementCurrency, '100000'], [base, '100000']);
}

function checkBooks(ledger: Ledger): void {
  for (const { balances } of ledger.books) {
    const accounts: readonly LedgerAccount[] = [...OWN_ACCOUNTS, ...COUNTERPARTIES];
    assert.equal(total(accounts.map((account) => balances[account])), 0n);
    for (const account of OWN_ACCOUNTS) assert.ok(balances[account] >= 0n, account);
  }
}

/** What the ledger has locked is what orders and positions say that they hold. */
function checkLocked({ ledger, holds, position, terms }: AccountRun): void {
  for (const { currency, balances } of ledger.books) {
    const own = holds.filter((hold) => hold.currency === currency);
    assert.equal(balances.reserved, total(own.map(({ heldUnits }) => heldUnits)));
    const isSettlement = currency === terms.grid.settlementCurrency;
    assert.equal(balances.margin, isSettlement ? (position?.marginUnits ?? 0n) : 0n);
  }
}

/** The wallet changed by the net profit realised, and on spot by the cost of what is held. */
function checkWallet({ ledger, position, closed, terms }: AccountRun, deposit: string): void {
  const { settlementCurrency } = terms.grid;
  const start = walletUnits(fundedLedger([settlementCurrency, deposit]), settlementCurrency);
  const onSpot = isSpot(terms);
  const positions: readonly Position[] = position === null ? closed : [...closed, position];
  const spent = onSpot ? (position?.costUnits ?? 0n) : 0n;
  const change = walletUnits(ledger, settlementCurrency) - start;
  assert.equal(change, total(positions.map(realizedUnits)) - spent);
  if (onSpot) {
    const inventory = baseUnitsOf(terms, position?.lots ?? (0n as Lots), 'floor');
    assert.equal(walletUnits(ledger, terms.base), inventory);
  }
}

type AccountState = {
  readonly ledger: Ledger;
  readonly hold: OrderHold;
  readonly position: Position | null;
};

function held(
  terms: TradingTerms,
  orderSide: 'buy' | 'sell',
  at: Ticks,
  size: Lots,
  gear: Decimal,
) {
  const request = { reference: 'order', side: orderSide, heldTicks: at, lots: size };
  if (isSpot(terms)) return holdSpot(terms, request);
  return holdContract(terms, {
    ...request,
    openingLots: size,
    leverage: gear,
    marginMode: 'isolated',
  });
}

function filled(
  terms: TradingTerms,
  state: AccountState,
  size: Lots,
  at: Ticks,
  isMaker: boolean,
): AccountState {
  const fill = { priceTicks: at, lots: size, isMaker, atMs: 0 };
  if (isSpot(terms)) {
    const { hold, transfers } = fillSpot(terms, state.hold, fill);
    return { hold, ledger: applied(state.ledger, transfers), position: null };
  }
  const availableUnits = balancesIn(state.ledger, terms.grid.settlementCurrency).available;
  const context = { position: state.position, newPositionId: 'position', availableUnits };
  const { hold, transfers, position } = fillContract(terms, state.hold, fill, context);
  return { hold, ledger: applied(state.ledger, transfers), position };
}

function total<T extends bigint>(values: readonly T[]): T {
  return values.reduce<bigint>((sum, value) => sum + value, 0n) as T;
}

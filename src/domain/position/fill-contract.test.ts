// Fills on futures markets, with numbers that can be checked by hand.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { applyTransfers, balancesIn, walletUnits } from '#domain/ledger/ledger.ts';
import type { Ledger } from '#domain/ledger/ledger.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import {
  ALT_TERMS,
  applied,
  fundedLedger,
  INVERSE_TERMS,
  lots,
  QUANTO_TERMS,
  ROUGH_VANILLA_TERMS,
  TEN,
  ticks,
  units,
  VANILLA_TERMS,
} from '#domain/position/accounting.fixture.ts';
import type { ContractFillOutcome } from '#domain/position/fill-contract.ts';
import { fillContract } from '#domain/position/fill-contract.ts';
import { holdContract, openingLots } from '#domain/position/order-hold.ts';
import { averagePrice, realizedUnits, roiPercent } from '#domain/position/position-figures.ts';
import { unrealizedUnits } from '#domain/position/position-figures.ts';
import type { MarginMode, Position } from '#domain/position/position.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';

describe('a vanilla position', () => {
  it('repeats the figures of a real record: entry 9.853, 1887 coins, leverage 20', () => {
    const settings = { leverage: decimal('20') };
    const start = book(ALT_TERMS, fundedLedger(['USDT', '1000']));
    const open = trade(start, 'buy', '9.853', '1887', settings);
    assert.equal(balancesIn(open.ledger, 'USDT').margin, units('929.63055'));
    const end = trade(open, 'sell', '10.112', '1887', settings);
    const closed = end.closed;
    assert.ok(closed !== null);
    assert.equal(closed.grossUnits, units('488.733'));
    assert.equal(closed.feeUnits, units('18.8369775'));
    assert.equal(realizedUnits(closed), units('469.8960225'));
    assert.equal(formatDecimal(roiPercent(closed)).slice(0, 7), '50.5465');
    assert.equal(formatDecimal(averagePrice(ALT_TERMS.grid, closed)), '9.853');
    assert.equal(walletUnits(end.ledger, 'USDT'), units('1469.8960225'));
    assert.equal(balancesIn(end.ledger, 'USDT').margin, 0n);
  });

  it('averages its entries, and keeps the average when it is reduced', () => {
    const start = book(VANILLA_TERMS, fundedLedger(['USDT', '10000']));
    const two = trade(trade(start, 'buy', '60000', '0.1'), 'buy', '63000', '0.2');
    assert.equal(price(two), '62000');
    // 0.1 of 0.3 leaves: a third of the cost 18,600 and of the margin 1,860; profit (65,000 -
    // 62,000) * 0.1.
    const less = trade(two, 'sell', '65000', '0.1');
    assert.equal(price(less), '62000');
    assert.equal(less.position?.costUnits, units('12400'));
    assert.equal(less.position?.marginUnits, units('1240'));
    assert.equal(less.position?.grossUnits, units('300'));
  });

  it('flips by closing what is open and opening the rest the other way', () => {
    const start = book(VANILLA_TERMS, fundedLedger(['USDT', '10000']));
    const end = trade(trade(start, 'buy', '60000', '0.1'), 'sell', '61000', '0.3');
    assert.equal(end.closed?.grossUnits, units('100'));
    assert.deepEqual(end.fill, { valueUnits: units('18300'), feeUnits: units('9.15') });
    // 0.05 % of 6,000 and of 6,100; the short pays its own 0.05 % of 12,200.
    assert.equal(end.closed?.feeUnits, units('6.05'));
    assert.equal(end.position?.direction, 'short');
    assert.equal(end.position?.lots, lots(VANILLA_TERMS, '0.2'));
    assert.equal(end.position?.feeUnits, units('6.1'));
    assert.equal(end.position?.marginUnits, units('1220'));
    assert.equal(walletUnits(end.ledger, 'USDT'), units('10087.85'));
  });

  it('lets the insurance bear what an isolated position loses beyond its margin', () => {
    const start = book(VANILLA_TERMS, fundedLedger(['USDT', '1000']));
    const open = trade(start, 'buy', '60000', '0.1');
    assert.equal(balancesIn(open.ledger, 'USDT').available, units('397'));
    // Loss 1,000 against a margin of 600; the closing fee of 2.5 is paid from what is available.
    const end = trade(open, 'sell', '50000', '0.1');
    assert.equal(end.closed?.insuredUnits, units('400'));
    assert.equal(balancesIn(end.ledger, 'USDT').insurance, -units('400'));
    assert.equal(balancesIn(end.ledger, 'USDT').available, units('394.5'));
  });

  it('draws on everything available before the insurance when the margin is crossed', () => {
    const settings = { marginMode: 'cross' as const };
    const start = book(VANILLA_TERMS, fundedLedger(['USDT', '1000']));
    const end = trade(trade(start, 'buy', '60000', '0.1', settings), 'sell', '50000', '0.1');
    // 997 after the entry fee; the loss is 1,000, and of the closing fee of 2.5 nothing is left.
    assert.equal(end.closed?.insuredUnits, units('5.5'));
    assert.equal(walletUnits(end.ledger, 'USDT'), 0n);
  });

  it('on cross gives up the rest of its margin before the insurance pays for a part', () => {
    const settings = { marginMode: 'cross' as const };
    const start = book(VANILLA_TERMS, fundedLedger(['USDT', '603']));
    const open = trade(start, 'buy', '60000', '0.1', settings);
    assert.equal(balancesIn(open.ledger, 'USDT').available, 0n);
    // Half of it loses 500: 300 of its own margin, 200 of the other half; then 1.25 of fee.
    const half = trade(open, 'sell', '50000', '0.05', settings);
    assert.equal(half.position?.marginUnits, units('98.75'));
    assert.equal(half.position?.insuredUnits, 0n);
  });

  it('lets cost and margin leave rounded down, and the last lots take what is left', () => {
    // 3 lots at 1 tick are worth 0.09 units, so one unit; at leverage 1 the margin is one unit too.
    const start = book(ROUGH_VANILLA_TERMS, fundedLedger(['USDT', '1']));
    const settings = { leverage: decimal('1') };
    const open = trade(start, 'buy', '0.001', '3', settings);
    assert.deepEqual([open.position?.costUnits, open.position?.marginUnits], [1n, 1n]);
    const less = trade(open, 'sell', '0.001', '2', settings);
    assert.deepEqual([less.position?.costUnits, less.position?.marginUnits], [1n, 1n]);
    const end = trade(less, 'sell', '0.001', '1', settings);
    assert.deepEqual([end.closed?.costUnits, end.closed?.marginUnits], [0n, 0n]);
    assert.equal(end.closed?.grossUnits, -1n);
  });

  it('is refused when neither hold nor available has the margin', () => {
    const start = book(VANILLA_TERMS, fundedLedger(['USDT', '602.99999999']));
    const request = {
      reference: 'order',
      side: 'buy' as const,
      heldTicks: ticks(VANILLA_TERMS, '60000'),
      lots: lots(VANILLA_TERMS, '0.1'),
      openingLots: lots(VANILLA_TERMS, '0.1'),
      leverage: TEN,
      marginMode: 'isolated' as const,
    };
    const refused = applyTransfers(start.ledger, holdContract(VANILLA_TERMS, request).transfers);
    assert.deepEqual(refused, {
      ok: false,
      rejection: {
        code: 'insufficient_funds',
        currency: 'USDT',
        account: 'available',
        missingUnits: 1n,
      },
    });
  });
});

describe('an inverse position', () => {
  it('has the price of its only fill as its average, to the last digit', () => {
    const start = book(INVERSE_TERMS, fundedLedger(['BTC', '10']));
    for (const at of ['63248.5', '60000.5', '12345.5']) {
      assert.equal(price(trade(start, 'buy', at, '3')), at);
    }
  });

  it('gains coins when the price rises, and averages harmonically', () => {
    // 10 contracts at 50,000 are 0.02 BTC and 10 at 40,000 are 0.025: 2,000 USD for 0.045 BTC.
    const start = book(INVERSE_TERMS, fundedLedger(['BTC', '1']));
    const open = trade(trade(start, 'buy', '50000', '10'), 'buy', '40000', '10');
    assert.equal(open.position?.costUnits, units('0.045'));
    assert.equal(price(open), '44444.444444444');
    assert.equal(open.position?.marginUnits, units('0.0045'));
    // At 80,000 the 2,000 USD are 0.025 BTC; fees 0.05 % of 0.045 and of 0.025.
    const end = trade(open, 'sell', '80000', '20');
    assert.equal(end.closed?.grossUnits, units('0.02'));
    assert.equal(end.closed?.feeUnits, units('0.000035'));
    assert.equal(walletUnits(end.ledger, 'BTC'), units('1.019965'));
  });

  it('rounds a value that does not fit against the account, on both sides', () => {
    // 100 USD at 30,000 are 0.003333... BTC: a long enters at the smaller and exits at the larger
    // value.
    const start = book(INVERSE_TERMS, fundedLedger(['BTC', '1']));
    const long = trade(trade(start, 'buy', '30000', '1'), 'sell', '30000', '1');
    assert.equal(long.closed?.grossUnits, -1n);
    const short = trade(trade(start, 'sell', '30000', '1'), 'buy', '30000', '1');
    assert.equal(short.closed?.grossUnits, -1n);
  });
});

describe('a quanto position', () => {
  it('gains its contract value of the third currency for each dollar', () => {
    // 1,000 contracts of 0.000001 XBT a dollar: at 2,000 they stand for 2 XBT, at 2,100 for 2.1.
    const start = book(QUANTO_TERMS, fundedLedger(['XBT', '1']));
    const open = trade(start, 'sell', '2100', '1000');
    assert.equal(open.position?.marginUnits, units('0.21'));
    assert.ok(open.position !== null);
    const mark = ticks(QUANTO_TERMS, '2050');
    assert.equal(unrealizedUnits(QUANTO_TERMS.grid, open.position, mark), units('0.05'));
    const end = trade(open, 'buy', '2000', '1000');
    assert.equal(end.closed?.grossUnits, units('0.1'));
    assert.equal(end.closed?.feeUnits, units('0.00205'));
    assert.equal(walletUnits(end.ledger, 'XBT'), units('1.09795'));
  });
});

describe('the hold of a contract order', () => {
  it('locks margin and the worst fee for what increases, and nothing for what reduces', () => {
    const start = book(VANILLA_TERMS, fundedLedger(['USDT', '10000']));
    const long = trade(start, 'buy', '60000', '0.1').position;
    const size = lots(VANILLA_TERMS, '0.3');
    assert.equal(openingLots(long, 'buy', size), size);
    assert.equal(openingLots(long, 'sell', lots(VANILLA_TERMS, '0.1')), 0n);
    assert.equal(openingLots(long, 'sell', size), lots(VANILLA_TERMS, '0.2'));
    const request = {
      reference: 'order',
      side: 'sell' as const,
      heldTicks: ticks(VANILLA_TERMS, '60000'),
      lots: size,
      openingLots: openingLots(long, 'sell', size),
      leverage: TEN,
      marginMode: 'isolated' as const,
    };
    // 0.2 at 60,000: a tenth of 12,000 and 0.05 % of it.
    assert.equal(holdContract(VANILLA_TERMS, request).hold.heldUnits, units('1206'));
    const closing = {
      ...request,
      lots: lots(VANILLA_TERMS, '0.1'),
      openingLots: lots(VANILLA_TERMS, '0'),
    };
    assert.deepEqual(holdContract(VANILLA_TERMS, closing).transfers, []);
  });
});

type Book = {
  readonly terms: TradingTerms;
  readonly ledger: Ledger;
  readonly position: Position | null;
  readonly closed: Position | null;
  readonly fill: Pick<ContractFillOutcome, 'valueUnits' | 'feeUnits'> | null;
};

function book(terms: TradingTerms, ledger: Ledger): Book {
  return { terms, ledger, position: null, closed: null, fill: null };
}

/** Places an order and fills it at once, as a taker, at its price. */
function trade(
  { terms, ledger, position }: Book,
  side: OrderSide,
  at: string,
  amount: string,
  settings: { readonly leverage?: Decimal; readonly marginMode?: MarginMode } = {},
): Book {
  const placed = holdContract(terms, {
    reference: 'order',
    side,
    heldTicks: ticks(terms, at),
    lots: lots(terms, amount),
    openingLots: openingLots(position, side, lots(terms, amount)),
    leverage: settings.leverage ?? TEN,
    marginMode: settings.marginMode ?? 'isolated',
  });
  const held = applied(ledger, placed.transfers);
  const fill = { priceTicks: ticks(terms, at), lots: lots(terms, amount), isMaker: false, atMs: 0 };
  const availableUnits = balancesIn(held, terms.grid.settlementCurrency).available;
  const outcome: ContractFillOutcome = fillContract(terms, placed.hold, fill, {
    position,
    newPositionId: 'position',
    availableUnits,
  });
  assert.equal(outcome.hold.heldUnits, 0n);
  return { terms, ledger: applied(held, outcome.transfers), ...pick(outcome) };
}

function pick({ position, closed, valueUnits, feeUnits }: ContractFillOutcome) {
  return { position, closed, fill: { valueUnits, feeUnits } };
}

function price({ terms, position }: Book): string {
  assert.ok(position !== null);
  return formatDecimal(averagePrice(terms.grid, position));
}

// Wallet of a bot, and how margin becomes amount and back.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MARKET_FACT_IMPLEMENTATIONS } from '#commands/markets/market-fact-implementations.ts';
import { WALLET_IMPLEMENTATIONS } from '#commands/wallet/wallet-implementations.ts';
import { scriptedContext } from '#commands/scripted/scripted-context.fixture.ts';
import { FUTURES_FACTS, SPOT_FACTS } from '#commands/scripted/scripted-harness.fixture.ts';
import type { MarketFacts } from '#engine/run-api/market-api.ts';
import { constantNumber } from '#commands/trading/constant-number.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';

suite('balances', () => {
  test('by currency, or of the money of the market', () => {
    const { context, harness } = scriptedContext();
    harness.balances.set('BTC', { available: 3, locked: 1, total: 4 });
    const { Balance, BalanceAmount, WalletAmount, WalletCheck } = WALLET_IMPLEMENTATIONS;
    const market = SPOT_FACTS.marketTag;
    assert.equal(
      Balance(context, 'account-1', 'BTC', market).toText(),
      '{available=3, locked=1, total=4}',
    );
    assert.equal(BalanceAmount(context, '', 'BTC', market), 4);
    assert.equal(WalletAmount(context, undefined, '', market), 1_000);
    assert.equal(WalletAmount(context, undefined, 'DOGE', market), 0);
    assert.deepEqual(
      [3, 3.1].map((amount) => WalletCheck(context, 'account-1', 'BTC', amount)),
      [true, false],
    );
  });

  test('of another account are refused', () => {
    const { context } = scriptedContext();
    assert.throws(
      () => WALLET_IMPLEMENTATIONS.WalletAmount(context, 'account-2', 'BTC', ''),
      LuaError,
    );
    assert.throws(
      () => WALLET_IMPLEMENTATIONS.UserPositionContainer(context, 'x', '', 0, 0),
      LuaError,
    );
  });

  test('are found by the text of account, market and leverage', () => {
    const { context } = scriptedContext();
    const text = `account-1|${SPOT_FACTS.marketTag}|1`;
    assert.equal(WALLET_IMPLEMENTATIONS.WalletAmount(context, text, 'USDT', text), 1_000);
  });
});

test('the most that can be traded', () => {
  const { context, harness } = scriptedContext(FUTURES_FACTS);
  harness.maxAmounts = { enter_long: 1, enter_short: 2, exit_long: 3, exit_short: 4 };
  const { MaxExitLongAmount, MaxExitShortAmount, MaxLongAmount, MaxShortAmount } =
    WALLET_IMPLEMENTATIONS;
  const most = [MaxLongAmount, MaxShortAmount, MaxExitLongAmount, MaxExitShortAmount];
  assert.deepEqual(
    most.map((body) => body(context, undefined)),
    [1, 2, 3, 4],
  );
});

test('money and shares of the equity become amounts, down to the step', () => {
  const { context, harness } = scriptedContext();
  const { CashToTradeAmount, Equity, EquityToTradeAmount } = WALLET_IMPLEMENTATIONS;
  const market = SPOT_FACTS.marketTag;
  harness.equity = 2_000;
  assert.equal(Equity(context), 2_000);
  const step = SPOT_FACTS.amountStep;
  const down = (amount: number): number => Math.floor(amount / step + 1e-9) * step;
  assert.equal(CashToTradeAmount(context, 99, 250, market), down(250 / 99));
  assert.equal(EquityToTradeAmount(context, 99, 25, market), down(500 / 99));
  assert.equal(EquityToTradeAmount(context, 0, 25, market), 0);
  harness.equity = -5;
  assert.equal(EquityToTradeAmount(context, 99, 25, market), 0);
});

suite('positions at the venue', () => {
  test('the long one of two, the one that is requested, or none', () => {
    const { context, harness } = scriptedContext(FUTURES_FACTS);
    const { UserPositionContainer } = WALLET_IMPLEMENTATIONS;
    const ask = (side: number | undefined) =>
      UserPositionContainer(context, undefined, undefined, undefined, side).toText();
    const none = 'market=SIM_BTC_USDT_PERP, isLong=false, isShort=false';
    assert.equal(ask(undefined), `{${none}, enterPrice=0, amount=0, profit=0, roi=0}`);
    const position = { marketTag: FUTURES_FACTS.marketTag, profit: 5, roi: 6 };
    harness.venuePositions = [
      { ...position, direction: 'short', amount: 1, enterPrice: 110 },
      { ...position, direction: 'long', amount: 2, enterPrice: 90 },
    ];
    const long = 'market=SIM_BTC_USDT_PERP, isLong=true, isShort=false, enterPrice=90';
    assert.equal(ask(undefined), `{${long}, amount=2, profit=5, roi=6}`);
    assert.match(ask(constantNumber('PositionShort')), /isShort=true, enterPrice=110/);
  });
});

suite('margin and amount', () => {
  const inverse: MarketFacts = {
    ...FUTURES_FACTS,
    contractType: 'inverse',
    contractValue: 100,
    profitCurrency: 'BTC',
  };
  const quanto: MarketFacts = { ...FUTURES_FACTS, contractType: 'quanto', contractValue: 0.01 };
  // Worked by hand: value 20 at a price of 50, so 20 money with leverage 1, 4 with leverage 5.
  const cases: readonly (readonly [string, MarketFacts, number, number, number])[] = [
    ['spot knows no leverage', SPOT_FACTS, 5, 20, 0.4],
    ['vanilla', FUTURES_FACTS, 5, 4, 0.4],
    ['cross margin has the greatest leverage', FUTURES_FACTS, 0, 0.4, 0.4],
    ['inverse: contracts of 100 quote, margin in base', inverse, 5, 4, 10],
    ['quanto', quanto, 5, 4, 40],
  ];
  for (const [what, facts, leverage, margin, amount] of cases) {
    test(what, () => {
      const { context } = scriptedContext(facts);
      const { marketTag } = facts;
      assert.equal(
        WALLET_IMPLEMENTATIONS.MarginToTradeAmount(context, 50, margin, leverage, marketTag),
        amount,
      );
      assert.equal(
        MARKET_FACT_IMPLEMENTATIONS.UsedMargin(context, marketTag, 50, amount, leverage),
        margin,
      );
    });
  }

  test('without a price there is no amount', () => {
    const { context } = scriptedContext();
    assert.equal(WALLET_IMPLEMENTATIONS.MarginToTradeAmount(context, 0, 100, 1, undefined), 0);
  });
});

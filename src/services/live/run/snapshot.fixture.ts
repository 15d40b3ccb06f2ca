// Bots that keep much from update to update, for the tests of snapshots.

import { formatDecimal } from '#lib/decimal.ts';
import { assert, present } from '#lib/assert.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { marketGrid, priceOf } from '#venue-port/market/market-grid.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import { readConfig } from '#strategies/read-config.ts';
import type { Bot, LoadedScript, StrategyBrain } from '#ports/stores/bot-store.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';

/** Trades, and keeps its state in globals of every shape. */
const GLOBALS = `
  count = (count or 0) + 1
  history = history or {}
  history[#history + 1] = {at = count, close = CurrentPrice().close}
  byName = byName or setmetatable({}, {kind = 'plain', __mode = 'k'})
  byName['k' .. (count % 9)] = count / 3
  byName[count * 0.5] = -0.0
  byName[history[1]] = history
  byName[true] = 1 / 0
  if count % 4 == 0 then byName['k' .. (count % 5)] = nil end
  ring = ring or {}
  ring.self = ring
  ring.history = history
  local order = ''
  for key, value in pairs(byName) do
    if type(key) ~= 'table' then order = order .. tostring(key) .. '=' .. tostring(value) .. ' ' end
  end
  Log(order .. tostring(ring.self == ring) .. tostring(ring) .. math.random())
  if #history > 12 then table.remove(history, 1) end
  if count % 5 == 1 then PlaceBuyOrder(CurrentPrice().close, 0.001, {type = MarketOrderType}) end
  if count % 5 == 4 then PlaceSellOrder(CurrentPrice().close, 0.001, {type = MarketOrderType}) end
  if count % 6 == 2 then PlaceBuyOrder(CurrentPrice().close * 0.999, 0.002, {timeout = 300}) end
  if count % 11 == 10 then CancelAllOrders() end
  function double(x) return x * 2 end
  Log(double(count))`;

/** Folds, shifts, mixtures of intervals, and columns that are requested late. */
const INDICATORS = `
  local c = ClosePrices()
  local h = ClosePrices(5)
  local fast, slow = EMA(c, 9), EMA(c, 21)
  local rsi = RSI(c, 14)
  local hourly = EMA(h, 10)
  local mixed = fast - hourly
  local n = Load('n', 0) + 1
  Save('n', n)
  SessionSet('seen', n)
  local text = fast[1] .. ' ' .. slow[3] .. ' ' .. rsi[2] .. ' ' .. hourly[2] .. ' ' .. mixed[1]
  if n % 5 == 3 then text = text .. ' ' .. SMA(HighPrices(), 3 + n // 20)[1] .. ' ' .. #c end
  Log(text)
  retainedSeries = retainedSeries or c
  Log(retainedSeries[1] .. ' ' .. #retainedSeries)
  Plot(0, 'fast', fast)
  if CrossOver(fast, slow) or n % 9 == 2 then PlaceBuyOrder(c[1], 0.002, {type = MarketOrderType}) end
  if CrossUnder(fast, slow) or n % 9 == 6 then PlaceSellOrder(c[1], 0.002, {type = MarketOrderType}) end`;

/** The same without late ones: what each indicator remembers has to go on to the bit. */
const FOLDS = `
  local c, h = ClosePrices(), ClosePrices(5)
  local values = {EMA(c, 9), EMA(h, 7), RSI(h, 6), ATR(HighPrices(5), LowPrices(5), h, 4), SMA(c, 12)}
  values[#values + 1] = EMA(EMA(c, 4) - values[2], 5)
  values[#values + 1] = EMA(c[3], 5)
  values[#values + 1] = SMA(h[2], 3) * 2 + OpenPrices(5)
  local text = '' .. #c .. ' ' .. #h
  for place, value in ipairs(values) do
    text = text .. ' ' .. value[1] .. ' ' .. value[2] .. ' ' .. value[5] .. ' ' .. #value
  end
  Log(text)
  n = (n or 0) + 1
  if n % 7 == 3 then PlaceBuyOrder(c[1], 0.002, {type = MarketOrderType}) end
  if n % 7 == 5 then PlaceSellOrder(c[1], 0.002, {type = MarketOrderType}) end`;

/** Commands that keep something at their places. */
const COMMANDS = `
  EnableHighSpeedUpdates()
  local rsi = EasyRSI(0, 'rsi')
  local macd = EasyMACD(1, 'macd')
  local delayed = DelaySignal(rsi, 3)
  local slow = OptimizedForInterval(5, function() return {GetRSI = RSI(ClosePrices(), 7)[1], at = Time()} end)
  local own = SourceManager(CurrentPrice().close * 2, 5, 30)
  local signal = GetRemoteSignal('go')
  Log(tostring(delayed) .. ' ' .. tostring(slow.GetRSI) .. ' ' .. tostring(slow.at) .. ' ' .. #own .. ' ' .. tostring(signal))
  IndicatorContainer(rsi, macd)
  if signal == SignalLong then DoLong() elseif signal == SignalShort then DoExitPosition() end
  CustomReport('updates', (Load('u', 0)))
  Save('u', Load('u', 0) + 1)
  retained = {colour = Red, shade = Red(50), print = Log, floor = math.floor}
  last = last or retained
  last.floor(1.5)`;

/** Calls custom commands, which keep globals, saved values, chance and series of their own. */
const CUSTOM = `
  local one, two = CC_Tally(1), CC_Tally(3)
  for step = 1, 3 do one = one + CC_Tally(step) end
  local slow = CC_Slow(5)
  isSame = tostring(slow.retained == lastRetained) .. tostring(slow.retained)
  lastRetained = slow.retained
  local tools = Library('Tools')
  Log(one .. ' ' .. two .. ' ' .. slow.retained.count .. ' ' .. tools.half(slow.tally) .. ' ' .. isSame)
  n = (n or 0) + 1
  if n % 7 == 3 then PlaceBuyOrder(CurrentPrice().close, 0.002, {type = MarketOrderType}) end
  if n % 7 == 5 then PlaceSellOrder(CurrentPrice().close, 0.002, {type = MarketOrderType}) end
  if n % 5 == 2 then PlaceBuyOrder(CurrentPrice().close * 0.999, 0.001, {timeout = 300}) end`;

const TALLY = `DefineCommand('Tally', 'Adds up')
  local step = DefineParameter(NumberType, 'step', 'How much', true, 1)
  total = (total or 0) + step
  seen = seen or {}
  seen[#seen + 1] = {total = total, all = seen}
  if #seen > 5 then table.remove(seen, 1) end
  Save('runs', Load('runs', 0) + 1)
  local c = ClosePrices()
  retained = retained or EMA(c, 4)
  show = math.floor
  DefineOutput(NumberType, show(total) + show(retained[2]) + Load('runs') + math.random() + #tostring(seen), '')`;

const SLOW = `DefineCommand('Slow', 'Holds for some minutes')
  local minutes = DefineParameter(NumberType, 'minutes', 'For how long', true, 5)
  DefineIntervalOptimization(minutes)
  state = state or {}
  state.count = (state.count or 0) + 1
  state.name = tostring(state)
  local delayed = DelaySignal(SignalLong, 2)
  local tally = CC_Tally(2) + CC_Tally(state.count)
  DefineOutput(ListDynamicType, {retained = state, tally = tally, delayed = delayed, chance = math.random()}, '')`;

const TOOLS = `DefineCommand('Tools', 'Functions')
  return {half = function(x) return x / 2 end}`;

const CUSTOM_SCRIPT = {
  kind: 'script',
  source: CUSTOM,
  libraries: [
    { name: 'tally', source: TALLY },
    { name: 'slow', source: SLOW },
    { name: 'tools', source: TOOLS },
  ],
} as const satisfies LoadedScript;

export const SNAPSHOT_SCRIPTS = { GLOBALS, INDICATORS, FOLDS, COMMANDS, CUSTOM: CUSTOM_SCRIPT };

/** Bots with strategies, as they are started. */
export const SNAPSHOT_STRATEGIES = {
  grid: (harness: BotHarness) =>
    startStrategy(harness, 'spot_grid', (price) => ({
      lower_price: price(99),
      upper_price: price(101),
      grid_count: 6,
      investment: '4000',
    })),
  averaging: (harness: BotHarness) =>
    startStrategy(harness, 'spot_dollar_cost_averaging', () => ({
      base_order_size: '20',
      averaging_order_size: '20',
      max_averaging_orders: 3,
      price_deviation_percent: '0.1',
      take_profit_percent: '0.25',
    })),
  signals: (harness: BotHarness) =>
    startStrategy(harness, 'webhook', () => ({ signal_token: 'go', order_size: '200' })),
};

/** A bot with a strategy in this world. */
export async function startStrategy(
  harness: BotHarness,
  type: StrategyBrain['type'],
  record: (price: (percent: number) => string) => ConfigRecord,
): Promise<Bot> {
  const markets = await harness.sim.exchange.listMarkets();
  const tag = 'SIM_BTC_USDT';
  const market = present(
    markets.find(({ marketTag }) => marketTag === tag),
    'the market is listed',
  );
  const ticks = present(harness.prices.ticksAt(tag, harness.sim.nowMs()), 'it has a price');
  const grid = marketGrid(market);
  const price = (percent: number): string =>
    formatDecimal(priceOf(grid, ((ticks * BigInt(Math.round(percent * 100))) / 10_000n) as Ticks));
  const read = readConfig(type, { market_tag: tag, ...record(price) }, market);
  assert(read.ok, read.ok ? '' : (read.rejection[0]?.message ?? ''));
  return harness.start({ kind: 'strategy', type, config: read.value.record });
}

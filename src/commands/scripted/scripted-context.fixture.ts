// A scripted double of everything that commands read and act on: a test says what is there, calls
// commands, and reads what was asked. State and words are those of scripted-harness.fixture.ts.

import { FOLLOWS_NOTHING } from '#engine/run-api/run-api.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { present } from '#lib/assert.ts';
import type { CallContext } from '#commands/definition/command-implementation.ts';
import type { CallApi } from '#engine/run-api/call-api.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { MarketApi, MarketFacts } from '#engine/run-api/market-api.ts';
import type { BotOrder, OrderRequest } from '#engine/run-api/order-api.ts';
import type { BotPosition } from '#engine/run-api/position-api.ts';
import type { ReportApi } from '#engine/run-api/report-api.ts';
import type { ClockApi, LogApi, RunApi } from '#engine/run-api/run-api.ts';
import { noticeText } from '#engine/run-api/run-api.ts';
import type { PriceNow, SeriesApi, SeriesLike } from '#engine/run-api/series-api.ts';
import type { SettingsApi } from '#engine/run-api/settings-api.ts';
import type { WalletApi } from '#engine/run-api/wallet-api.ts';
import {
  changeOrder,
  fillOrder,
  newPosition,
  scriptedOrders,
  scriptedPositions,
} from '#commands/scripted/scripted-trading.fixture.ts';
import {
  scriptedPrice,
  SPOT_FACTS,
  startingHarness,
} from '#commands/scripted/scripted-harness.fixture.ts';
import type { ScriptedHarness } from '#commands/scripted/scripted-harness.fixture.ts';
import { OPERATIONS } from '#engine/run-api/operation.ts';
import { meter } from '#lua/runtime/meter.ts';
import { newFrame } from '#commands/binding/custom-command.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

export type ScriptedContext = {
  readonly context: CallContext;
  /** Read and changed at will. */
  readonly harness: ScriptedHarness;
  /** Lets the next update begin, minutes later. */
  readonly advance: (minutes?: number) => void;
  /** The price of the trade market from now on: of everything, or of what is named. */
  readonly price: (now: number | Partial<PriceNow>) => void;
  /** An open position; long, of 1 at the present price unless stated otherwise. */
  readonly hold: (facts?: Partial<BotPosition>) => string;
  /** Fills an order, in whole and at its price unless stated otherwise. */
  readonly fill: (
    orderId: string,
    part?: { readonly amount?: number; readonly price?: number },
  ) => void;
  /** Ends an order that was not filled, or not in whole. */
  readonly end: (orderId: string, state: 'cancelled' | 'failed', message?: string) => void;
  /** The order that was placed last. */
  readonly lastOrder: () => BotOrder;
  /** The newest request, whether or not it was taken. */
  readonly lastRequest: () => OrderRequest;
};

/**
 * A series of these numbers, newest first; operators have no meaning for it.
 *
 * @public for tests of commands
 */
export function scriptedSeries(values: readonly number[]): SeriesLike {
  return {
    kind: 'series',
    container: null,
    newest: Float64Array.of(values[0] ?? Number.NaN),
    rowMask: 0,
    at: (position) => values[position - 1] ?? Number.NaN,
    count: () => values.length,
    values: () => Float64Array.from(values),
    arith: () => undefined,
    compare: () => undefined,
    index: (key) => (typeof key === 'number' ? scriptedSeries(values.slice(key - 1)) : undefined),
    call: () => {
      throw new LuaError('attempt to call a series value');
    },
    length: () => values.length,
    toText: () => `{${values.join(', ')}}`,
    toNumber: () => values[0],
  };
}

function isSeries(value: LuaValue): value is SeriesLike {
  return typeof value === 'object' && 'kind' in value && value.kind === 'series';
}

function seriesApi(harness: ScriptedHarness): SeriesApi {
  const now = (marketTag: string | null): PriceNow =>
    harness.prices.get(marketTag ?? '') ?? harness.price;
  return {
    prices: ({ source, intervalMinutes, isClosedOnly }) => {
      const values =
        harness.series.get(`${source} ${intervalMinutes}`) ?? harness.series.get(source) ?? [];
      return scriptedSeries(isClosedOnly ? values.slice(1) : values);
    },
    data: (name) => scriptedSeries(harness.series.get(`data ${name}`) ?? []),
    indicator: (name, _inputs, parameters) => {
      harness.acts.push(`indicator ${name} ${parameters.join(' ')}`.trim());
      const columns = present(harness.indicators.get(name), `the test says what ${name} is`);
      return columns.map(scriptedSeries);
    },
    derived: () => null,
    wishHistory: ({ bars }) => {
      harness.acts.push(`wish for ${bars} bars`);
    },
    combine: (operation, operands) => {
      const lists = operands.map((each) => (typeof each === 'number' ? [each] : each.values()));
      const count = Math.min(
        ...operands.map((each) => (typeof each === 'number' ? Infinity : each.count())),
      );
      const { apply } = OPERATIONS[operation];
      return scriptedSeries(
        Array.from({ length: count }, (_, index) => {
          const [a = Number.NaN, b = Number.NaN, c = Number.NaN] = lists.map(
            (list, place) => list[typeof operands[place] === 'number' ? 0 : index] ?? Number.NaN,
          );
          return apply(a, b, c);
        }),
      );
    },
    listed: (_parts, make) => scriptedSeries(Array.from(make())),
    fromNumbers: (values) => scriptedSeries(Array.from(values)),
    still: (series) => scriptedSeries(Array.from(series.values())),
    from: (value) => {
      if (typeof value === 'number') return scriptedSeries([value]);
      if (value instanceof LuaTable) {
        const numbers = value.list.filter((item) => typeof item === 'number');
        return numbers.length === value.list.length ? scriptedSeries(numbers) : null;
      }
      return isSeries(value) ? value : null;
    },
    now,
    lastPrice: (marketTag) => now(marketTag).close,
    takingPrice: (marketTag, side) => now(marketTag)[side === 'buy' ? 'ask' : 'bid'],
  };
}

function onGrid(value: number, step: number, round: (steps: number) => number): number {
  return Number((round(Number((value / step).toFixed(9))) * step).toFixed(9));
}

function marketApi(harness: ScriptedHarness): MarketApi {
  const factsOf = (marketTag: string | null) =>
    harness.markets.get(marketTag ?? harness.settings.marketTag) ?? null;
  const known = (marketTag: string | null) => present(factsOf(marketTag), 'the market exists');
  const rounding = { buy: Math.floor, sell: Math.ceil };
  return {
    facts: factsOf,
    list: (exchange) =>
      [...harness.markets.values()]
        .filter((facts) => exchange === null || facts.exchange === exchange)
        .map(({ marketTag }) => marketTag)
        .toSorted(),
    roundPrice: (marketTag, price, side) =>
      onGrid(price, known(marketTag).priceStep, side === null ? Math.round : rounding[side]),
    roundAmount: (marketTag, amount) => onGrid(amount, known(marketTag).amountStep, Math.floor),
  };
}

function settingsApi(harness: ScriptedHarness): SettingsApi {
  const { settings } = harness;
  return {
    get accountId() {
      return settings.accountId;
    },
    get marketTag() {
      return settings.marketTag;
    },
    get intervalMinutes() {
      return settings.intervalMinutes;
    },
    tradeAmount: () => settings.tradeAmount,
    leverage: () => settings.leverage,
    setLeverage: (leverage) => {
      const most = harness.markets.get(settings.marketTag)?.maxLeverage ?? 1;
      if (leverage <= most) settings.leverage = leverage;
      return leverage <= most;
    },
    marginMode: () => settings.marginMode,
    setMarginMode: (mode) => {
      settings.marginMode = mode;
      return true;
    },
    positionMode: () => settings.positionMode,
    setPositionMode: (mode) => {
      settings.positionMode = mode;
      return true;
    },
    orderType: () => settings.orderType,
    setOrderType: (type) => {
      settings.orderType = type;
    },
    setFeePercent: (percent, marketTag) => {
      harness.acts.push(`fee ${percent} ${marketTag ?? ''}`.trim());
    },
    raise: (flag) => {
      harness.flags.add(flag);
    },
    has: (flag) => harness.flags.has(flag),
    isPaused: () => settings.isPaused,
    pause: () => {
      settings.isPaused = true;
    },
    resume: () => {
      settings.isPaused = false;
    },
    deactivate: (reason, cancelsOrders) => {
      harness.acts.push(`deactivate ${reason}${cancelsOrders ? ' and cancel' : ''}`);
    },
  };
}

function logApi(harness: ScriptedHarness): LogApi {
  const written = new Set<string>();
  return {
    write: (severity, message) => {
      harness.log.push({ severity, message });
    },
    writeOnce: (key, severity, message) => {
      if (written.has(key)) return;
      written.add(key);
      harness.log.push({ severity, message });
    },
    notify: (notice) => {
      harness.log.push({ severity: 'info', message: noticeText(notice) });
    },
  };
}

function runApi(harness: ScriptedHarness): RunApi {
  return {
    get kind() {
      return harness.kind;
    },
    updateNumber: () => harness.updateNumber,
    isFinal: () => harness.isFinal,
    atEnd: (callback) => {
      harness.atEnd.push(callback);
    },
    sleep: (milliseconds) => {
      harness.acts.push(`sleep ${milliseconds}`);
    },
  };
}

function reportApi(harness: ScriptedHarness): ReportApi {
  return {
    figures: () => harness.figures,
    setRoiBase: (value, marketTag) => {
      harness.acts.push(`roi base ${value} ${marketTag ?? ''}`.trim());
    },
    custom: ({ key, value, group, displayValue }) => {
      harness.acts.push(`report ${group} ${key} ${displayValue ?? value}`);
    },
    openExport: (name, headers) => {
      harness.acts.push(`export ${name} ${headers.join()}`);
    },
    addExportRow: (name, values) => {
      harness.acts.push(`export row ${name} ${values.join()}`);
    },
  };
}

function walletApi(harness: ScriptedHarness): WalletApi {
  return {
    balance: (currency) => harness.balances.get(currency) ?? { available: 0, locked: 0, total: 0 },
    position: (marketTag, direction) =>
      harness.venuePositions.find(
        (each) =>
          each.marketTag === (marketTag ?? harness.settings.marketTag) &&
          (direction === null || each.direction === direction),
      ) ?? null,
    equity: () => harness.equity,
    maxAmount: (action) => harness.maxAmounts[action] ?? 0,
  };
}

function memoryApi(harness: ScriptedHarness): CommandContext['memory'] {
  return {
    save: (key, value) => {
      harness.memory.set(key, value);
    },
    load: (key) => harness.memory.get(key),
    delete: (key) => {
      harness.memory.delete(key);
    },
    sessionSave: (key, value) => {
      harness.session.set(key, value);
    },
    sessionLoad: (key) => harness.session.get(key),
    note: (key) => harness.notes.get(key),
    keepNote: (key, value) => {
      harness.notes.set(key, value);
    },
  };
}

function outsideApi(
  harness: ScriptedHarness,
): Pick<CommandContext, 'chance' | 'charts' | 'inputs' | 'signals'> {
  let drawn = 0;
  const next = () => (drawn += 1);
  return {
    chance: {
      nextDouble: () => (next() % 10) / 10,
      nextGuid: () => `guid-${next()}`,
    },
    charts: {
      isShown: true,
      plot: (chart, name, value, { id }) => {
        harness.acts.push(`plot ${chart} ${name} ${value}`);
        return id ?? `line-${chart}-${name}`;
      },
      draw: ({ command, values }) => {
        harness.acts.push(`draw ${command} ${values.join(' ')}`.trim());
        return `drawn-${next()}`;
      },
    },
    inputs: {
      value: (declaration) => {
        harness.declared.push(declaration);
        const { group, label, defaultValue } = declaration;
        return harness.chosen.get(`${group}.${label}`) ?? harness.chosen.get(label) ?? defaultValue;
      },
      openGroup: (label) => {
        harness.acts.push(`group ${label}`);
      },
    },
    signals: {
      ...FOLLOWS_NOTHING,
      remoteSignal: (id) => harness.remoteSignals.get(id) ?? null,
      webHook: (id) => harness.webHooks.get(id) ?? null,
      saveRemoteSignal: (id, secret, signal) => {
        harness.acts.push(`signal ${id} ${secret} ${signal}`);
      },
    },
  };
}

/** States by the order of calls in an update. */
function callApi(harness: ScriptedHarness): CallApi {
  const states: object[] = [];
  let update = -1;
  let calls = 0;
  return {
    state: <T extends object>(make: () => T): T => {
      if (update !== harness.updateNumber) calls = 0;
      update = harness.updateNumber;
      calls += 1;
      return (states[calls] ??= make()) as T;
    },
    place: () => `call ${calls}`,
    command: () => null,
    isCommand: () => false,
    frame: newFrame(null),
    callCustom: () => null,
  };
}

function clockApi(harness: ScriptedHarness): ClockApi {
  return { nowMs: () => harness.nowMs, startMs: () => harness.startMs };
}

/** A bot on this market, spot unless stated otherwise, at the beginning of its first update. */
export function scriptedContext(trade: MarketFacts = SPOT_FACTS): ScriptedContext {
  const harness = startingHarness(trade);
  // Commands may make as many tables as they like.
  meter.fill(2 ** 31 - 1);
  const context: CallContext = {
    calls: callApi(harness),
    ...outsideApi(harness),
    clock: clockApi(harness),
    log: logApi(harness),
    markets: marketApi(harness),
    memory: memoryApi(harness),
    orders: scriptedOrders(harness),
    positions: scriptedPositions(harness),
    report: reportApi(harness),
    run: runApi(harness),
    series: seriesApi(harness),
    settings: settingsApi(harness),
    wallet: walletApi(harness),
  };
  return {
    context,
    harness,
    advance: (minutes = 1) => {
      harness.nowMs += minutes * MINUTE_MS;
      harness.updateNumber += 1;
    },
    price: (now) => {
      harness.price = typeof now === 'number' ? scriptedPrice(now) : { ...harness.price, ...now };
    },
    hold: (facts = {}) => {
      const position = newPosition(harness, facts);
      harness.positions = [...harness.positions, position];
      return position.positionId;
    },
    fill: (orderId, part = {}) => fillOrder(harness, orderId, part),
    end: (orderId, state, message = '') => {
      changeOrder(harness, orderId, { state, message, endedAtMs: harness.nowMs });
    },
    lastOrder: () => present(harness.orders.at(-1), 'an order was placed'),
    lastRequest: () => present(harness.requests.at(-1), 'an order was requested'),
  };
}

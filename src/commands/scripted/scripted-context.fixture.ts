// A scripted double of everything that commands read and act on: a test says what is there, calls
// commands, and reads what was asked. State and words are those of scripted-world.sample.ts.

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
  startingWorld,
} from '#commands/scripted/scripted-world.fixture.ts';
import type { ScriptedWorld } from '#commands/scripted/scripted-world.fixture.ts';
import { OPERATIONS } from '#engine/run-api/operation.ts';
import { meter } from '#script/runtime/meter.ts';
import { newFrame } from '#commands/binding/custom-command.ts';
import { LuaError } from '#script/runtime/script-fault.ts';
import { LuaTable } from '#script/runtime/table.ts';
import type { LuaValue } from '#script/runtime/value.ts';

export type ScriptedContext = {
  readonly context: CallContext;
  /** Read and changed at will. */
  readonly world: ScriptedWorld;
  /** Lets the next update begin, minutes later. */
  readonly advance: (minutes?: number) => void;
  /** The price of the trade market from now on: of everything, or of what is named. */
  readonly price: (now: number | Partial<PriceNow>) => void;
  /** An open position; long, of 1 at the present price unless told otherwise. */
  readonly hold: (facts?: Partial<BotPosition>) => string;
  /** Fills an order, in whole and at its price unless told otherwise. */
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

function seriesApi(world: ScriptedWorld): SeriesApi {
  const now = (marketTag: string | null): PriceNow =>
    world.prices.get(marketTag ?? '') ?? world.price;
  return {
    prices: ({ source, intervalMinutes, isClosedOnly }) => {
      const values =
        world.series.get(`${source} ${intervalMinutes}`) ?? world.series.get(source) ?? [];
      return scriptedSeries(isClosedOnly ? values.slice(1) : values);
    },
    indicator: (name, _inputs, parameters) => {
      world.acts.push(`indicator ${name} ${parameters.join(' ')}`.trim());
      const columns = present(world.indicators.get(name), `the test says what ${name} is`);
      return columns.map(scriptedSeries);
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

function marketApi(world: ScriptedWorld): MarketApi {
  const factsOf = (marketTag: string | null) =>
    world.markets.get(marketTag ?? world.settings.marketTag) ?? null;
  const known = (marketTag: string | null) => present(factsOf(marketTag), 'the market exists');
  const rounding = { buy: Math.floor, sell: Math.ceil };
  return {
    facts: factsOf,
    list: (exchange) =>
      [...world.markets.values()]
        .filter((facts) => exchange === null || facts.exchange === exchange)
        .map(({ marketTag }) => marketTag)
        .toSorted(),
    roundPrice: (marketTag, price, side) =>
      onGrid(price, known(marketTag).priceStep, side === null ? Math.round : rounding[side]),
    roundAmount: (marketTag, amount) => onGrid(amount, known(marketTag).amountStep, Math.floor),
  };
}

function settingsApi(world: ScriptedWorld): SettingsApi {
  const { settings } = world;
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
      const most = world.markets.get(settings.marketTag)?.maxLeverage ?? 1;
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
      world.acts.push(`fee ${percent} ${marketTag ?? ''}`.trim());
    },
    raise: (flag) => {
      world.flags.add(flag);
    },
    has: (flag) => world.flags.has(flag),
    isPaused: () => settings.isPaused,
    pause: () => {
      settings.isPaused = true;
    },
    resume: () => {
      settings.isPaused = false;
    },
    deactivate: (reason, cancelsOrders) => {
      world.acts.push(`deactivate ${reason}${cancelsOrders ? ' and cancel' : ''}`);
    },
  };
}

function logApi(world: ScriptedWorld): LogApi {
  const written = new Set<string>();
  return {
    write: (severity, message) => {
      world.log.push({ severity, message });
    },
    writeOnce: (key, severity, message) => {
      if (written.has(key)) return;
      written.add(key);
      world.log.push({ severity, message });
    },
  };
}

function runApi(world: ScriptedWorld): RunApi {
  return {
    get kind() {
      return world.kind;
    },
    updateNumber: () => world.updateNumber,
    isFinal: () => world.isFinal,
    atEnd: (callback) => {
      world.atEnd.push(callback);
    },
    sleep: (milliseconds) => {
      world.acts.push(`sleep ${milliseconds}`);
    },
  };
}

function reportApi(world: ScriptedWorld): ReportApi {
  return {
    figures: () => world.figures,
    setRoiBase: (value, marketTag) => {
      world.acts.push(`roi base ${value} ${marketTag ?? ''}`.trim());
    },
    custom: ({ key, value, group, displayValue }) => {
      world.acts.push(`report ${group} ${key} ${displayValue ?? value}`);
    },
    openExport: (name, headers) => {
      world.acts.push(`export ${name} ${headers.join()}`);
    },
    addExportRow: (name, values) => {
      world.acts.push(`export row ${name} ${values.join()}`);
    },
  };
}

function walletApi(world: ScriptedWorld): WalletApi {
  return {
    balance: (currency) => world.balances.get(currency) ?? { available: 0, locked: 0, total: 0 },
    position: (marketTag, direction) =>
      world.venuePositions.find(
        (each) =>
          each.marketTag === (marketTag ?? world.settings.marketTag) &&
          (direction === null || each.direction === direction),
      ) ?? null,
    equity: () => world.equity,
    maxAmount: (action) => world.maxAmounts[action] ?? 0,
  };
}

function memoryApi(world: ScriptedWorld): CommandContext['memory'] {
  return {
    save: (key, value) => {
      world.memory.set(key, value);
    },
    load: (key) => world.memory.get(key),
    delete: (key) => {
      world.memory.delete(key);
    },
    sessionSave: (key, value) => {
      world.session.set(key, value);
    },
    sessionLoad: (key) => world.session.get(key),
    note: (key) => world.notes.get(key),
    keepNote: (key, value) => {
      world.notes.set(key, value);
    },
  };
}

function outsideApi(
  world: ScriptedWorld,
): Pick<CommandContext, 'chance' | 'charts' | 'inputs' | 'signals'> {
  let drawn = 0;
  const next = () => (drawn += 1);
  return {
    chance: {
      nextDouble: () => (next() % 10) / 10,
      nextGuid: () => `guid-${next()}`,
    },
    charts: {
      plot: (chart, name, value, { id }) => {
        world.acts.push(`plot ${chart} ${name} ${value}`);
        return id ?? `line-${chart}-${name}`;
      },
      draw: ({ command, values }) => {
        world.acts.push(`draw ${command} ${values.join(' ')}`.trim());
        return `drawn-${next()}`;
      },
    },
    inputs: {
      value: (declaration) => {
        world.declared.push(declaration);
        const { group, label, defaultValue } = declaration;
        return world.chosen.get(`${group}.${label}`) ?? world.chosen.get(label) ?? defaultValue;
      },
      openGroup: (label) => {
        world.acts.push(`group ${label}`);
      },
    },
    signals: {
      remoteSignal: (id) => world.remoteSignals.get(id) ?? null,
      webHook: (id) => world.webHooks.get(id) ?? null,
      saveRemoteSignal: (id, secret, signal) => {
        world.acts.push(`signal ${id} ${secret} ${signal}`);
      },
    },
  };
}

/** States by the order of calls in an update. */
function callApi(world: ScriptedWorld): CallApi {
  const states: object[] = [];
  let update = -1;
  let calls = 0;
  return {
    state: <T extends object>(make: () => T): T => {
      if (update !== world.updateNumber) calls = 0;
      update = world.updateNumber;
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

function clockApi(world: ScriptedWorld): ClockApi {
  return { nowMs: () => world.nowMs, startMs: () => world.startMs };
}

/** A bot on this market, spot unless told otherwise, at the beginning of its first update. */
export function scriptedContext(trade: MarketFacts = SPOT_FACTS): ScriptedContext {
  const world = startingWorld(trade);
  // Commands may make as many tables as they like.
  meter.fill(2 ** 31 - 1);
  const context: CallContext = {
    calls: callApi(world),
    ...outsideApi(world),
    clock: clockApi(world),
    log: logApi(world),
    markets: marketApi(world),
    memory: memoryApi(world),
    orders: scriptedOrders(world),
    positions: scriptedPositions(world),
    report: reportApi(world),
    run: runApi(world),
    series: seriesApi(world),
    settings: settingsApi(world),
    wallet: walletApi(world),
  };
  return {
    context,
    world,
    advance: (minutes = 1) => {
      world.nowMs += minutes * MINUTE_MS;
      world.updateNumber += 1;
    },
    price: (now) => {
      world.price = typeof now === 'number' ? scriptedPrice(now) : { ...world.price, ...now };
    },
    hold: (facts = {}) => {
      const position = newPosition(world, facts);
      world.positions = [...world.positions, position];
      return position.positionId;
    },
    fill: (orderId, part = {}) => fillOrder(world, orderId, part),
    end: (orderId, state, message = '') => {
      changeOrder(world, orderId, { state, message, endedAtMs: world.nowMs });
    },
    lastOrder: () => present(world.orders.at(-1), 'an order was placed'),
    lastRequest: () => present(world.requests.at(-1), 'an order was asked for'),
  };
}

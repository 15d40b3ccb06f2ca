// A second, slow and obvious account of TradingView's broker emulator, in whole ticks and lots,
// written from the Pine Script manual and sharing nothing with the engine, which it can contradict.
// Source of each rule: Pine Script User Manual, "Strategies" (Broker emulator; Pyramiding; Trailing
// stops; OCA groups; Margin and leverage), www.tradingview.com/pine-script-docs. Where the manual
// is silent, "measured" names what PyneCore found on TradingView's own lists
// (github.com/PyneSys/pynecore, src/pynecore/lib/strategy).

import type {
  PineBar,
  PineApi,
  PineLevels,
  PineOrder,
  PineSettings,
  PineStrategy,
  PineTrade,
} from './pine-order.ts';
import { marginCallLots } from './pine-margin.ts';
import { orderOf } from './pine-order.ts';
import { byPassedStops, isMarket, levelPassed } from './pine-passed.ts';
import type { Broker, Level } from './pine-book.ts';
import { follow, followWith, held, isLive, levelsOf } from './pine-book.ts';
import { entryMoney, expectedPrice, lotsFor } from './pine-money.ts';

/** The whole list of trades. */
export function pineTrades(
  bars: readonly PineBar[],
  strategy: PineStrategy,
  settings: PineSettings = {},
): readonly PineTrade[] {
  const lists = { trades: [], orders: [], lots: [], bindings: [] };
  const broker: Broker = {
    bars,
    settings,
    ...lists,
    entryCount: 0,
    isLong: true,
    bar: 0,
    price: 0n,
    runCount: 0,
    unseenFills: 0,
    isWithin: false,
    moment: 0,
    profit: 0n,
  };
  const api = apiOf(broker);
  for (const [index, bar] of bars.entries()) {
    broker.bar = index;
    broker.isWithin = true;
    const { minutesOf } = settings;
    const run = (price: bigint): void => {
      broker.price = price;
      broker.runCount += 1;
      broker.moment += 1;
      broker.unseenFills = 0;
      endExits(broker);
      strategy(bars, index, api);
      // "immediately": on the tick on which it is created, before what waits.
      passPoint(broker, price, true);
    };
    for (const part of minutesOf === undefined ? [bar] : minutesOf(bar)) passBar(broker, part, run);
    broker.isWithin = false;
    run(bar.close);
    broker.unseenFills = 0;
    if (settings.isOnClose === true) passPoint(broker, bar.close);
  }
  for (const { entryMs, price, left } of broker.lots) {
    const side = broker.isLong ? 'long' : 'short';
    const entry = { side, entryMs, entryPrice: price } as const;
    broker.trades.push({ ...entry, exitMs: null, exitPrice: null, lots: left });
  }
  return broker.trades.toSorted((left, right) => left.entryMs - right.entryMs);
}

/** "If the opening price is closer to the high: open, high, low, close; else open, low, high." */
function passBar(
  broker: Broker,
  { open, high, low, close }: PineBar,
  run: (price: bigint) => void,
): void {
  /**
   * `calc_on_order_fills`, measured by PyneCore: at a point of the path, behind fills on the way to
   * it; what is requested there at market fills there.
   */
  const runAt = (price: bigint): void => {
    if (broker.settings.isOnFills !== true || broker.unseenFills === 0) return;
    run(price);
    passPoint(broker, price);
  };
  broker.moment += 1;
  passPoint(broker, open, false, true);
  callMargin(broker, open, 'extreme');
  runAt(open);
  const isHighFirst = high - open < open - low;
  const [one, two] = isHighFirst ? [high, low] : [low, high];
  passSegment(broker, open, one);
  callMargin(broker, one, 'extreme');
  runAt(one);
  passSegment(broker, one, two);
  callMargin(broker, two, 'extreme');
  runAt(two);
  passSegment(broker, two, close);
  callMargin(broker, close, 'point');
}

function callMargin(broker: Broker, price: bigint, place: 'point' | 'extreme'): void {
  const { marginLong, marginShort, slippage = 0n } = broker.settings;
  const percent = broker.isLong ? marginLong : marginShort;
  if (percent === undefined || broker.lots.length === 0) return;
  const holding = { lots: held(broker), price, equity: equityAt(broker, price), percent };
  closeOldest(
    broker,
    marginCallLots(holding, place),
    broker.isLong ? price - slippage : price + slippage,
  );
}

/** "Equity = Initial Capital + Net Profit + Open Profit", in ticks times lots. */
function equityAt({ settings, profit, lots, isLong }: Broker, price: bigint): bigint {
  const { capital = 0n } = settings;
  return lots.reduce(
    (sum, lot) => sum + (isLong ? price - lot.price : lot.price - price) * lot.left,
    capital + profit,
  );
}

function apiOf(broker: Broker): PineApi {
  const put = (order: PineOrder): void => {
    broker.orders = [...broker.orders.filter((each) => !isSameOrder(each, order)), order];
  };
  const newEntry = (id: string, order: Omit<PineOrder, 'kind'>): number => {
    const known = broker.orders.find((each) => each.id === id && each.kind !== 'exit');
    // A changed order with a price is still the same entry; one at market is another.
    const isSame = known?.isBuy === order.isBuy && !isMarket(order);
    if (isSame && known.entry !== null) return known.entry;
    broker.entryCount += 1;
    return broker.entryCount;
  };
  return {
    position: () => (broker.isLong ? held(broker) : -held(broker)),
    averagePrice: () =>
      broker.lots.reduce((sum, { price, left }) => sum + price * left, 0n) / held(broker),
    equity: () => equityAt(broker, broker.price),
    entries: () => broker.lots.length,
    entryBar: () => broker.lots[0]?.bar ?? -1,
    enter(id, isBuy, given, levels = {}) {
      const { lots, ...spent } = sizeOf(broker, isBuy, given, levels);
      if (lots <= 0n) return;
      // "The strategy does not execute new orders from subsequent calls" at the limit of open
      // trades; orders with a price that were made before fill "regardless of the limit".
      // Measured in its lists: of an entry with a price the limit and what it turns are those of
      // the call, with the market orders of the bar before it; of one at market, of its fill.
      const order = orderOf(id, isBuy, lots, levels);
      const entry = newEntry(id, order);
      const bar = broker.runCount;
      const isChange = changesOfBar(broker, id);
      if (isMarket(order)) {
        put({ ...order, kind: 'entry', entry, bar, ...(isChange ? { turns: 0n } : {}) });
        return;
      }
      broker.orders = broker.orders.filter((each) => each.kind === 'exit' || each.id !== id);
      const { pyramiding = 1 } = broker.settings;
      const { size, entries } = planned(broker);
      const against = isBuy ? -size : size;
      if (against < 0n && entries >= pyramiding) return;
      const turns = against > 0n && !isChange ? against : 0n;
      put({ ...order, kind: 'entry', entry, bar, turns, ...spent });
    },
    order(id, isBuy, lots, levels, group) {
      const order = orderOf(id, isBuy, lots, levels, group);
      put({ ...order, kind: 'basic', entry: newEntry(id, order) });
    },
    exit(id, levels, lots, isOfLong = broker.isLong) {
      for (const entry of entriesOf(broker, isOfLong)) {
        const bound = broker.bindings.find((each) => each.entry === entry);
        const free = bound === undefined ? null : bound.left - reserved(broker, id, entry);
        const size = lots !== undefined && free !== null && lots > free ? free : (lots ?? null);
        if ((free !== null && free <= 0n) || (size !== null && size <= 0n)) continue;
        const order = { ...orderOf(id, !isOfLong, size ?? 0n, levels), entry };
        put({ ...order, kind: 'exit', isWhole: size === null });
        // Measured in its lists: the trail of an open position has seen the close of the call.
        if (bound !== undefined) followWith(broker, order, broker.price);
      }
    },
    closeAll(isImmediate = false) {
      const open = broker.bindings.map(({ entry }) => entry);
      const order = orderOf('close', !broker.isLong, held(broker));
      put({ ...order, kind: 'exit', isImmediate, open });
    },
    cancel(id) {
      broker.orders = broker.orders.filter((each) => each.id !== id);
    },
  };
}

function sizeOf(
  broker: Broker,
  isBuy: boolean,
  given: bigint | null,
  levels: PineLevels,
): Pick<PineOrder, 'lots' | 'money'> {
  if (given !== null) return { lots: given };
  const { settings, price } = broker;
  const money = entryMoney(settings, equityAt(broker, price));
  return { lots: lotsFor(money, expectedPrice(settings, isBuy, price, levels)), money };
}

/**
 * Measured by PyneCore: a second call of a bar changes the order to its own size, and what the
 * first would have turned is not added to it.
 */
function changesOfBar({ orders, runCount: bar }: Broker, id: string): boolean {
  return orders.some((each) => each.id === id && each.kind === 'entry' && each.bar === bar);
}

/** An exit is one for each entry; all else is one by its id. */
function isSameOrder(one: PineOrder, other: PineOrder): boolean {
  const areExits = one.kind === 'exit' && other.kind === 'exit';
  return one.id === other.id && (!areExits || one.entry === other.entry);
}

/**
 * The manual, "Exits for multiple entries": without an entry's id the exit is of "each entry
 * created before or on that bar". Measured by PyneCore: those of one side, and of entries that
 * wait only such as open a position or add to it, which retain it until they have filled.
 */
function entriesOf({ bindings, orders, isLong }: Broker, isOfLong: boolean): readonly number[] {
  const isOpen = bindings.length > 0 && isLong === isOfLong;
  const open = isOpen ? bindings.map(({ entry }) => entry) : [];
  const coming = orders.flatMap(({ kind, isBuy, entry }) =>
    kind === 'exit' || isBuy !== isOfLong || entry === null ? [] : [entry],
  );
  return [...open, ...coming];
}

/** The position, below zero while short, once the market orders that wait have filled. */
function planned(broker: Broker): { readonly size: bigint; readonly entries: number } {
  const { pyramiding = 1 } = broker.settings;
  let size = broker.isLong ? held(broker) : -held(broker);
  let entries = broker.bindings.length;
  for (const order of broker.orders.filter(isMarket)) {
    const { kind, isBuy, lots } = order;
    const isAgainst = size !== 0n && isBuy !== size > 0n;
    const signed = isBuy ? lots : -lots;
    if (kind === 'exit') {
      if (!isAgainst) continue;
      size = lots >= held(broker) ? 0n : size + signed;
      if (size === 0n) entries = 0;
    } else if (isAgainst) [size, entries] = [signed, 1];
    else if (entries < pyramiding) [size, entries] = [size + signed, entries + 1];
  }
  return { size, entries };
}

/** "Each call reserves a portion of the position": what other exits hold of the entry. */
function reserved({ orders }: Broker, id: string, entry: number): bigint {
  return orders
    .filter((order) => order.kind === 'exit' && order.id !== id && order.entry === entry)
    .reduce((sum, { lots }) => sum + lots, 0n);
}

function fill(broker: Broker, order: PineOrder, at: bigint, isLimit: boolean): void {
  broker.orders = broker.orders.filter((each) => each !== order);
  const isAgainst = broker.lots.length > 0 && order.isBuy !== broker.isLong;
  if (order.kind === 'exit' && !isAgainst) return;
  const { pyramiding = 1 } = broker.settings;
  const isFull = broker.bindings.length >= pyramiding && !isAgainst;
  if (order.kind === 'entry' && isMarket(order) && isFull) return;
  const { settings } = broker;
  const { slippage = 0n } = settings;
  const slipped = order.isBuy ? at + slippage : at - slippage;
  const price = isLimit ? at : slipped;
  let left = order.money === undefined ? order.lots : lotsFor(order.money, price);
  // The manual, "Reversing positions": the open position's size is added to the entry's.
  if (order.kind === 'entry') left += order.turns ?? (isAgainst ? held(broker) : 0n);
  if (order.kind === 'exit' && order.entry !== null) {
    closeEntry(broker, order, price);
    return;
  }
  if (order.kind === 'exit' && left > held(broker)) left = held(broker);
  const filled = left;
  // Measured by PyneCore: what closes at once is listed at the close, and brings the slipped price.
  const isAtOnce = order.isImmediate === true && settings.isOnClose !== true;
  const shown = isAtOnce && !broker.isWithin ? at : price;
  if (isAgainst) left -= closeOldest(broker, left, price, shown, order.kind !== 'exit');
  if (order.kind !== 'exit' && left > 0n) {
    const { openMs } = broker.bars[broker.bar] as PineBar;
    broker.isLong = order.isBuy;
    broker.unseenFills += 1;
    broker.lots.push({ entryMs: openMs, price, bar: broker.bar, moment: broker.moment, left });
    broker.bindings.push({ entry: order.entry ?? 0, price, left });
  }
  settleGroup(broker, order, filled);
}

/** An exit takes its size, or all that is left, off its entry. */
function closeEntry(broker: Broker, { entry, isWhole, lots }: PineOrder, price: bigint): void {
  const bound = broker.bindings.find((each) => each.entry === entry);
  if (bound === undefined) return;
  const size = isWhole || lots > bound.left ? bound.left : lots;
  close(broker, size, price);
  bound.left -= size;
  broker.bindings = broker.bindings.filter(({ left }) => left > 0n);
}

/** Closes so many lots, of the entries the oldest first; how many it has closed. */
function closeOldest(
  broker: Broker,
  lots: bigint,
  price: bigint,
  shown = price,
  isByEntry = false,
): bigint {
  const closed = close(broker, lots, price, shown, isByEntry);
  let left = closed;
  for (const bound of broker.bindings) {
    const size = bound.left < left ? bound.left : left;
    bound.left -= size;
    left -= size;
  }
  broker.bindings = broker.bindings.filter((each) => each.left > 0n);
  return closed;
}

/** "The broker emulator closes the oldest entry first"; how many lots it has closed. */
function close(
  broker: Broker,
  lots: bigint,
  price: bigint,
  shown = price,
  isByEntry = false,
): bigint {
  let left = lots;
  if (lots > 0n) broker.unseenFills += 1;
  const { openMs } = broker.bars[broker.bar] as PineBar;
  for (let first = broker.lots[0]; first !== undefined && left > 0n; first = broker.lots[0]) {
    const closed = left < first.left ? left : first.left;
    const { entryMs, price: entryPrice } = first;
    const side = broker.isLong ? 'long' : 'short';
    const ends = { entryMs, exitMs: openMs };
    // Measured by PyneCore: of entries that meet at one moment the long one is the entry.
    const isSwapped = isByEntry && side === 'short' && first.moment === broker.moment;
    const trade = isSwapped
      ? ({ side: 'long', entryPrice: shown, exitPrice: entryPrice } as const)
      : ({ side, entryPrice, exitPrice: shown } as const);
    broker.trades.push({ ...trade, ...ends, lots: closed });
    broker.profit += (broker.isLong ? price - entryPrice : entryPrice - price) * closed;
    first.left -= closed;
    left -= closed;
    if (first.left === 0n) broker.lots.shift();
  }
  return lots - left;
}

/** An exit ends with its entry, also where that is cancelled; one at market with its bar. */
function endExits(broker: Broker): void {
  const known = new Set(broker.bindings.map(({ entry }) => entry));
  for (const { kind, entry } of broker.orders)
    if (kind !== 'exit' && entry !== null) known.add(entry);
  broker.orders = broker.orders.filter(
    ({ kind, entry }) => kind !== 'exit' || (entry !== null && known.has(entry)),
  );
}

/** The manual, "OCA groups": the others are cancelled, or lose the filled quantity. */
function settleGroup(broker: Broker, { group }: PineOrder, filled: bigint): void {
  if (group === null) return;
  const isOther = (each: PineOrder): boolean =>
    each.group?.name === group.name && each.group.type === group.type;
  broker.orders = broker.orders.flatMap((each) => {
    if (!isOther(each)) return [each];
    if (group.type === 'cancel' || each.lots <= filled) return [];
    return [{ ...each, lots: each.lots - filled }];
  });
}

/** At an open or a close market orders fill, and what the price has passed fills there. */
function passPoint(broker: Broker, price: bigint, isForImmediate = false, isOpen = false): void {
  let passedExits: readonly PassedExit[] | null = null;
  // Fills replace the list, so that what they take from it is still met here.
  for (const { id, entry } of byPassedStops(broker.orders, price)) {
    const order = broker.orders.find((each) => each.id === id && each.entry === entry);
    if (order === undefined || (isForImmediate && order.isImmediate !== true)) continue;
    if (isOpen && !isMarket(order)) passedExits ??= exitsPassed(broker, price);
    if (!isLive(broker, order)) {
      // At market: there is nothing that it could close.
      if (isMarket(order)) broker.orders = broker.orders.filter((each) => each !== order);
      const passed = passedExits?.find((each) => each.order === order);
      if (passed !== undefined) openByExit(broker, passed, price);
      continue;
    }
    const { isLimit, isPassed } = levelPassed(order, price);
    if (isMarket(order) || isPassed) fill(broker, order, price, isLimit);
  }
  if (!isForImmediate) follow(broker, price);
}

type PassedExit = { readonly order: PineOrder; readonly lots: bigint; readonly isLimit: boolean };

/** Exits that an open has passed once the orders at market have filled, with their sizes. */
function exitsPassed(broker: Broker, price: bigint): readonly PassedExit[] {
  return broker.orders.flatMap((order) => {
    const { kind, entry, isWhole, lots } = order;
    const bound = broker.bindings.find((each) => each.entry === entry);
    const { isLimit, isPassed } = levelPassed(order, price);
    if (kind !== 'exit' || bound === undefined || !isPassed || !isLive(broker, order)) return [];
    return [{ order, isLimit, lots: isWhole || lots > bound.left ? bound.left : lots }];
  });
}

/**
 * Measured by PyneCore (its tests 108 and 110): an exit that an open has passed together with an
 * entry which turns its position sells once more, and opens an entry of its own; where something is
 * left to close, it closes that.
 */
function openByExit(broker: Broker, { order, lots, isLimit }: PassedExit, at: bigint): void {
  broker.orders = broker.orders.filter((each) => each !== order);
  if (broker.lots.length === 0) return;
  const { slippage = 0n } = broker.settings;
  const slipped = order.isBuy ? at + slippage : at - slippage;
  const price = isLimit ? at : slipped;
  if (broker.isLong !== order.isBuy) {
    closeOldest(broker, lots, price);
    return;
  }
  const { openMs } = broker.bars[broker.bar] as PineBar;
  broker.entryCount += 1;
  broker.unseenFills += 1;
  broker.lots.push({ entryMs: openMs, price, bar: broker.bar, moment: broker.moment, left: lots });
  broker.bindings.push({ entry: broker.entryCount, price, left: lots });
}

/** The price goes from one point of the bar to the next: the nearest level is reached first. */
function passSegment(broker: Broker, from: bigint, to: bigint): void {
  let at = from;
  for (;;) {
    const isUp = to >= at;
    let nearest: Level | null = null;
    for (const level of levelsOf(broker, isUp)) {
      const { price } = level;
      const isReached = isUp ? price >= at && price <= to : price <= at && price >= to;
      if (!isReached) continue;
      const isNearer = nearest === null || (isUp ? price < nearest.price : price > nearest.price);
      if (isNearer) nearest = level;
    }
    if (nearest === null) break;
    if (at !== nearest.price) broker.moment += 1;
    at = nearest.price;
    follow(broker, at);
    if (nearest.act === 'activate') continue;
    fill(broker, nearest.order, at, nearest.act === 'limit');
    // What an entry has brought to life meets the price at which it filled.
    passPoint(broker, at);
  }
  follow(broker, to);
}

// The programs of this folder as one would write them in TypeScript: the first two over columns of
// numbers, the third with objects and closures, and once more with all that makes it faster.

export type Columns = { readonly [name: string]: Float64Array };

function column(columns: Columns, name: string): Float64Array {
  const found = columns[name];
  if (found === undefined) throw new RangeError(`there is no column ${name}`);
  return found;
}

/** What the scripts' commands count: 1 for each DoLong, 1,000 for each DoShort. */
export function smaCross(columns: Columns, rows: number): number {
  const fast = column(columns, 'fast');
  const slow = column(columns, 'slow');
  let orders = 0;
  for (let row = 0; row < rows; row += 1) {
    const fastNow = fast[row] ?? NaN;
    const slowNow = slow[row] ?? NaN;
    const fastBefore = row === 0 ? NaN : (fast[row - 1] ?? NaN);
    const slowBefore = row === 0 ? NaN : (slow[row - 1] ?? NaN);
    if (fastNow > slowNow && fastBefore <= slowBefore) orders += 1;
    else if (fastNow < slowNow && fastBefore >= slowBefore) orders += 1000;
  }
  return orders;
}

export function threeIndicators(columns: Columns, rows: number): number {
  const close = column(columns, 'close');
  const rsi = column(columns, 'rsi');
  const hist = column(columns, 'hist');
  const upper = column(columns, 'upper');
  const middle = column(columns, 'middle');
  const lower = column(columns, 'lower');
  let orders = 0;
  let holds = false;
  for (let row = 0; row < rows; row += 1) {
    const price = close[row] ?? NaN;
    const strength = rsi[row] ?? NaN;
    const isRising = row > 0 && (hist[row] ?? NaN) > (hist[row - 1] ?? NaN);
    const isCheap = strength < 40 && price < (middle[row] ?? NaN);
    const isDear = strength > 60 && price > (middle[row] ?? NaN);
    if (!holds && isRising && (isCheap || price < (lower[row] ?? NaN))) {
      holds = true;
      orders += 1;
    } else if (holds && !isRising && (isDear || price > (upper[row] ?? NaN))) {
      holds = false;
      orders += 1000;
    }
  }
  return orders;
}

type Order = { readonly side: 'buy' | 'sell'; readonly price: number; readonly amount: number };

function makeAverage(size: number): (value: number) => number {
  const window: number[] = [];
  let sum = 0;
  let at = 0;
  return (value) => {
    const old = window[at];
    if (old !== undefined) sum -= old;
    window[at] = value;
    sum += value;
    at = (at + 1) % size;
    return sum / window.length;
  };
}

function plainUpdate(bar: number): number {
  const average = makeAverage(10);
  const stats = { sum: 0, count: 0, high: -1e9, low: 1e9 };
  const prices: number[] = [];
  const levels: Record<string, number> = { support: 10, resistance: 90, pivot: 50 };
  for (let i = 1; i <= 100; i += 1) {
    const price = ((i * 7919 + bar * 31) % 100) + 0.5;
    prices.push(price);
    stats.sum += average(price);
    stats.count += 1;
    if (price > stats.high) stats.high = price;
    if (price < stats.low) stats.low = price;
    const order: Order = { side: i % 2 === 0 ? 'buy' : 'sell', price, amount: i };
    if (order.side === 'buy') stats.sum += order.price * order.amount;
    else stats.sum -= order.price * order.amount;
    const name = i % 3 === 0 ? 'support' : i % 3 === 1 ? 'resistance' : 'pivot';
    levels[name] = (levels[name] ?? 0) + 1;
  }
  for (const price of prices) stats.sum += price;
  for (const [key, value] of Object.entries(levels)) stats.sum += value + key.length;
  return stats.sum / stats.count + stats.high - stats.low;
}

export function plain(_: Columns, rows: number): number {
  let total = 0;
  for (let bar = 1; bar <= rows; bar += 1) total += plainUpdate(bar);
  return total;
}

const LEVEL_CHARACTERS = 'support'.length + 'resistance'.length + 'pivot'.length;

/** The same without objects, closures or growing lists. */
export function plainOptimised(_: Columns, rows: number): number {
  const window = new Float64Array(10);
  const prices = new Float64Array(100);
  const levels = new Float64Array(3);
  let total = 0;
  for (let bar = 1; bar <= rows; bar += 1) {
    let [sum, high, low, inWindow, filled, at] = [0, -1e9, 1e9, 0, 0, 0];
    levels[0] = 10;
    levels[1] = 90;
    levels[2] = 50;
    for (let i = 1; i <= 100; i += 1) {
      const price = ((i * 7919 + bar * 31) % 100) + 0.5;
      prices[i - 1] = price;
      if (filled === 10) inWindow -= window[at] ?? 0;
      else filled += 1;
      window[at] = price;
      inWindow += price;
      at = at === 9 ? 0 : at + 1;
      sum += inWindow / filled;
      if (price > high) high = price;
      if (price < low) low = price;
      sum += (i & 1) === 0 ? price * i : -price * i;
      levels[i % 3] = (levels[i % 3] ?? 0) + 1;
    }
    for (const price of prices) sum += price;
    for (const level of levels) sum += level;
    total += (sum + LEVEL_CHARACTERS) / 100 + high - low;
  }
  return total;
}

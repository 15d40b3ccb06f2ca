// The idiomatic hand-written program that table-mix.lua is compared with.

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

export function tableMix(): number {
  let total = 0;
  for (let bar = 1; bar <= 2000; bar += 1) {
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
    total += stats.sum / stats.count + stats.high - stats.low;
  }
  return total;
}

// The hand-written program that fibonacci.lua is compared with.

function fib(n: number): number {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

export function fibonacci(): number {
  return fib(27);
}

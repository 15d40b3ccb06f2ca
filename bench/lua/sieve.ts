// The hand-written program that sieve.lua is compared with.

export function sieve(): number {
  let count = 0;
  for (let round = 1; round <= 10; round += 1) {
    const flags: boolean[] = [];
    for (let i = 0; i <= 8192; i += 1) flags.push(true);
    for (let i = 2; i <= 8192; i += 1) {
      if (flags[i] !== true) continue;
      for (let k = i + i; k <= 8192; k += i) flags[k] = false;
      count += 1;
    }
  }
  return count;
}

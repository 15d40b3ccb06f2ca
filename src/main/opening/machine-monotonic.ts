// The clock that counts since the machine started: the same in all processes, set by nobody.

export function machineMonotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}

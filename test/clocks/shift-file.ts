// The file in which a test process says how far its clock is from that of the machine, for a server
// that is to have the same time; shift-clock.c reads it.

import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';

/** Makes the file, with no shift. */
export function makeShiftFile(shiftFile: string): void {
  writeFileSync(shiftFile, new Uint8Array(8), { mode: 0o644 });
}

/** From now on the server's time is so much later than that of the machine. */
export function writeShift(shiftFile: string, shiftMs: number): void {
  const bytes = new Uint8Array(new BigInt64Array([BigInt(Math.round(shiftMs)) * 1_000n]).buffer);
  // In its place: the server has the file mapped.
  const file = openSync(shiftFile, 'r+');
  writeSync(file, bytes, 0, bytes.length, 0);
  closeSync(file);
}

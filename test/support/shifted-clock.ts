// Loaded before a program to give it a wrong wall clock, by TEST_CLOCK_SHIFT_MS milliseconds. Its
// monotonic counter is as right as that of any other.

const shiftMs = Number(process.env['TEST_CLOCK_SHIFT_MS']);
const RightDate = Date;
const rightNow = Date.now.bind(Date);

class ShiftedDate extends RightDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(rightNow() + shiftMs);
    else super(...(given as [number]));
  }

  static override now(): number {
    return rightNow() + shiftMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;

// Loaded before a program to give it a wrong wall clock, by TEST_CLOCK_SHIFT_MS milliseconds. Its
// monotonic counter is as right as that of any other.

const shiftMs = Number(process.env['TEST_CLOCK_SHIFT_MS']);
const rightNow = Date.now.bind(Date);
const wrongNow = (): number => rightNow() + shiftMs;

globalThis.Date = new Proxy(Date, {
  construct: (right, given): Date =>
    Reflect.construct(right, given.length === 0 ? [wrongNow()] : given) as Date,
  get: (right, name): unknown => (name === 'now' ? wrongNow : Reflect.get(right, name)),
});

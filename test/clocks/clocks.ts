// The instants in which a test that reads the clock twice, or calculates with days, fails: the last
// millisecond of a minute, of an hour, a day, a month, a year, before a leap day, and before both
// changes of summer time in Europe and in America.

export type TestClock = {
  /** The last millisecond of each is reached in every test. */
  readonly name: string;
  /** Begins with this instant; null takes the present one. */
  readonly startsAt: string | null;
  /**
   * The boundary is that of the next period of so many milliseconds; null: each test begins again
   * before `startsAt`.
   */
  readonly periodMs: number | null;
  readonly timeZone: string;
};

const again = (name: string, startsAt: string, timeZone = 'UTC'): TestClock => ({
  name,
  startsAt,
  periodMs: null,
  timeZone,
});

export const TEST_CLOCKS: readonly TestClock[] = [
  { name: 'minute', startsAt: null, periodMs: 60_000, timeZone: 'UTC' },
  { name: 'second', startsAt: null, periodMs: 1_000, timeZone: 'UTC' },
  again('hour', '2027-01-12T15:00:00Z'),
  again('day', '2027-01-13T00:00:00Z'),
  again('month', '2027-05-01T00:00:00Z'),
  again('year', '2027-01-01T00:00:00Z'),
  again('leap-day', '2028-02-29T00:00:00Z'),
  again('after-leap-day', '2028-03-01T00:00:00Z'),
  again('summer-time', '2027-03-28T01:00:00Z', 'Europe/Berlin'),
  again('winter-time', '2027-10-31T01:00:00Z', 'Europe/Berlin'),
  again('summer-time-new-york', '2027-03-14T07:00:00Z', 'America/New_York'),
  again('winter-time-new-york', '2027-11-07T06:00:00Z', 'America/New_York'),
  again('local-midnight', '2027-03-14T08:00:00Z', 'America/Los_Angeles'),
  again('far-east', '2026-12-31T10:00:00Z', 'Pacific/Kiritimati'),
];

/** What the preload gets. */
export type ClockOrder = {
  readonly boundaryMs: number;
  readonly periodMs: number | null;
  /** Chooses the place of the boundary for each test. */
  readonly seed: number;
};

export function orderOf(
  { startsAt, periodMs }: TestClock,
  nowMs: number,
  seed: number,
): ClockOrder {
  const boundaryMs = startsAt === null ? after(nowMs, periodMs ?? 1) : Date.parse(startsAt);
  return { boundaryMs, periodMs, seed };
}

/** The first boundary of the period that is later than the instant. */
export function after(instantMs: number, periodMs: number): number {
  return (Math.floor(instantMs / periodMs) + 1) * periodMs;
}

/**
 * The boundary comes after so many reads of the clock: of those that a test file makes itself, or
 * of all, also those of what it calls.
 */
export type BoundaryPlace = { readonly reads: number; readonly areOwn: boolean };

const OWN: readonly BoundaryPlace[] = [1, 2, 3].map((reads) => ({ reads, areOwn: true }));
const ALL: readonly BoundaryPlace[] = [1, 2, 3, 5, 8, 12, 20, 32, 50, 80].map((reads) => ({
  reads,
  areOwn: false,
}));
/** The first is chosen as often as all that count other reads. */
const PLACES: readonly BoundaryPlace[] = [
  ...ALL.map(() => OWN[0]),
  ...OWN.slice(1),
  ...ALL,
].flatMap((place) => place ?? []);

/** Where the boundary is among the reads of a test. */
export function placeFor({ seed }: ClockOrder, name: string): BoundaryPlace {
  let mixed = Math.imul(seed, 0x9e37_79b1) >>> 0;
  for (const character of name)
    mixed = Math.imul(mixed ^ (character.codePointAt(0) ?? 0), 0x0100_0193) >>> 0;
  const place = PLACES[((mixed ^ (mixed >>> 15)) >>> 0) % PLACES.length];
  if (place === undefined) throw new Error('A remainder is a place in the list.');
  return place;
}

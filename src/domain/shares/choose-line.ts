// Chooses the next tenant where several wait for the same places: first the tenant that has the
// fewest running for its weight, among equals in turn, and whoever waits longest. So places are
// never idle while somebody waits, tenants that wait come to have equally many, and a tenant alone
// has all.

/** What one member of a tenant has waiting and running. A tenant without members is its own. */
export type Line = {
  readonly tenantId: string;
  readonly memberId: string;
  readonly waitingCount: number;
  readonly runningCount: number;
  /** Of its oldest that waits; what came earlier is lower. */
  readonly oldest: number;
};

/** Remembers who had how many turns; one for each place that chooses. */
export type TurnRecord = {
  /** Turns that each tenant and each member had, in shares of its weight; by `placeOf`. */
  readonly passes: Map<string, number>;
  /** Where those begin who come new. */
  floor: number;
  /**
   * When a tenant's or a member's latest ended, on the scale of `oldest`: it lines up anew then.
   */
  readonly endings: Map<string, number>;
};

export type ChoiceRules = {
  /** The most shares of one tenant: it has one for each of its members, up to so many. */
  readonly sharesMax: number;
  /** Only a tenant that has nothing running may go. */
  readonly isForIdle: boolean;
};

/** Record without tenants. */
export function turnRecord(): TurnRecord {
  return { passes: new Map(), floor: 0, endings: new Map() };
}

/** To be informed of each that began, so that who came meanwhile is before its tenant. */
export function noteEnding(
  { endings }: TurnRecord,
  { tenantId, memberId }: Pick<Line, 'tenantId' | 'memberId'>,
  at: number,
): void {
  endings.set(tenantId, at);
  endings.set(placeOf({ tenantId, memberId }), at);
}

/** A tenant among those that wait, or a member among those of its tenant. */
type Claimant = {
  readonly place: string;
  readonly runningCount: number;
  readonly weight: number;
  readonly oldest: number;
};

/**
 * The line whose oldest goes next, which counts as its turn; null when none may go. `lines` are all
 * that have something waiting or running, each member once.
 */
export function chooseLine(
  record: TurnRecord,
  lines: readonly Line[],
  rules: ChoiceRules,
): Line | null {
  const tenants = Map.groupBy(lines, ({ tenantId }) => tenantId);
  keepPassesOf(record, lines);
  const claimants: Claimant[] = [];
  for (const [tenantId, members] of tenants) {
    const claimant = claimantOf(tenantId, members, rules);
    if (claimant !== null) claimants.push(claimant);
  }
  const tenant = firstOf(record, claimants);
  if (tenant === null) return null;
  const waiting = (tenants.get(tenant.place) ?? []).filter(({ waitingCount }) => waitingCount > 0);
  const member = firstOf(
    record,
    waiting.map((line) => ({ ...line, place: placeOf(line), weight: 1 })),
  );
  if (member === null) return null;
  countTurn(record, tenant);
  countTurn(record, member);
  return waiting.find((line) => placeOf(line) === member.place) ?? null;
}

/** Null for a tenant that has nothing waiting, or may not go. */
function claimantOf(
  tenantId: string,
  members: readonly Line[],
  { sharesMax, isForIdle }: ChoiceRules,
): Claimant | null {
  const oldest = members.reduce(
    (least, line) => (line.waitingCount > 0 ? Math.min(least, line.oldest) : least),
    Infinity,
  );
  const runningCount = members.reduce((sum, line) => sum + line.runningCount, 0);
  if (oldest === Infinity || (isForIdle && runningCount > 0)) return null;
  const weight = Math.min(sharesMax, members.length);
  return { place: tenantId, runningCount, weight, oldest };
}

/** A tenant's id holds no space, so no member has the place of a tenant. */
function placeOf({ tenantId, memberId }: Pick<Line, 'tenantId' | 'memberId'>): string {
  return `${tenantId} ${memberId}`;
}

function firstOf(record: TurnRecord, claimants: readonly Claimant[]): Claimant | null {
  let first: Claimant | null = null;
  for (const one of claimants) if (first === null || isBefore(record, one, first)) first = one;
  return first;
}

function isBefore(record: TurnRecord, one: Claimant, other: Claimant): boolean {
  const load = one.runningCount / one.weight - other.runningCount / other.weight;
  if (load !== 0) return load < 0;
  const turns = passOf(record, one.place) - passOf(record, other.place);
  return turns === 0 ? sinceOf(record, one) < sinceOf(record, other) : turns < 0;
}

/** Since when it has been in line. */
function sinceOf({ endings }: TurnRecord, { place, oldest }: Claimant): number {
  return Math.max(oldest, endings.get(place) ?? -Infinity);
}

function passOf({ passes, floor }: TurnRecord, place: string): number {
  return passes.get(place) ?? floor;
}

function countTurn(record: TurnRecord, { place, weight }: Claimant): void {
  record.passes.set(place, passOf(record, place) + 1 / weight);
}

/**
 * Turns count among those that wait at the same time: who comes new, or comes back, begins with the
 * one that had the fewest, so that nobody saves turns up.
 */
function keepPassesOf(record: TurnRecord, lines: readonly Line[]): void {
  const { passes, endings } = record;
  const waiting = new Set<string>();
  const present = new Set<string>();
  for (const line of lines) {
    for (const place of [line.tenantId, placeOf(line)]) {
      present.add(place);
      if (line.waitingCount > 0) waiting.add(place);
    }
  }
  const known = [...waiting].flatMap((place) => passes.get(place) ?? []);
  if (known.length > 0) record.floor = known.reduce((least, pass) => Math.min(least, pass));
  for (const [place, pass] of passes) {
    if (!present.has(place)) passes.delete(place);
    else if (!waiting.has(place)) passes.set(place, Math.max(pass, record.floor));
  }
  for (const place of endings.keys()) if (!present.has(place)) endings.delete(place);
  for (const place of waiting) if (!passes.has(place)) passes.set(place, record.floor);
}

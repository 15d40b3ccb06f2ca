// The report of a partner: what its end users used in a period, and what that costs by the tariff
// that held when the period began. A past period has the same report whenever it is requested.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, decimalFromInteger, divideDecimal, ZERO } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS, HOUR_MS, minuteStartMs } from '#lib/time.ts';
import type { BillLine } from '#domain/plan/tariff.ts';
import { amountDue, billLines } from '#domain/plan/tariff.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { PartnerStore } from '#ports/stores/partner-store.ts';
import type {
  BotUsage,
  PartnerUsage,
  PartnerUsageStore,
  Period,
  UserTurnover,
} from '#ports/stores/partner-usage-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { tariffAt } from '#services/partner-reports/tariffs.ts';
import { reachOf } from '#services/partners/partner-deps.ts';

export type ReportDeps = {
  readonly partners: Pick<PartnerStore, 'listTariffs'>;
  readonly usage: PartnerUsageStore;
  readonly clock: Clock;
};

/** Volumes in one currency. */
export type Volume = {
  readonly currency: string;
  readonly spot: Decimal;
  readonly futures: Decimal;
};

export type ReportFigures = {
  readonly botsCreated: number;
  readonly botsRunning: number;
  readonly botHours: Decimal;
  readonly ordersFilled: number;
  readonly backtests: number;
  /** In the report's currency, and in all. */
  readonly volume: Volume;
  readonly volumes: readonly Volume[];
};

export type Report = {
  readonly period: Period;
  readonly generatedAtMs: number;
  readonly currency: string;
  readonly usersCount: number;
  readonly activeUsersCount: number;
  readonly signals: number;
  readonly totals: ReportFigures;
  readonly lines: readonly BillLine[];
  /** Null: there was no tariff when the period began. */
  readonly amountDue: Decimal | null;
  /** One page of those that used something, sorted by id. */
  readonly users: readonly (ReportFigures & { readonly userId: string })[];
  /** Where the next page of users begins after; null on the last one. */
  readonly lastUserId: string | null;
};

export type ReportCommand = {
  readonly caller: Pick<Principal, 'userId' | 'endUserId'>;
  /** Cut to whole minutes. Null: when the month of the end began. */
  readonly fromMs: number | null;
  /** Cut to whole minutes. Null: now. */
  readonly toMs: number | null;
  /** Which page of users; the rest of the report is the same on each. */
  readonly afterUserId: string | null;
  readonly limit: number;
};

/** `detail` says what was expected. */
export type ReportRejection = { readonly parameter: 'from' | 'to'; readonly detail: string };

/** What a report without a tariff shows volumes in. */
const USUAL_CURRENCY = 'USDT';

/** Report of a period, with a page of its end users; amounts are null without a tariff. */
export async function makeReport(
  deps: ReportDeps,
  { caller, fromMs, toMs, afterUserId, limit }: ReportCommand,
): Promise<Result<Report, ReportRejection>> {
  const nowMs = deps.clock.nowMs();
  const requested = periodOf(fromMs, toMs, nowMs);
  if (!requested.ok) return requested;
  const period = requested.value;
  // What is still to come is not counted as if it were certain.
  const counted = { ...period, toMs: Math.min(period.toMs, minuteStartMs(nowMs)) };
  const reach = reachOf(caller);
  const tariff = await tariffAt(deps, caller.userId, period.fromMs);
  const question = { ...counted, reach, months: monthsOf(counted) };
  const usage = await deps.usage.readUsage(question);
  const currency = tariff?.currency ?? USUAL_CURRENCY;
  const totals = figuresOf(usage.users, usage.turnovers, currency);
  const users = usersOf(usage, currency, afterUserId ?? '', limit + 1);
  const isLast = users.length <= limit;
  const shown = users.slice(0, limit);
  const lines = tariff === null ? [] : billLines(tariff, quantitiesOf(usage, totals));
  return accepted({
    period,
    generatedAtMs: nowMs,
    currency,
    usersCount: usage.users.length,
    activeUsersCount: usage.users.filter(({ botsRan }) => botsRan > 0).length,
    signals: usage.signals,
    totals,
    lines,
    amountDue: tariff === null ? null : amountDue(lines),
    users: shown,
    lastUserId: isLast ? null : (shown.at(-1)?.userId ?? null),
  });
}

function periodOf(
  requestedFromMs: number | null,
  requestedToMs: number | null,
  nowMs: number,
): Result<Period, ReportRejection> {
  const toMs = minuteStartMs(requestedToMs ?? nowMs);
  // Of a month that has just begun, the one before is what there is to report.
  const fromMs = minuteStartMs(requestedFromMs ?? monthStartMs(Math.max(0, toMs - 1), 0));
  const { reportDaysMax } = LIMITS;
  if (fromMs >= minuteStartMs(nowMs))
    return rejected({ parameter: 'from', detail: 'expected a minute that is over.' });
  if (toMs <= fromMs)
    return rejected({ parameter: 'to', detail: 'expected a later minute than that of "from".' });
  if (toMs - fromMs > reportDaysMax * DAY_MS) {
    const detail = `expected at most ${reportDaysMax} days after "from".`;
    return rejected({ parameter: 'to', detail });
  }
  return accepted({ fromMs, toMs });
}

/** The calendar months, in UTC, of a period; the first and the last may be parts of one. */
function monthsOf({ fromMs, toMs }: Period): readonly Period[] {
  const months: Period[] = [];
  for (let at = fromMs; at < toMs;) {
    const next = Math.min(monthStartMs(at, 1), toMs);
    months.push({ fromMs: at, toMs: next });
    at = next;
  }
  return months;
}

function monthStartMs(atMs: number, monthsLater: number): number {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsLater, 1);
}

function quantitiesOf({ users, signals }: PartnerUsage, totals: ReportFigures) {
  const { botHours, ordersFilled, volume, backtests } = totals;
  return {
    active_bot: decimalFromInteger(sumOf(users, ({ botMonths }) => botMonths)),
    bot_hour: botHours,
    active_user: decimalFromInteger(sumOf(users, ({ activeMonths }) => activeMonths)),
    filled_order: decimalFromInteger(ordersFilled),
    traded_volume: addDecimal(volume.spot, volume.futures),
    backtest: decimalFromInteger(backtests),
    signal: decimalFromInteger(signals),
  };
}

/** At most so many, from behind an id on. */
function usersOf(
  { users, turnovers }: PartnerUsage,
  currency: string,
  afterUserId: string,
  count: number,
): Report['users'] {
  const byUser = Map.groupBy(turnovers, ({ userId }) => userId);
  return users
    .filter(({ userId, botsCreated, botsRan, backtests }) => {
      const hasUsed = botsCreated + botsRan + backtests > 0 || byUser.has(userId);
      return hasUsed && userId > afterUserId;
    })
    .slice(0, count)
    .map((each) => {
      const { userId } = each;
      return { userId, ...figuresOf([each], byUser.get(userId) ?? [], currency) };
    });
}

function figuresOf(
  users: readonly BotUsage[],
  turnovers: readonly UserTurnover[],
  currency: string,
): ReportFigures {
  const byCurrency = Map.groupBy(turnovers, (each) => each.currency);
  const volumes = [...byCurrency].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const ranMs = decimalFromInteger(sumOf(users, (each) => each.ranMs));
  return {
    botsCreated: sumOf(users, ({ botsCreated }) => botsCreated),
    botsRunning: sumOf(users, ({ botsRan }) => botsRan),
    botHours: divideDecimal(ranMs, decimalFromInteger(HOUR_MS), 'half_even'),
    ordersFilled: sumOf(turnovers, ({ ordersFilled }) => ordersFilled),
    backtests: sumOf(users, ({ backtests }) => backtests),
    volume: volumeOf(currency, byCurrency.get(currency) ?? []),
    volumes: volumes.map(([each, rows]) => volumeOf(each, rows)),
  };
}

function volumeOf(currency: string, rows: readonly UserTurnover[]): Volume {
  const of = (type: UserTurnover['marketType']) =>
    rows
      .filter(({ marketType }) => marketType === type)
      .reduce((sum, { volume }) => addDecimal(sum, volume), ZERO);
  return { currency, spot: of('spot'), futures: of('futures') };
}

function sumOf<Row>(rows: readonly Row[], count: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + count(row), 0);
}

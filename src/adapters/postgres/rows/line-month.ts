// Numbers of log lines: the month that a line was written in (UTC, since January 1970) is above the
// lowest 40 bits, so that a part of `bot_log_lines` is a range of numbers.

const MONTHS_OF_YEAR = 12;
const FIRST_YEAR = 1970;
const OF_MONTH = 2 ** 40;

/** Those below have no month: their lines were written before there were parts. */
export const FIRST_OF_MONTHS = OF_MONTH;

/** Months since January of the first year that is counted, in UTC. */
export function monthOf(ms: number): number {
  const date = new Date(ms);
  return (date.getUTCFullYear() - FIRST_YEAR) * MONTHS_OF_YEAR + date.getUTCMonth();
}

/** The first number of a month. */
export function firstOfMonth(month: number): number {
  return month * OF_MONTH;
}

/** Such as `2026-11`. */
export function monthName(month: number): string {
  const year = FIRST_YEAR + Math.floor(month / MONTHS_OF_YEAR);
  return `${year}-${String((month % MONTHS_OF_YEAR) + 1).padStart(2, '0')}`;
}

/** Of the table of a month, such as `bot_log_lines_2026_11`; null: another table. */
export function monthOfTable(prefix: string, table: string): number | null {
  const [, begin, year, month] = /^(\w+)_(\d{4})_(\d{2})$/.exec(table) ?? [];
  if (begin !== prefix || year === undefined || month === undefined) return null;
  return (Number(year) - FIRST_YEAR) * MONTHS_OF_YEAR + Number(month) - 1;
}

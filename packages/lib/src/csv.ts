// Lines of comma-separated values (RFC 4180) that a spreadsheet shows as they are: what it would
// take for a formula begins with an apostrophe.

export type CsvCell = string | number | boolean | null;

/** With the end of the line; null is an empty cell. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => quoted(harmless(cell === null ? '' : String(cell)))).join(',')}\r\n`;
}

/** A number may begin with a sign; letters of full width count like the others in some programs. */
const FORMULA = /^[=+\-@\t\r\n|%＝＋－＠]/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

function harmless(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// Text with columns: rows and cells between delimiters, cells in double quotes where they hold one.

const QUOTE = '"';

type Reading = { readonly text: string; position: number };

function startsWith({ text, position }: Reading, delimiter: string): boolean {
  return delimiter !== '' && text.startsWith(delimiter, position);
}

/** A cell in quotes, a doubled quote standing for one. */
function readQuoted(reading: Reading): string {
  const { text } = reading;
  const parts: string[] = [];
  let from = reading.position + 1;
  for (;;) {
    const end = text.indexOf(QUOTE, from);
    if (end < 0) {
      reading.position = text.length;
      return parts.join('') + text.slice(from);
    }
    parts.push(text.slice(from, end));
    if (text[end + 1] !== QUOTE) {
      reading.position = end + 1;
      return parts.join('');
    }
    parts.push(QUOTE);
    from = end + 2;
  }
}

function readCell(reading: Reading, column: string, row: string): string {
  const quoted = reading.text[reading.position] === QUOTE ? readQuoted(reading) : '';
  const start = reading.position;
  while (reading.position < reading.text.length) {
    if (startsWith(reading, column) || startsWith(reading, row)) break;
    reading.position += 1;
  }
  return quoted + reading.text.slice(start, reading.position);
}

/** Rows of cells; a line break at the end begins no row, a carriage return ends a cell. */
export function readDelimited(text: string, column: string, row: string): string[][] {
  const reading: Reading = { text, position: 0 };
  const rows: string[][] = [];
  let cells: string[] = [];
  while (reading.position < text.length) {
    const cell = readCell(reading, column, row);
    cells.push(row === '\n' && cell.endsWith('\r') ? cell.slice(0, -1) : cell);
    if (startsWith(reading, column)) {
      reading.position += column.length;
      if (reading.position === text.length) cells.push('');
      continue;
    }
    reading.position += row.length;
    rows.push(cells);
    cells = [];
  }
  if (cells.length > 0) rows.push(cells);
  return rows;
}

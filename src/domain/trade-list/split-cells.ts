// Lines of separated values as cells, with the place of each: quotes, doubled quotes and line ends
// inside of quotes as RFC 4180 has them.

export type Cell = { readonly text: string; readonly column: number };
export type CellRow = { readonly line: number; readonly cells: readonly Cell[] };

const SEPARATORS = [',', ';', '\t'] as const;

/** Rows that are not blank. Lines and columns (of characters) count from 1 on. */
export function splitCells(text: string): readonly CellRow[] {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const separator = separatorOf(source);
  const rows: CellRow[] = [];
  let cells: Cell[] = [];
  let [line, column, rowLine, cellColumn] = [1, 1, 1, 1];
  let [value, isQuoted, wasQuoted] = ['', false, false];
  const endCell = (): void => {
    cells.push({ text: wasQuoted ? value : value.trim(), column: cellColumn });
    [value, wasQuoted, cellColumn] = ['', false, column + 1];
  };
  const endRow = (): void => {
    endCell();
    if (cells.some((cell) => cell.text !== '')) rows.push({ line: rowLine, cells });
    cells = [];
  };
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] as string;
    if (isQuoted) {
      if (character === '"' && source[at + 1] === '"') [value, at] = [`${value}"`, at + 1];
      else if (character === '"') isQuoted = false;
      else value += character;
    } else if (character === '"' && value.trim() === '')
      [isQuoted, wasQuoted, value] = [true, true, ''];
    else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') value += character;
    column += 1;
    if (character !== '\n') continue;
    [line, column] = [line + 1, 1];
    if (!isQuoted) [rowLine, cellColumn] = [line, 1];
  }
  endRow();
  return rows;
}

/** The one that the first line has most of, outside of quotes. */
function separatorOf(source: string): string {
  const [first = ''] = source.replaceAll(/"[^"]*"/g, '').split('\n', 1);
  const counts = SEPARATORS.map((separator) => first.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

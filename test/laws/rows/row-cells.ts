// The cells of one list: each field of its first row, damaged in each way.

import type { TriedCell } from '../law.ts';
import { damagesOf } from './damages.ts';
import { judgeFreeFill, judgeLookUp, judgeOthersLookUp, judgeRow } from './judge-row.ts';
import type { RowList } from './row-list.ts';

const NAME_FIELDS = new Set(['clientOid', 'text', 'client_order_id']);

export async function* cellsOf(
  participant: string,
  list: RowList,
  isChosen: (index: number) => boolean,
): AsyncGenerator<TriedCell> {
  if (list.free !== undefined)
    yield { participant, cell: 'nothing was charged', verdict: judgeFreeFill(list) };
  for (const [index, damage] of damagesOf(list.rows[0]).entries()) {
    if (!isChosen(index)) continue;
    yield { participant, cell: damage.title, verdict: judgeRow(list, damage) };
    if (list.lookUp === undefined) continue;
    const verdict = await judgeLookUp(list, damage);
    yield { participant, cell: `${damage.title}, of ours`, verdict };
  }
  if (list.lookUp === undefined) return;
  for (const [index, damage] of damagesOf(list.rows[1]).entries())
    if (isChosen(index) && isNamedOtherwise(list, damage.row)) {
      const verdict = await judgeOthersLookUp(list, damage);
      yield { participant, cell: `${damage.title}, of another`, verdict };
    }
}

/** What can be read of the row says that it is none of ours. */
function isNamedOtherwise({ rows }: RowList, row: unknown): boolean {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return false;
  const names = Object.entries(rows[0] as object).filter(([name]) => NAME_FIELDS.has(name));
  const fields = row as Readonly<Record<string, unknown>>;
  return names.every(
    ([name, own]) =>
      typeof fields[name] === 'string' && fields[name] !== '' && fields[name] !== own,
  );
}

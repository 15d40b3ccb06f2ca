// Violations of law 5 in small lists of their own, each of which a cell has to find.

import { UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import type { PlantedViolation, Verdict } from '../law.ts';
import { cellsOf } from './row-cells.ts';
import type { Reading, RowList } from './row-list.ts';

/** A small list of its own, read as `read` does. */
function smallList(
  kind: RowList['kind'],
  read: (rows: readonly unknown[]) => Partial<Reading>,
  rest: Partial<RowList> = {},
): RowList {
  const nothing = { stop: null, items: [], missingCount: 0, namedCount: 0 };
  return {
    name: 'planted',
    kind,
    rows: [
      { id: 1, fee: '0.1', currency: 'BTC' },
      { id: 2, fee: '0.1', currency: 'BTC' },
    ],
    read: (rows) => ({ ...nothing, ...read(rows) }),
    ...rest,
  };
}

function itemOf(row: unknown): string {
  const { id, fee, currency } = (row ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof id !== 'number' || typeof fee !== 'string' || typeof currency !== 'string')
    throw new UnreadableReply('a field is missing');
  if (currency === '') throw new UnreadableReply('"currency" is not a text.');
  return `${id} ${fee} ${currency}`;
}

function isReadable(row: unknown): boolean {
  try {
    itemOf(row);
    return true;
  } catch {
    return false;
  }
}

/** Drops what cannot be read without a word. */
const SILENT = (rows: readonly unknown[]): Partial<Reading> => ({
  items: rows.filter(isReadable).map(itemOf),
});

/** Names what it drops, and says nothing of what that leaves unknown. */
const NAMED = (rows: readonly unknown[]): Partial<Reading> => ({
  ...SILENT(rows),
  namedCount: rows.filter((row) => !isReadable(row)).length,
});

const FREE = { id: 1, fee: '0', currency: '' };

/** As it should be. */
function said(rows: readonly unknown[]): Partial<Reading> {
  const named = NAMED(rows);
  return { ...named, missingCount: named.namedCount ?? 0 };
}

function planted(name: string, list: RowList): PlantedViolation {
  return {
    name,
    async find() {
      for await (const cell of cellsOf('planted', list, () => true))
        if (isBroken(cell.verdict)) return cell;
      return null;
    },
  };
}

function isBroken({ kind }: Verdict): boolean {
  return kind === 'broken';
}

function plantedViolations(): readonly PlantedViolation[] {
  const withoutNet = (rows: readonly unknown[]): Partial<Reading> => {
    try {
      return { items: rows.map(itemOf) };
    } catch (error) {
      return { stop: String(error) };
    }
  };
  const first = { id: 1, fee: '0.1', currency: 'BTC' };
  const lookUp = async (rows: readonly unknown[]): Promise<string> =>
    rows.filter(isReadable).some((row) => itemOf(row) === itemOf(first)) ? 'found' : 'absent';
  return [
    planted('a map without a net', smallList('public', withoutNet)),
    planted('a row that is left out without a word', smallList('public', SILENT)),
    planted('an unreadable balance that reads as zero', smallList('balances', NAMED)),
    planted('an unreadable position that reads as flat', smallList('positions', NAMED)),
    planted('an order that has fewer fills than it has', smallList('order fills', NAMED)),
    planted('a fee of zero that needs a currency', smallList('fills', said, { free: FREE })),
    planted('an order of ours that reads as absent', smallList('orders', said, { lookUp })),
  ];
}

export const PLANTED_ROWS = plantedViolations();

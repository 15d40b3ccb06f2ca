// The judge of law 5: one bad row costs itself.

import type { Damage } from './damages.ts';
import type { Reading, RowList } from './row-list.ts';
import { broken, excused, HELD } from '../law.ts';
import type { Verdict } from '../law.ts';

/** Of a list with a damaged row before one that is whole. */
export function judgeRow(list: RowList, damage: Damage): Verdict {
  const { kind, rows, read } = list;
  const [first, second] = rows;
  const whole = read([first, second]);
  const found = read([damage.row, second]);
  if (kind === 'order fills') return judgeOfOneOrder(list, damage, whole, found);
  const isByPlace = list.isByPlace === true;
  const alone = isByPlace ? { ...whole, items: whole.items.slice(1) } : read([second]);
  if (alone.stop !== null || whole.stop !== null || whole.items.length <= alone.items.length)
    return broken(`the rows as they are cannot be read: ${alone.stop ?? whole.stop ?? 'no item'}`);
  if (found.stop !== null) return broken(`the whole list is lost: ${found.stop}`);
  const others = alone.items.filter((item) => !found.items.includes(item));
  if (others.length > 0) return broken(`the other row is not what it was: ${others.join()}`);
  const extraCount = found.items.length - alone.items.length;
  if (extraCount > 0 || isNamed(list, found)) return HELD;
  const isFilter = list.filters?.includes(damage.field) === true;
  if (isFilter && damage.isForeign)
    return excused('a word that is none of ours tells another list');
  if (isFilter) return excused('where this field is missing, the row is of another list');
  return broken('the row is left out, and nothing says so');
}

/** What it leaves unknown must not read as nothing. */
function isNamed({ kind }: RowList, { namedCount, missingCount }: Reading): boolean {
  switch (kind) {
    case 'public':
    case 'events':
    case 'frames':
      return namedCount > 0;
    case 'balances':
    case 'positions':
    case 'orders':
    case 'fills':
    case 'order fills':
      return missingCount > 0;
  }
}

/** It is not known what the order came to without the row. */
function judgeOfOneOrder(
  { filters }: RowList,
  damage: Damage,
  whole: Reading,
  found: Reading,
): Verdict {
  if (whole.stop !== null) return broken(`the rows as they are cannot be read: ${whole.stop}`);
  if (found.stop !== null) return HELD;
  if (damage.isForeign && filters?.includes(damage.field) === true)
    return excused('another id is that of another order');
  return found.items.length >= whole.items.length
    ? HELD
    : broken('the order has fewer fills than it has');
}

/** Where nothing was charged, the fill needs no currency. */
export function judgeFreeFill({ rows, read, free }: RowList): Verdict {
  const [, second] = rows;
  const alone = read([second]);
  const found = read([free, second]);
  return found.stop === null && found.items.length > alone.items.length
    ? HELD
    : broken('a fill without a fee is not read');
}

/** An order of ours whose row is damaged is found, or unknown: never absent. */
export async function judgeLookUp(list: RowList, damage: Damage): Promise<Verdict> {
  const { lookUp, rows } = list;
  if (lookUp === undefined) return HELD;
  if (damage.isForeign && list.filters?.includes(damage.field) === true)
    return excused('another name is that of another order');
  const found = await lookUp([damage.row, rows[1]]);
  return found === 'absent' || found === 'forgotten'
    ? broken(`an order of ours is said to be "${found}"`)
    : HELD;
}

/** An order of nobody's that cannot be read keeps no search from its end. */
export async function judgeOthersLookUp(list: RowList, damage: Damage): Promise<Verdict> {
  const { lookUp } = list;
  if (lookUp === undefined) return HELD;
  const found = await lookUp([damage.row]);
  return found === 'absent' ? HELD : broken(`the search ends with "${found}"`);
}

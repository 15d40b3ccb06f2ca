// Damages of one field of a row by an exchange: leave it out, empty it, or spell it otherwise.

export interface Damage {
  /** The field, and what was done to it. */
  readonly title: string;
  readonly field: string;
  readonly row: unknown;
  /** The field has a word that is none of ours. */
  readonly isForeign: boolean;
}

const DEPTH_MAX = 3;
/** Of lists within a row, as many entries are damaged. */
const ENTRIES_MAX = 2;

const SPELLINGS: readonly (readonly [title: string, value: unknown])[] = [
  ['null', null],
  ['empty', ''],
  ['an object', {}],
  ['a truth', true],
  ['a foreign word', 'ж 1,5'],
];

/** Each field in each way, and the row as a whole. */
export function damagesOf(row: unknown): readonly Damage[] {
  const whole = [null, 7, 'x', [], {}].map((each) => ({
    title: `the row is ${JSON.stringify(each)}`,
    field: '',
    row: each,
    isForeign: false,
  }));
  return [...whole, ...damagedFields(row, '', DEPTH_MAX)];
}

function damagedFields(value: unknown, path: string, depth: number): readonly Damage[] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  const keys = Object.keys(value).slice(0, Array.isArray(value) ? 12 : 60);
  return keys.flatMap((key, index) => {
    const inner = (value as Readonly<Record<string, unknown>>)[key];
    const field = path === '' ? key : `${path}.${key}`;
    const put = (changed: unknown): unknown => replaced(value, key, changed);
    const own = SPELLINGS.map(([title, changed]) => ({
      title: `${field} is ${title}`,
      field,
      row: put(changed),
      isForeign: title === 'a foreign word',
    }));
    const absent = {
      title: `${field} is absent`,
      field,
      row: without(value, key),
      isForeign: false,
    };
    const isListOfRows = Array.isArray(value) && typeof inner === 'object';
    if (isListOfRows && index >= ENTRIES_MAX) return [];
    const deeper = damagedFields(inner, field, depth - 1).map((each) => ({
      ...each,
      row: put(each.row),
    }));
    return [absent, ...own, ...deeper];
  });
}

function replaced(value: object, key: string, changed: unknown): unknown {
  if (Array.isArray(value))
    return (value as readonly unknown[]).map((each, at) => (String(at) === key ? changed : each));
  return { ...value, [key]: changed };
}

function without(value: object, key: string): unknown {
  if (Array.isArray(value))
    return (value as readonly unknown[]).filter((_, at) => String(at) !== key);
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

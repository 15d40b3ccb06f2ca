// The codes of the server's errors (SQLSTATE) and what each means for whoever sent a statement.
// None of them is a verdict about what was to be stored, except those of its values.

/**
 * - `again`: nothing was done, and the same may be tried again at once;
 * - `later`: nothing was done, and the database cannot do it now;
 * - `taken`: nothing was done, because somebody else holds or changed it first;
 * - `unknown`: it may have been done;
 * - `value`: the values that were sent cannot be stored;
 * - `defect`: nothing was done, and a statement, the schema or the database is at fault.
 */
export type ServerErrorMeaning = 'again' | 'later' | 'taken' | 'unknown' | 'value' | 'defect';

/** By the whole code, where it means something else than its class. */
const BY_CODE: { readonly [sqlState: string]: ServerErrorMeaning } = {
  '08007': 'unknown', // transaction resolution unknown
  '25006': 'later', // read-only transaction: a standby, or a full disk at a provider
  '25P02': 'later', // transaction aborted by an earlier error
  '25P03': 'later', // idle-in-transaction timeout
  '25P04': 'later', // transaction timeout
  '3D000': 'later', // database does not exist (yet)
  '40001': 'again', // serialization failure
  '40003': 'unknown', // statement completion unknown
  '40P01': 'again', // deadlock
  '54000': 'value', // larger than an index or a document can be
  '55P03': 'taken', // lock not available
  '57P02': 'unknown', // another server process crashed
};

/** By the first two characters. */
const BY_CLASS: { readonly [sqlClass: string]: ServerErrorMeaning } = {
  '08': 'later', // connection exception
  '22': 'value', // data exception
  '23': 'value', // integrity constraint violation
  '28': 'later', // invalid authorization: a name or password that is being changed
  '40': 'again', // transaction rollback
  '53': 'later', // insufficient resources: disk full, out of memory, too many connections
  '57': 'later', // operator intervention: cancelled, shutting down, starting up
  '58': 'later', // system error: input/output, a file that is missing
  P0: 'value', // raised by a trigger or function of ours about what was sent
};

/** Null where the text is no code of the server. */
export function meaningOf(sqlState: string): ServerErrorMeaning | null {
  if (!/^(?=.*\d)[0-9A-Z]{5}$/.test(sqlState)) return null;
  return BY_CODE[sqlState] ?? BY_CLASS[sqlState.slice(0, 2)] ?? 'defect';
}

/** The code of an error of the server or of the driver; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** For want of room, or because the disk fails or is closed to changes: others would be refused. */
const SHORTAGES: readonly string[] = [
  '25006',
  '53000',
  '53100',
  '53200',
  '53400',
  '58000',
  '58030',
];

/**
 * Errors for want of room or connections, which pass without a retry of the statement deciding
 * anything.
 */
export function isShortage(error: unknown): boolean {
  return SHORTAGES.includes(codeOf(error));
}

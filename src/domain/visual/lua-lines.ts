// Statements as lines of Lua: those that follow one another behind one condition stand in one `if`,
// and only what is read outside of it is declared before it.

export type LuaStatement = {
  readonly block: string;
  /** Condition under which it runs; empty: always. */
  readonly guard: string;
  /** Locals that it gives values to. */
  readonly locals: readonly string[];
  /** `local` stands in for the declaration of those that are declared where they are set. */
  readonly text: (isDeclared: (local: string) => boolean) => readonly string[];
  /** Locals that it reads, those of its guard included. */
  readonly reads: readonly string[];
};

export type LuaLine = { readonly text: string; readonly block: string | null };

const INDENT = '  ';

/** For each local the places of the statements that read it. */
function readersOf(statements: readonly LuaStatement[]): ReadonlyMap<string, readonly number[]> {
  const readers = new Map<string, number[]>();
  for (const [at, { reads }] of statements.entries()) {
    for (const local of reads) {
      const known = readers.get(local);
      if (known === undefined) readers.set(local, [at]);
      else known.push(at);
    }
  }
  return readers;
}

/** Lines of Lua in the order of the statements, with neighbours of one guard in one `if`. */
export function luaLines(statements: readonly LuaStatement[]): readonly LuaLine[] {
  const readers = readersOf(statements);
  const lines: LuaLine[] = [];
  for (let from = 0; from < statements.length;) {
    const first = statements[from];
    if (first === undefined) break;
    let to = from + 1;
    while (first.guard !== '' && statements[to]?.guard === first.guard) to += 1;
    const group = statements.slice(from, to);
    const start = from;
    const isRead = (local: string): boolean =>
      (readers.get(local) ?? []).some((at) => at < start || at >= to);
    if (first.guard === '') lines.push(...linesOf(group, () => false, ''));
    else lines.push(...guardedLines(group, first, isRead));
    from = to;
  }
  return lines;
}

function guardedLines(
  group: readonly LuaStatement[],
  { guard, block }: LuaStatement,
  isRead: (local: string) => boolean,
): readonly LuaLine[] {
  const before = group.flatMap(({ locals }) => locals.filter(isRead));
  const declaration = before.length === 0 ? [] : [{ text: `local ${before.join(', ')}`, block }];
  const declared = new Set(before);
  return [
    ...declaration,
    { text: `if ${guard} then`, block },
    ...linesOf(group, (local) => declared.has(local), INDENT),
    { text: 'end', block: null },
  ];
}

function linesOf(
  group: readonly LuaStatement[],
  isDeclared: (local: string) => boolean,
  indent: string,
): readonly LuaLine[] {
  return group.flatMap(({ text, block }) =>
    text(isDeclared).map((line) => ({ text: indent + line, block })),
  );
}

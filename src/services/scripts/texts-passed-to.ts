// Texts that a Lua script passes to commands as their first argument, where they stand in it.

import { bytesFromText, textFromBytes } from '#lua/syntax/byte-string.ts';
import { parse } from '#lua/syntax/parse.ts';

type Node = { readonly kind?: unknown; readonly name?: unknown; readonly callee?: unknown };

/**
 * Sorted, each once. Null: one is no text in the source, or a command is not called where it
 * stands.
 */
export function textsPassedTo(
  commands: ReadonlySet<string>,
  source: string,
): readonly string[] | null {
  if (![...commands].some((command) => source.includes(command))) return [];
  const isCommand = ({ kind, name }: Node): boolean =>
    kind === 'name' && commands.has(String(name));
  const texts = new Set<string>();
  const open: unknown[] = [parse(bytesFromText(source)).chunk];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    const { kind, callee } = node as Node;
    if (isCommand(node)) return null;
    if (kind === 'call' && isCommand(callee ?? {})) {
      const { args } = node as unknown as { readonly args: readonly { readonly kind: string }[] };
      const [first] = args;
      if (first?.kind !== 'string') return null;
      texts.add(textFromBytes((first as unknown as { readonly bytes: string }).bytes));
      open.push(args);
    } else open.push(...(Object.values(node) as unknown[]));
  }
  return [...texts].toSorted();
}

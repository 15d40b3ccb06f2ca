// Statements name their columns: a star means other columns as soon as a table is altered under a
// running process, and a list without names is filled by order.

import type { Project, SourceFile } from './project.ts';
import { isTest, lineAt } from './project.ts';
import type { SyntaxNode } from './syntax-node.ts';
import { childrenOf, nodesIn, parseSyntax } from './syntax-node.ts';

/** In these every text is read as SQL, parts of statements included. */
const STORES = 'src/adapters/postgres/';
/** Elsewhere those that contain the beginning of a statement. */
const STATEMENT = /\b(?:SELECT|RETURNING)\b/;
/** The last migration that was applied before this was checked. */
const MIGRATIONS_BEFORE = '0176';

type Text = { readonly start: number; readonly text: string };

/** Stars that stand for columns, in statements, functions of the database and new migrations. */
export function checkSqlColumns(project: Project): readonly string[] {
  const inSources = project.sources
    .filter(({ path }) => path.startsWith('src/') && !isTest(path))
    .flatMap((source) => textsOf(source).flatMap((text) => findingsOf(source, text)));
  const inFiles = [...project.texts]
    .filter(([path]) => isCheckedSql(path))
    .flatMap(([path, text]) => findingsOf({ path, text }, { start: 0, text }));
  return [...inSources, ...inFiles];
}

/** Functions of the database, and migrations from the one on. */
function isCheckedSql(path: string): boolean {
  if (/^src\/adapters\/postgres\/functions\/\w+\.sql$/.test(path)) return true;
  const [, number] = /^migrations\/(\d{4})-.*\.sql$/.exec(path) ?? [];
  return number !== undefined && number >= MIGRATIONS_BEFORE;
}

function findingsOf(
  { path, text: whole }: Pick<SourceFile, 'path' | 'text'>,
  { start, text }: Text,
): readonly string[] {
  return unnamedIn(text).map(
    (at) =>
      `${path}:${lineAt(whole, start + at)}: "${text.slice(Math.max(0, at - 8), at + 12).trim()}" ` +
      'names no columns: list them',
  );
}

/** The texts of a source that are SQL; what is put into a template is an operand. */
function textsOf(source: SourceFile): readonly Text[] {
  const isStore = source.path.startsWith(STORES);
  if (!isStore && !STATEMENT.test(source.text)) return [];
  const found: Text[] = [];
  const visit = (node: SyntaxNode): void => {
    const isText = typeof node['value'] === 'string' && node.type === 'Literal';
    if (isText || node.type === 'TemplateLiteral') {
      const text = blanked(node, source.text);
      if (isStore || STATEMENT.test(text)) found.push({ start: node.start + 1, text });
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseSyntax(source.path, source.text).root);
  return found;
}

/** The text between the quotes, with letters in place of each expression. */
function blanked(node: SyntaxNode, source: string): string {
  const expressions = nodesIn(node, 'expressions');
  let text = source.slice(node.start + 1, node.end - 1);
  for (const { start, end } of expressions) {
    const from = source.lastIndexOf('${', start) - node.start - 1;
    const to = source.indexOf('}', end) - node.start;
    text = text.slice(0, from) + 'x'.repeat(to - from) + text.slice(to);
  }
  return text;
}

/** Comments, texts and the marks of dollar quotes say nothing; all else is a word or a sign. */
const TOKENS =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$\d+|\$\w*\$|[\w]+(?:\.\d+)?|::|[^\s]/g;

/** Words after or before which a star is no product. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'SELECT RETURNING DISTINCT ALL FROM INTO WHERE UNION EXCEPT INTERSECT ORDER GROUP LIMIT ' +
    'OFFSET ON AS HAVING WINDOW FOR BULK'
  ).split(' '),
);

type Token = { readonly token: string; readonly index: number };

/** Where columns are meant and not named: stars, and insertions without a list. */
function unnamedIn(sql: string): readonly number[] {
  const tokens = [...sql.matchAll(TOKENS)]
    .map(({ 0: token, index }) => ({ token, index }))
    .filter(({ token }) => !/^(?:--|\/\*|\$\w*\$$)/.test(token));
  return tokens.flatMap(({ token, index }, place) => {
    const isMissing = token === '*' ? isStar(tokens, place) : insertsByOrder(tokens, place);
    return isMissing ? [index] : [];
  });
}

/** Neither the sign of a product nor `count(*)`. */
function isStar(tokens: readonly Token[], place: number): boolean {
  const [called = '', before = '', , after = ''] = around(tokens, place - 2, 4);
  const counts = before === '(' && after === ')' && /^\w+$/.test(called);
  return !counts && !(endsOperand(before) && beginsOperand(after));
}

/** `INSERT INTO a VALUES ...`, with or without a name for the table. */
function insertsByOrder(tokens: readonly Token[], place: number): boolean {
  const [insert = '', into = '', , as = '', , list = ''] = around(tokens, place, 6);
  if (insert.toUpperCase() !== 'INSERT' || into.toUpperCase() !== 'INTO') return false;
  const next = as.toUpperCase() === 'AS' ? list : as;
  return next !== '(' && next.toUpperCase() !== 'DEFAULT';
}

function around(tokens: readonly Token[], from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, offset) => tokens[from + offset]?.token ?? '');
}

function endsOperand(token: string): boolean {
  return /^(?:[\w$'"]|[)\]])/.test(token) && !KEYWORDS.has(token.toUpperCase());
}

function beginsOperand(token: string): boolean {
  return /^[\w$'"(+-]/.test(token) && !KEYWORDS.has(token.toUpperCase());
}

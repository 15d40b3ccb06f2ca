// `input.*`: what the owner of a script may choose. The values are known before the first bar.

import type { PineCompiler, TypedCode } from '#pine/compile/pine-compiler.ts';
import { NOTHING, mistake } from '#pine/compile/pine-compiler.ts';
import type { Constant, Scope, Unit } from '#pine/compile/pine-scope.ts';
import type { CallExpression, Expression } from '#pine/syntax/pine-tree.ts';

type InputCall = { readonly unit: Unit; readonly scope: Scope; readonly e: CallExpression };

const RANGED = 'defval title minval maxval step tooltip inline group confirm display active';
const CHOSEN = 'defval title options tooltip inline group confirm display active';
const PLAIN = 'defval title tooltip inline group confirm display active';

type Form = { readonly type: string; readonly names: string; readonly withOptions?: string };

export const INPUT_FORMS: Readonly<Record<string, Form>> = {
  'input.int': { type: 'int', names: RANGED, withOptions: CHOSEN },
  'input.float': { type: 'float', names: RANGED, withOptions: CHOSEN },
  'input.bool': { type: 'bool', names: PLAIN },
  'input.string': { type: 'string', names: CHOSEN },
  'input.text_area': { type: 'string', names: PLAIN },
  'input.timeframe': { type: 'string', names: CHOSEN },
  'input.session': { type: 'string', names: CHOSEN },
  'input.symbol': { type: 'string', names: PLAIN },
  'input.color': { type: 'color', names: PLAIN },
  'input.price': { type: 'float', names: PLAIN },
  'input.time': { type: 'int', names: PLAIN },
  'input.source': { type: 'source', names: CHOSEN },
  'input.enum': { type: 'enum', names: CHOSEN },
  input: { type: 'any', names: 'defval title tooltip inline group display active' },
};

/** Prices that a source can be. */
const SOURCES: ReadonlySet<string> = new Set(
  'open high low close hl2 hlc3 ohlc4 hlcc4 volume'.split(' '),
);

type InputArguments = Record<string, Constant | readonly Constant[]>;

/** Code of an input, which is also declared; a mistake where an argument is no constant. */
export function emitInput(c: PineCompiler, call: InputCall, name: string): TypedCode {
  const form = INPUT_FORMS[name];
  if (form === undefined) return mistake(c, call.e, `unknown input '${name}'`);
  const given: InputArguments = Object.create(null) as InputArguments;
  let first: TypedCode = NOTHING;
  const isShort = form.withOptions !== undefined && call.e.arguments[2]?.value.kind === 'tuple';
  const names = (isShort ? (form.withOptions ?? '') : form.names).split(' ');
  for (const [at, { name: written, value }] of call.e.arguments.entries()) {
    const key = written ?? names[at] ?? '';
    if (!`${form.names} ${form.withOptions ?? ''}`.split(' ').includes(key))
      return mistake(c, value, `'${name}' has no parameter '${key}'`);
    if (key === 'defval') first = c.emit.expression(c, call.unit, call.scope, value);
    const constant = constantOf(c, call, value, key === 'defval' ? first : null);
    if (constant === null && !UNREAD.has(key))
      return mistake(c, value, `argument '${key}' of an input is a constant`);
    if (constant !== null) given[key] = constant;
  }
  return declare(c, call, form, given, first);
}

const UNREAD: ReadonlySet<string> = new Set(['display', 'active', 'inline', 'confirm']);

function constantOf(
  c: PineCompiler,
  { unit, scope }: InputCall,
  value: Expression,
  known: TypedCode | null,
): Constant | readonly Constant[] | null {
  if (value.kind === 'name' && SOURCES.has(value.name)) return value.name;
  if (value.kind !== 'tuple')
    return (known ?? c.emit.expression(c, unit, scope, value)).constant ?? null;
  const items = value.items.map((each) => c.emit.expression(c, unit, scope, each).constant);
  return items.includes(undefined) ? null : (items as Constant[]);
}

function declare(
  c: PineCompiler,
  { e }: InputCall,
  { type: formType }: Form,
  given: InputArguments,
  first: TypedCode,
): TypedCode {
  if (given['defval'] === undefined) return mistake(c, e, "argument 'defval' is missing");
  const isSource = formType === 'source' || (formType === 'any' && first.rank === 3);
  const type = formType === 'any' || formType === 'enum' ? first.type : formType;
  const label = labelOf(c, given);
  const { line, column } = e;
  const kind = isSource ? 'source' : type;
  const at = c.inputs.push({ kind, label, arguments: given, line, column }) - 1;
  if (isSource) return { code: `R.source(I[${at}])`, type: 'float', rank: 3 };
  return { code: `I[${at}]`, type, rank: 1 };
}

/** Unique within its group, by which it is chosen. */
function labelOf(c: PineCompiler, given: InputArguments): string {
  const { title, group = '' } = given;
  const isTitled = typeof title === 'string' && title !== '';
  const wanted = isTitled ? title : (c.declaring ?? `Input ${c.inputs.length + 1}`);
  const taken = new Set(
    c.inputs.filter((each) => (each.arguments['group'] ?? '') === group).map(({ label }) => label),
  );
  let label = wanted;
  for (let count = 2; taken.has(label); count += 1) label = `${wanted} ${count}`;
  return label;
}

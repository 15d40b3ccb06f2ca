// Generated Pine programs, each written twice: with its operations where they are used, and with
// each of them in a function of the script. Both mean the same.

type Kind = 'number' | 'flag';
type Form = {
  readonly gives: Kind;
  readonly takes: readonly Kind[];
  /** `$0` and the like stand for what it takes. */
  readonly text: string;
};
type Node = { readonly form: Form; readonly parts: readonly Node[] };

const N = 'number';
const F = 'flag';

function forms(gives: Kind, takes: readonly Kind[], texts: string): Form[] {
  return texts
    .trim()
    .split('\n')
    .map((text) => ({ gives, takes, text: text.trim() }));
}

const LEAVES: readonly Form[] = [
  ...forms(N, [], 'close\nopen\nhigh\nlow\nbar_index\n1\n2.5\n0\n-3\nfloat(na)\nhl2'),
  ...forms(F, [], 'true\nbarstate.isfirst\n(close > open)'),
];

/** Without a state: they may stand where they are computed on some bars only. */
const PLAIN: readonly Form[] = [
  ...forms(N, [N, N], '($0 + $1)\n($0 - $1)\n($0 * $1)\n($0 / $1)\n($0 % $1)\nmath.max($0, $1)'),
  ...forms(N, [N], 'nz($0)\nmath.abs($0)\nmath.sign($0)\nmath.round($0)\n(-$0)\nmath.round($0, 1)'),
  ...forms(N, [N, N], 'nz($0, $1)\nmath.avg($0, $1)\nmath.min($0, $1)'),
  ...forms(F, [N, N], '($0 < $1)\n($0 <= $1)\n($0 > $1)\n($0 >= $1)\n($0 == $1)\n($0 != $1)'),
  ...forms(F, [F, F], '($0 and $1)\n($0 or $1)\n($0 == $1)'),
  ...forms(F, [F], '(not $0)'),
  ...forms(F, [N], 'na($0)'),
  ...forms(N, [F, N, N], '($0 ? $1 : $2)'),
];

const STATEFUL: readonly Form[] = [
  ...forms(
    N,
    [N],
    `ta.sma($0, 3)
    ta.ema($0, 4)
    ta.rma($0, 3)
    ta.wma($0, 3)
    ta.hma($0, 4)
    ta.alma($0, 3)
    ta.vwma($0, 3)
    ta.highest($0, 4)
    ta.lowestbars($0, 3)
    ta.change($0)
    ta.mom($0, 2)
    ta.stdev($0, 4)
    ta.dev($0, 3)
    ta.rsi($0, 3)
    ta.cci($0, 4)
    ta.cmo($0, 3)
    ta.cum($0)
    ta.linreg($0, 4, 0)
    ta.median($0, 3)
    ta.percentrank($0, 4)
    ta.rci($0, 4)
    ta.pivothigh($0, 1, 1)
    math.sum($0, 2)
    fixnan($0)
    ta.max($0)
    ($0)[1]
    ($0)[3]`,
  ),
  ...forms(N, [N, N], 'ta.correlation($0, $1, 4)'),
  ...forms(N, [F, N], 'ta.valuewhen($0, $1, 1)'),
  ...forms(N, [F], 'ta.barssince($0)'),
  ...forms(F, [N, N], 'ta.crossover($0, $1)\nta.crossunder($0, $1)\nta.cross($0, $1)'),
  ...forms(F, [N], 'ta.rising($0, 2)\nta.falling($0, 1)'),
  ...forms(F, [F], '($0)[1]'),
];

/** Their second part may not be computed, so it has no state. */
const LAZY = /\?| and | or /;

type Chance = (below: number) => number;

function chanceOf(seed: number): Chance {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function draw(
  chance: Chance,
  kind: Kind,
  depth: number,
  names: readonly Form[],
  pure: boolean,
): Node {
  const offered = pure ? PLAIN : [...PLAIN, ...STATEFUL, ...STATEFUL];
  const leaves = [...LEAVES, ...names, ...names];
  const pool = (depth <= 0 || chance(4) === 0 ? leaves : offered).filter(
    ({ gives }) => gives === kind,
  );
  const form = pool[chance(pool.length)] as Form;
  const inner = pure || LAZY.test(form.text);
  const parts = form.takes.map((each) => draw(chance, each, depth - 1, names, inner));
  return { form, parts };
}

function filled({ text }: Form, values: readonly string[]): string {
  return text.replaceAll(/\$(\d)/g, (_, at: string) => values[Number(at)] ?? '');
}

function direct({ form, parts }: Node): string {
  return filled(form, parts.map(direct));
}

/** Each operation becomes a function; what it is called with comes before it. */
function wrapped({ form, parts }: Node, functions: string[]): string {
  const values = parts.map((each) => wrapped(each, functions));
  if (form.takes.length === 0) return form.text;
  const names = form.takes.map((_, at) => `p${at}`);
  const name = `f${functions.length}`;
  functions.push(`${name}(${names.join(', ')}) =>\n    ${filled(form, names)}`);
  return `${name}(${values.join(', ')})`;
}

export type ProgramPair = { readonly direct: string; readonly wrapped: string };

export function generatedProgram(seed: number): ProgramPair {
  const chance = chanceOf(seed);
  const names: Form[] = [];
  const functions: string[] = [];
  const lines: { readonly direct: string; readonly wrapped: string }[] = [];
  const count = 2 + chance(5);
  for (let at = 0; at < count; at += 1) {
    const kind: Kind = chance(4) === 0 ? F : N;
    const node = draw(chance, kind, 4, names, false);
    const name = `v${at}`;
    lines.push({
      direct: `${name} = ${direct(node)}`,
      wrapped: `${name} = ${wrapped(node, functions)}`,
    });
    names.push({ gives: kind, takes: [], text: name });
  }
  const shown = names.map(({ text }) => `str.tostring(${text})`).join(' + " " + ');
  const program = (body: readonly string[]): string =>
    `//@version=6\nindicator("x")\n${body.join('\n')}\nlog.info(${shown})\n`;
  return {
    direct: program(lines.map((each) => each.direct)),
    wrapped: program([...functions, ...lines.map((each) => each.wrapped)]),
  };
}

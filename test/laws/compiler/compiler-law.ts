// Law 7: the compiler tests kinds, it does not compute them. Programs of operands of every kind,
// for each kind of node of the syntax tree, each operator and each function of the library, run in
// four ways that must agree with one another and with real Lua 5.2 where the machine has it: as
// they are written, with the kinds of all operands hidden, without inference, and in the slow
// interpreter.

import { LIBRARY } from '#lua/library/library.ts';
import { seededChance } from '../../sim/chance.ts';
import { hasLua, runInRealLua } from '../../lua/real-lua.ts';
import type { Law, MatrixSize, TriedCell, Verdict } from '../law.ts';
import { HELD, broken, excused } from '../law.ts';
import { operandsOf } from './draw-operands.ts';
import { libraryPiece } from './library-pieces.ts';
import { PLANTED_CODE } from './planted-code.ts';
import type { ChangeCode } from './run-ways.ts';
import { runBySlowInterpreter, runCompiled, runWithoutInference } from './run-ways.ts';
import { SLOW_NAMES } from './slow-globals.ts';
import { BINARY, EXPRESSIONS, LOGICAL, STATEMENTS, UNARY } from './syntax-pieces.ts';
import type { WritePiece } from './syntax-pieces.ts';
import { TELL_IN_LUA, fromRealLua } from './shown-values.ts';

/** Of each participant in the whole run; of a tenth one in a hundred, because each is compiled. */
const PROGRAMS = 170;
const PIECES = 4;
const REAL_LUA = 'lua5.2';

type Participant = {
  readonly name: string;
  readonly write: WritePiece;
  /** Why the slow interpreter, or real Lua, has no say in it; null where they do. */
  readonly unlikeSlow: string | null;
  readonly unlikeLua: string | null;
};

type Program = {
  readonly participant: Participant;
  readonly seed: number;
  readonly plain: string;
  readonly hidden: string;
};

const NOT_IN_SLOW = 'the slow interpreter has no such function';
const NOT_IN_LUA = 'Lua 5.2 has no such operator or function; the ways agree with one another';
const LATER_FUNCTIONS = ['math.tointeger', 'coroutine.close', 'coroutine.isyieldable'];
const LATER = new Set(['//', '&', '|', '<<', '>>', ...LATER_FUNCTIONS]);
const BITS = new Set(['&', '|', '~', '<<', '>>']);

function ofSyntax(
  group: string,
  pieces: Readonly<Record<string, WritePiece>>,
): readonly Participant[] {
  return Object.entries(pieces).map(([name, write]) => {
    const isBits = group !== 'expression' && BITS.has(name);
    return {
      name: `${group} ${name}`,
      write,
      unlikeSlow: isBits ? 'the slow interpreter has no bits' : null,
      unlikeLua: isBits || LATER.has(name) ? NOT_IN_LUA : null,
    };
  });
}

function ofLibrary(name: string): Participant {
  const isLater = name.startsWith('utf8.') || LATER.has(name);
  const isChance = name.startsWith('math.random');
  return {
    name: `library ${name}`,
    write: libraryPiece(name),
    unlikeSlow: SLOW_NAMES.has(name) ? null : NOT_IN_SLOW,
    unlikeLua: isLater ? NOT_IN_LUA : isChance ? 'chance is determined by the run' : null,
  };
}

const PARTICIPANTS: readonly Participant[] = [
  ...ofSyntax('expression', EXPRESSIONS),
  ...ofSyntax('statement', STATEMENTS),
  ...ofSyntax('binary', BINARY),
  ...ofSyntax('unary', UNARY),
  ...ofSyntax('logical', LOGICAL),
  ...[...LIBRARY.keys()].map(ofLibrary),
];

const HIDE =
  'local hiding = {}; hiding["hi" .. "de"] = function(...) return ... end local hide = hiding["hi" .. "de"]';
/** A script that can reach its environment has no known globals. */
const REACH = 'local _ = _G';

function textOf(write: WritePiece, seed: number, isHidden: boolean): string {
  const chance = seededChance(seed);
  const pieces = Array.from({ length: PIECES }, () => {
    const { draw, heads } = operandsOf(chance, isHidden);
    const body = write(draw);
    return `tell(pcall(function() ${heads.join(' ')} ${body.replaceAll(/\n\s*/g, ' ')} end))`;
  });
  return pieces.join('\n');
}

function programOf(participant: Participant, seed: number): Program {
  const plain = textOf(participant.write, seed, false);
  const hidden =
    seed % 2 === 0 ? `${HIDE} ${textOf(participant.write, seed, true)}` : `${REACH} ${plain}`;
  return { participant, seed, plain, hidden };
}

/** Addresses, the sign of what is no number, and names that only one of two texts has. */
function normalized(line: string): string {
  return line
    .replaceAll(/(table|function|thread): (?:builtin: )?0x[\da-f]+/g, '$1: address')
    .replaceAll('-nan', 'nan')
    .replaceAll('got no value', 'got nil')
    .replaceAll(/(?:local|upvalue|global|field|method|constant) '[^']*' \((a \w+ value)\)/g, '$1');
}

/** Without the message of what failed. */
function bare(line: string): string {
  return line.startsWith('fails') ? 'fails' : line;
}

/** Where docs/lua.md says that messages differ. */
const OWN_MESSAGES = new Set(
  ['table.sort', 'next', 'rawset', 'assert'].map((name) => `library ${name}`),
);

type Way = { readonly name: string; readonly lines: readonly string[]; readonly isBare: boolean };

/** The first line in which a way differs from the first way; null when all agree. */
function firstDifference([first, ...others]: readonly Way[]): string | null {
  for (const way of others) {
    const read = (line: string | undefined): string =>
      line === undefined ? 'nothing' : way.isBare ? bare(normalized(line)) : normalized(line);
    const count = Math.max(first?.lines.length ?? 0, way.lines.length);
    for (let at = 0; at < count; at += 1) {
      const [meant, found] = [read(first?.lines[at]), read(way.lines[at])];
      if (meant !== found)
        return `line ${at + 1}, ${first?.name ?? ''}: ${meant}; ${way.name}: ${found}`;
    }
  }
  return null;
}

function waysOf(program: Program, real: string | null, change: ChangeCode): readonly Way[] {
  const { participant, plain, hidden } = program;
  const ways: Way[] = [
    { name: 'as written', lines: runCompiled(plain, change), isBare: false },
    { name: 'kinds hidden', lines: runCompiled(hidden, change), isBare: false },
    { name: 'no inference', lines: runWithoutInference(plain, change), isBare: false },
  ];
  if (participant.unlikeSlow === null)
    ways.push({ name: 'slow interpreter', lines: runBySlowInterpreter(plain), isBare: true });
  if (real !== null && participant.unlikeLua === null) {
    const lines = real.split('\n').map(fromRealLua);
    if (lines.at(-1) === '') lines.pop();
    ways.push({ name: 'real Lua', lines, isBare: OWN_MESSAGES.has(participant.name) });
  }
  return ways;
}

function judge(
  program: Program,
  real: string | null,
  change: ChangeCode = (code) => code,
): Verdict {
  const ways = waysOf(program, real, change);
  const difference = firstDifference(ways);
  if (difference !== null) return broken(`${difference} in\n${program.plain}`);
  const { unlikeSlow, unlikeLua } = program.participant;
  return unlikeSlow !== null && unlikeLua !== null ? excused(`${unlikeSlow}; ${unlikeLua}`) : HELD;
}

const BATCH = 400;

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  const count = Math.max(1, Math.round(PROGRAMS * share * share));
  const programs = PARTICIPANTS.flatMap((participant, at) =>
    Array.from({ length: count }, (_, which) =>
      programOf(participant, (seed + which) * PARTICIPANTS.length + at),
    ),
  );
  const isReal = hasLua(REAL_LUA);
  for (let from = 0; from < programs.length; from += BATCH) {
    const batch = programs.slice(from, from + BATCH);
    const sources = batch.map(({ plain }) => `${TELL_IN_LUA} ${plain}`);
    const real = isReal ? runInRealLua(REAL_LUA, sources) : [];
    for (const [at, program] of batch.entries())
      yield {
        participant: program.participant.name,
        cell: `program ${program.seed}`,
        verdict: judge(program, real[at] ?? null),
      };
    await Promise.resolve();
  }
}

const PLANTED_PROGRAMS = 12;

/** The first program that the changed code runs otherwise; real Lua is not asked. */
function findChanged(change: ChangeCode): TriedCell | null {
  for (let which = 0; which < PLANTED_PROGRAMS; which += 1)
    for (const [at, participant] of PARTICIPANTS.entries()) {
      const program = programOf(participant, which * PARTICIPANTS.length + at);
      const verdict = judge(program, null, change);
      if (verdict.kind === 'broken' && judge(program, null).kind !== 'broken')
        return { participant: participant.name, cell: `program ${program.seed}`, verdict };
    }
  return null;
}

export const COMPILER_LAW: Law = {
  number: 7,
  title: 'the compiler tests kinds, it does not compute them',
  participants: () => Promise.resolve(PARTICIPANTS.map(({ name }) => name)),
  tryCells,
  planted: PLANTED_CODE.map(({ name, change }) => ({
    name,
    find: () => Promise.resolve(findChanged(change)),
  })),
};

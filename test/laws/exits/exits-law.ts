// Law 1: who holds can always get out. Ways out are the commands that place orders and those that
// say when, the strategies, the drivers of exchanges, and the operations of the API, each from its
// registry.

import type { CommandDefinition } from '#commands/definition/command.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import { RULE_SETS } from '#domain/matching/matching-rules.ts';
import { STRATEGY_CATALOGUE } from '#strategies/strategy-catalogue.ts';
import { DIALECT_CODES } from '#venues/dialects/load-dialect.ts';
import type { Law, MatrixSize, TriedCell, Verdict } from '../law.ts';
import { broken, excused, HELD } from '../law.ts';
import { tryDrivers } from './driver-exits.ts';
import { PLANTED_AT_RUNS, tryDriverStrategies } from './driver-strategies.ts';
import { judgeExit } from './judge-exit.ts';
import type { Kind, Leaving, Size } from './leaving-run.ts';
import { KINDS, leaveByScript, leaveByStrategy, settingsRefused, SIZES } from './leaving-run.ts';
import { PLANTED_ON_SURFACE, tryPartnerExits } from './partner-exits.ts';
import { PLANTED } from './planted-exits.ts';
import { PLANTED_IN_SERVICE } from './planted-service-exits.ts';
import { operationsOfExits, tryService } from './service-exits.ts';
import { PLANTED_AT_DRIVERS, tryServiceDrivers } from './service-driver-exits.ts';
import type { StrategyWay } from './strategy-ways.ts';
import { isForOther, STRATEGY_WAYS } from './strategy-ways.ts';
import type { CommandWay } from './command-ways.ts';
import { COMMAND_WAYS } from './command-ways.ts';

const GUARDING = ['Easy Safeties', 'Easy Insurances'];

/** Commands that place or cancel orders, and the safeties and insurances of a position. */
function commandsOfLaw(): readonly CommandDefinition[] {
  return COMMAND_CATALOGUE.filter(
    ({ acts, category }) =>
      acts.some((act) => act === 'orders') || GUARDING.some((each) => category.startsWith(each)),
  );
}

async function participants(): Promise<readonly string[]> {
  return [
    ...commandsOfLaw().map(({ name }) => name),
    ...Object.keys(STRATEGY_CATALOGUE),
    ...DIALECT_CODES.map((code) => `driver ${code}`),
    ...operationsOfExits(),
  ];
}

async function* tryCells({ share, seed }: MatrixSize): AsyncIterable<TriedCell> {
  const isChosen = chooser(share, seed);
  for (const { name } of commandsOfLaw()) yield* tryCommand(name, isChosen);
  for (const type of Object.keys(STRATEGY_CATALOGUE)) yield* tryStrategy(type, isChosen);
  yield* tryDrivers(isChosen);
  yield* tryService(isChosen);
  yield* tryPartnerExits(isChosen);
  yield* tryServiceDrivers(isChosen);
  yield* tryDriverStrategies(isChosen);
}

type IsChosen = (cellIndex: number) => boolean;

/** The first cell of each participant, and a share of the others. */
function chooser(share: number, seed: number): IsChosen {
  let state = seed;
  return (cellIndex) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return cellIndex === 0 || state / 2_147_483_648 < share;
  };
}

function* cellsOf(isChosen: IsChosen): Iterable<Omit<Leaving, 'move'>> {
  let index = 0;
  for (const kind of KINDS)
    for (const size of Object.keys(SIZES) as Size[])
      for (const rules of RULE_SETS) {
        if (isChosen(index)) yield { kind, size, rules };
        index += 1;
      }
}

function* tryCommand(participant: string, isChosen: IsChosen): Iterable<TriedCell> {
  const first = COMMAND_WAYS[participant];
  for (const way of first === undefined ? [] : [first, ...(first.also ?? [])])
    yield* tryWay(participant, way, isChosen);
}

function* tryWay(participant: string, way: CommandWay, isChosen: IsChosen): Iterable<TriedCell> {
  for (const each of cellsOf(isChosen)) {
    const isShort = way.isShort === true && each.kind !== 'spot';
    const leaving = { ...each, move: way.move ?? 'down', isShort } as const;
    const script = typeof way.script === 'string' ? way.script : way.script(each.kind);
    const verdict =
      script === null
        ? excused(way.reason ?? '')
        : judgeExit(leaving, leaveByScript(leaving, script, way.before?.(each.kind) ?? ''));
    yield { participant, cell: cellText(leaving), verdict };
  }
}

function* tryStrategy(participant: string, isChosen: IsChosen): Iterable<TriedCell> {
  const way = STRATEGY_WAYS.find(({ type }) => type === participant);
  if (way === undefined) return;
  for (const each of cellsOf(isChosen)) {
    const leaving = { ...each, move: 'down' } as const;
    const verdict = leaveAs(way, leaving);
    yield { participant, cell: cellText(leaving), verdict };
  }
}

/** Nobody holds anything by a strategy whose settings are refused on the market. */
function leaveAs({ type, holding }: StrategyWay, leaving: Leaving): Verdict {
  const { kind, size, rules } = leaving;
  if (isForOther(type, kind)) {
    const any = holding('linear', 'much above the minimum', rules);
    const refusal = typeof any === 'string' ? any : settingsRefused(type, any.config, kind);
    return refusal === null ? broken('its settings are taken on another kind of market') : HELD;
  }
  const held = holding(kind, size, rules);
  if (typeof held === 'string') return excused(held);
  return judgeExit(leaving, leaveByStrategy(leaving, type, held));
}

export function cellText({ kind, size, rules }: { kind: Kind; size: Size; rules: string }): string {
  return `${kind}, ${size}, rules ${rules}`;
}

export const EXITS_LAW: Law = {
  number: 1,
  title: 'who holds can always get out',
  participants,
  tryCells,
  planted: [
    ...PLANTED,
    ...PLANTED_IN_SERVICE,
    ...PLANTED_ON_SURFACE,
    ...PLANTED_AT_DRIVERS,
    ...PLANTED_AT_RUNS,
  ],
};

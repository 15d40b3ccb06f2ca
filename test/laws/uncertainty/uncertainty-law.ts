// Law 2: what is uncertain does not trade. Messages of people and of other services, each with its
// one meaning or none, go in at every entry point, and what a bot then holds is judged from each
// state that it may be in.

import { ALERT_READERS } from '#domain/hook/read-alert.ts';
import { COMMAND_EXAMPLES } from '#cli/help/command-examples.ts';
import { seededChance } from '../../sim/chance.ts';
import type { Law, MatrixSize, TriedCell } from '../law.ts';
import { broken, HELD } from '../law.ts';
import type { Receive, TakeAction } from './entry-points.ts';
import { openHooks, openOperations, signalOperations } from './entry-points.ts';
import { exposureOf } from './exposure.ts';
import { FOUND_TEXTS } from './found-texts.ts';
import type { State } from './judge.ts';
import { findingOf, meaningByForm, STATES, WORDS } from './judge.ts';
import { MADE_TEXTS } from './made-texts.ts';
import { PLANTED_READERS } from './planted-readers.ts';

type Case = { readonly text: string; readonly meaning: string };

const CASES: readonly Case[] = [...FOUND_TEXTS, ...MADE_TEXTS].flatMap(({ texts }) =>
  texts.map(([text, meaning]) => ({ text, meaning })),
);
const STATE_NAMES = Object.keys(STATES) as readonly State[];

export const UNCERTAINTY_LAW: Law = {
  number: 2,
  title: 'what is uncertain does not trade',
  async participants() {
    const commands = Object.keys(COMMAND_EXAMPLES).filter((name) => /signal|alert/.test(name));
    return [
      ...Object.keys(ALERT_READERS).map((reader) => `hook ${reader}`),
      ...signalOperations().map(({ operationId }) => operationId),
      ...commands,
    ];
  },
  tryCells,
  planted: PLANTED_READERS.map(({ name, receive }) => ({
    name,
    async find() {
      for (const each of CASES)
        for await (const tried of tryText(receive, `hook ${readerOf(each.text)}`, each))
          if (tried.verdict.kind === 'broken') return tried;
      return null;
    },
  })),
};

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  const chance = seededChance(seed);
  const chosen = CASES.filter(() => chance.below(1_000) < share * 1_000);
  const hooks = await openHooks();
  for (const each of chosen) {
    yield* tryText(hooks.plain, `hook ${readerOf(each.text)}`, each);
    const meaning = meaningByForm(each.text, each.meaning);
    yield* tryText(hooks.withForm, 'hook template', { text: each.text, meaning });
  }
  await hooks.close();
  const operations = await openOperations();
  for (const [operationId, take] of operations.takes)
    for (const each of chosen) yield await tryAction(take, operationId, each);
  await operations.close();
}

/** The reader that a text is for, where its hook has no form of texts. */
function readerOf(text: string): string {
  const begun = text.trim();
  if (/^[{[]/.test(begun)) return 'json';
  return /\s/.test(begun) ? 'strategyText' : 'word';
}

async function* tryText(
  receive: Receive,
  participant: string,
  { text, meaning }: Case,
): AsyncGenerator<TriedCell> {
  const signal = await receive(text);
  for (const state of STATE_NAMES) {
    const came = { isTaken: signal !== null, exposure: exposureOf(signal, state) };
    const finding = findingOf(meaning, state, came);
    const cell = `${JSON.stringify(text)} while ${state}`;
    yield { participant, cell, verdict: finding === null ? HELD : broken(finding) };
  }
}

/** Operations take the action alone: that of a message, or the whole of a text. */
async function tryAction(
  take: TakeAction,
  participant: string,
  { text }: Case,
): Promise<TriedCell> {
  const action = actionIn(text);
  const isWord = typeof action === 'string' && WORDS.includes(action);
  const isTaken = await take(action);
  const verdict = isTaken === isWord ? HELD : broken(isTaken ? 'it was taken' : 'it was refused');
  return { participant, cell: `the action ${JSON.stringify(action)}`, verdict };
}

function actionIn(text: string): unknown {
  // NUL and halves of pairs are refused before an action is looked at.
  if (/\\u0000|\\ud800/.test(text)) return 'none';
  try {
    return (JSON.parse(text) as { readonly action?: unknown } | null)?.action ?? text;
  } catch {
    return text;
  }
}

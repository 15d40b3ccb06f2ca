// A value inside a sentence or a block: one clicks on it and types, or chooses. A number can be
// ticked as an input, which labs search.

import { useState } from 'react';
import type { InputPort } from '#domain/visual/block-palette.ts';
import { givenFromTyped } from '#domain/visual/typed-value.ts';
import type { PortContent, VisualModel } from '#domain/visual/visual-model.ts';
import { blockOf, setGiven } from '#domain/visual-rules/change-block.ts';
import { choiceWords, commandWords, portWords } from './block-words.ts';
import { INTERVALS } from '../chart/intervals.ts';
import { useEditing } from './editing.ts';
import { VISUAL } from '../words/visual.ts';

type Props = {
  readonly block: string;
  readonly port: InputPort;
  readonly given: PortContent | null;
};

/** As it was typed. */
function typedText(given: PortContent | null): string {
  if (given === null || given.kind === 'wires') return '';
  return given.kind === 'name' ? `#${given.name}` : String(given.value);
}

/** What the field is called for those who do not see the sentence. */
function useLabel({ block, port }: Props): string {
  const { model } = useEditing();
  const command = blockOf(model, block)?.command ?? '';
  return VISUAL.ofWithin(portWords(command, port.name).replace(/ of$/, ''), commandWords(command));
}

export function ValueField(props: Props) {
  const { block, port, given } = props;
  const { change, known, isReadOnly, problems } = useEditing();
  const label = useLabel(props);
  const commit = (text: string): void => {
    const next = givenFromTyped(text, port);
    const input = given?.kind === 'value' ? given.input : null;
    const labelled = next?.kind === 'value' && input !== null ? { ...next, input } : next;
    change((model, palette) => setGiven(model, { block, port: port.name }, labelled, palette));
  };
  const isWrong = problems.some((of) => of.block === block && of.port === port.name);
  const shared = { label, meaning: port.meaning, isReadOnly, isWrong, text: typedText(given) };
  const choices = choicesOf(port, known.constants);
  return (
    <span className="value-of">
      {choices === null ? (
        <TypedField {...shared} port={port} onCommit={commit} />
      ) : (
        <ChosenField {...shared} choices={choices} onCommit={commit} />
      )}
      <LabTick {...props} label={label} />
    </span>
  );
}

type Choices = readonly (readonly [value: string, words: string])[];

/** Null: it is typed. */
function choicesOf(
  { name, kind, unit, group }: InputPort,
  constants: ReadonlyMap<string, readonly string[]>,
): Choices | null {
  if (name === 'interval' && unit === 'minutes')
    return [
      ['', 'chosen'],
      ...INTERVALS.map(([minutes, words]) => [String(minutes), words] as const),
    ];
  if (kind === 'boolean')
    return [
      ['', 'usual'],
      ['true', 'yes'],
      ['false', 'no'],
    ];
  const all = kind === 'constant' && group !== null ? constants.get(group) : undefined;
  return all === undefined
    ? null
    : [['', '…'], ...all.map((constant) => [constant, choiceWords(constant)] as const)];
}

type FieldProps = {
  readonly label: string;
  readonly meaning: string;
  readonly text: string;
  readonly isReadOnly: boolean;
  readonly isWrong: boolean;
  readonly onCommit: (text: string) => void;
};

function ChosenField(props: FieldProps & { readonly choices: Choices }) {
  const { label, meaning, text, isReadOnly, isWrong, choices, onCommit } = props;
  const shown = choices.some(([value]) => value === text)
    ? choices
    : [...choices, [text, text] as const];
  return (
    <select
      className="value"
      aria-label={label}
      title={meaning}
      aria-invalid={isWrong}
      disabled={isReadOnly}
      value={text}
      onChange={({ target }) => onCommit(target.value)}
    >
      {shown.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

function TypedField(props: FieldProps & { readonly port: InputPort }) {
  const { label, meaning, text, isReadOnly, isWrong, port, onCommit } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? text;
  const isNumber = port.kind !== 'text' && port.kind !== 'any';
  const usual = port.standIn === null ? (port.isRequired ? '?' : '–') : VISUAL.usual;
  return (
    <input
      className="value"
      aria-label={label}
      title={meaning}
      aria-invalid={isWrong}
      readOnly={isReadOnly}
      inputMode={isNumber ? 'decimal' : 'text'}
      spellCheck={false}
      autoComplete="off"
      placeholder={usual}
      size={Math.min(Math.max(shown.length, usual.length, 2), 40)}
      value={shown}
      onChange={({ target }) => {
        setDraft(target.value);
        // A number that is being typed is not yet one.
        if (!/[-+.,eE]$/.test(target.value)) onCommit(target.value);
      }}
      onBlur={() => {
        if (draft !== null && draft !== text) onCommit(draft);
        setDraft(null);
      }}
    />
  );
}

/** A name that no other value has, because one label stands for one value. */
function freeLabel(model: VisualModel, wanted: string): string {
  const taken = new Set(
    model.blocks.flatMap(({ inputs }) =>
      inputs.flatMap(({ given }) => (given.kind === 'value' ? (given.input ?? []) : [])),
    ),
  );
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted} ${number}`)) number += 1;
  return `${wanted} ${number}`;
}

function LabTick({ block, port, given, label }: Props & { readonly label: string }) {
  const { change, isTicking, isReadOnly } = useEditing();
  if (!isTicking || given?.kind !== 'value' || typeof given.value !== 'number') return null;
  const { value, input } = given;
  const toggle = (): void =>
    change((model, palette) => {
      const next = input === null ? freeLabel(model, label) : null;
      const ticked = { kind: 'value', value, input: next } as const;
      return setGiven(model, { block, port: port.name }, ticked, palette);
    });
  return (
    <input
      type="checkbox"
      className="lab-tick"
      aria-label={VISUAL.labsSearchThe(label)}
      title={input === null ? VISUAL.letLabsSearchIt : VISUAL.labsSearchItAs(input)}
      checked={input !== null}
      disabled={isReadOnly}
      onChange={toggle}
    />
  );
}

// A block as a sentence in which one clicks on values, exchanges words of a family, and puts
// another indicator in the place of one.

import type { ReactNode } from 'react';
import { useState } from 'react';
import type { InputPort } from '#domain/visual/block-palette.ts';
import type { WirePlace } from '#domain/visual-rules/change-block.ts';
import { setGiven } from '#domain/visual-rules/change-block.ts';
import { exchangeCommand, replaceOperand } from '#domain/visual-rules/edit-rules.ts';
import type { Phrase, PhrasePart } from '#domain/visual-rules/phrase.ts';
import { phraseText, portWords } from './block-words.ts';
import { useEditing } from './editing.ts';
import type { OperandItem } from './operand-choices.ts';
import { searchOperands } from './operand-choices.ts';
import { PickDialog } from './pick-dialog.tsx';
import { ValueField } from './value-field.tsx';
import { useSaidOnce } from './sentence-candles.tsx';
import { ShownValue } from './watched.tsx';
import { useWatching } from './watching.ts';
import { VISUAL } from '../words/visual.ts';

type PhraseProps = {
  readonly phrase: Phrase;
  /** Stands beside the words that it exchanges, in one line with them. */
  readonly exchange?: ReactNode;
};

export function PhraseView({ phrase, exchange = null }: PhraseProps) {
  const { lit, onLight } = useEditing();
  const { path } = useWatching();
  const { block, title, parts } = phrase;
  const beside = parts[0]?.kind === 'text' ? 0 : parts.length - 1;
  const names = [
    'phrase',
    block !== null && block === lit && 'phrase-lit',
    block !== null && path.has(block) && 'phrase-path',
  ].filter(Boolean);
  return (
    <span
      className={names.join(' ')}
      onPointerEnter={() => onLight(block)}
      onPointerLeave={() => onLight(null)}
      onFocus={() => onLight(block)}
    >
      {title === '' ? null : <b className="phrase-title">{title}:</b>}
      {parts.map((part, index) =>
        exchange !== null && index === beside ? (
          <span className="exchanged" key={index}>
            <PartView part={part} />
            {exchange}
          </span>
        ) : (
          <PartView key={index} part={part} />
        ),
      )}
    </span>
  );
}

function PartView({ part }: { readonly part: PhrasePart }) {
  const isSaidOnce = useSaidOnce();
  switch (part.kind) {
    case 'text':
      return <span>{part.text}</span>;
    case 'choice':
      return <WordChoice {...part} />;
    case 'value':
      if (isSaidOnce && isInterval(part.port)) return null;
      return (
        <span className="operand">
          <ValueField block={part.block} port={part.port} given={part.given} />
          {takesIndicator(part.port) ? (
            <Exchange
              place={{ block: part.block, port: part.port.name, index: 0 }}
              port={part.port}
              words={givenWords(part)}
            />
          ) : null}
        </span>
      );
    case 'operand':
      return (
        <span className="operand">
          <PhraseView
            phrase={part.phrase}
            exchange={
              part.port === null ? null : (
                <Exchange place={part.place} port={part.port} words={phraseText(part.phrase)} />
              )
            }
          />
          <ShownValue wire={part.wire} />
        </span>
      );
  }
}

function givenWords({ given, port, command }: PhrasePart & { readonly kind: 'value' }): string {
  return given?.kind === 'value' ? String(given.value) : portWords(command, port.name);
}

const isInterval = ({ name, unit }: InputPort): boolean =>
  name === 'interval' && unit === 'minutes';

const takesIndicator = ({ kind }: InputPort): boolean =>
  kind === 'numberOrList' || kind === 'list' || kind === 'boolean';

type ChoiceProps = PhrasePart & { readonly kind: 'choice' };

/** What one chooses, for those who do not see the sentence. */
function choiceLabel(command: string): string {
  if (command.startsWith('Do')) return VISUAL.whatIsDone;
  return ARITHMETIC.has(command) ? VISUAL.howTheyAreCalculated : VISUAL.howTheyAreCompared;
}

const ARITHMETIC: ReadonlySet<string> = new Set(['Add', 'Sub', 'Mul', 'Div']);

/** The word by which commands of a family differ. */
function WordChoice({ block, command, choices }: ChoiceProps) {
  const { change, isReadOnly } = useEditing();
  return (
    <select
      className="value value-word"
      aria-label={choiceLabel(command)}
      disabled={isReadOnly}
      value={command}
      onChange={({ target }) =>
        change((model, palette) => exchangeCommand(model, block, target.value, palette))
      }
    >
      {choices.map(([name, word]) => (
        <option key={name} value={name}>
          {word}
        </option>
      ))}
    </select>
  );
}

type ExchangeProps = {
  readonly place: WirePlace;
  readonly port: InputPort;
  readonly words: string;
};

/** Puts something else in a place. */
function Exchange({ place, port, words }: ExchangeProps) {
  const { change, isReadOnly, known } = useEditing();
  const [isOpen, setIsOpen] = useState(false);
  if (isReadOnly) return null;
  const pick = ({ spec }: OperandItem): void => {
    setIsOpen(false);
    change((model, palette) => {
      if (spec !== null) return replaceOperand(model, place, spec, palette);
      const at = { block: place.block, port: place.port ?? '' };
      return setGiven(model, at, { kind: 'value', value: 0, input: null }, palette);
    });
  };
  return (
    <>
      <button
        type="button"
        className="exchange"
        aria-label={VISUAL.replace(words)}
        title={VISUAL.somethingElseInIts}
        onClick={() => setIsOpen(true)}
      >
        ▾
      </button>
      {isOpen ? (
        <PickDialog
          title={VISUAL.insteadOf(words)}
          items={[]}
          search={(query) => searchOperands(known.kinds, port, query)}
          onPick={pick}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

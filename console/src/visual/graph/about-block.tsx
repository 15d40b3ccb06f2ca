// The selected block: what it does, what it is called, when it runs, and the group that it is in.

import type { ReactNode } from 'react';
import { useState } from 'react';
import type { BlockKind } from '#domain/visual/block-palette.ts';
import { kindOfBlock } from '#domain/visual/block-ports.ts';
import type { Block } from '#domain/visual/visual-model.ts';
import { describeBlocks } from '#domain/visual-graph/graph-edits.ts';
import { blockOf } from '#domain/visual-rules/change-block.ts';
import { commandWords, kindWords, partWords, portWords, unitWords } from '../block-words.ts';
import { useEditing } from '../editing.ts';
import { useGraph } from './graph-state.ts';
import { VISUAL } from '../../words/visual.ts';

type Props = { readonly selected: ReadonlySet<string> };

/** Parts about one selected block, or how many are selected; nothing when none is. */
export function AboutBlocks({ selected }: Props) {
  const { model } = useEditing();
  const [first] = selected;
  const block = first === undefined ? null : blockOf(model, first);
  if (block === null) return null;
  if (selected.size === 1) return <AboutBlock key={block.id} block={block} />;
  return (
    <section className="about-block" aria-label={VISUAL.selectedBlocks}>
      <p>{VISUAL.blocksAreSelected(selected.size)}</p>
      <GroupField ids={selected} group={block.group} />
    </section>
  );
}

function AboutBlock({ block }: { readonly block: Block }) {
  const { known, isReadOnly } = useEditing();
  const { change } = useGraph();
  const kind = kindOfBlock(block, known.palette);
  const ids = new Set([block.id]);
  const flag = (name: 'isEnabled' | 'needsGate', value: boolean): void =>
    change((model) => describeBlocks(model, ids, { [name]: value }));
  return (
    <section className="about-block" aria-label={VISUAL.selectedBlock}>
      <p className="about-words">
        <strong>{commandWords(block.command)}</strong>{' '}
        <span className="soft">{kind?.meaning ?? VISUAL.thereIsNoSuch}</span>{' '}
        <code className="faint">{block.command}</code>
      </p>
      <Field label={VISUAL.name}>
        <TextField
          label={VISUAL.name}
          value={block.title}
          onCommit={(title) => change((model) => describeBlocks(model, ids, { title }))}
        />
      </Field>
      <GroupField ids={ids} group={block.group} />
      <label className="tick-label">
        <input
          type="checkbox"
          checked={block.needsGate}
          disabled={isReadOnly}
          onChange={({ target }) => flag('needsGate', target.checked)}
        />
        {VISUAL.onlyWhenAWire}
      </label>
      <label className="tick-label">
        <input
          type="checkbox"
          checked={block.isEnabled}
          disabled={isReadOnly}
          onChange={({ target }) => flag('isEnabled', target.checked)}
        />
        {VISUAL.takesPart}
      </label>
      {kind === null ? null : <PortHelp kind={kind} />}
    </section>
  );
}

/** Each input and output with what it means. */
function PortHelp({ kind }: { readonly kind: BlockKind }) {
  const { command, inputs, outputs } = kind;
  const parts = outputs.filter(({ name }) => name !== '');
  if (inputs.length === 0 && parts.length === 0) return null;
  return (
    <details className="port-help">
      <summary>{VISUAL.inputsAndOutputs}</summary>
      <dl>
        {inputs.map((port) => (
          <div key={port.name}>
            <dt>
              {portWords(command, port.name)}
              <span className="faint">
                {' '}
                {[kindWords(port), unitWords(port)].filter(Boolean).join(', ')}
              </span>
            </dt>
            <dd>
              {port.meaning}
              {port.isRequired ? VISUAL.itIsNeeded : ''}
            </dd>
          </div>
        ))}
        {parts.map((port) => (
          <div key={`out ${port.name}`}>
            <dt>
              {partWords(command, port.name)}
              <span className="faint"> {kindWords(port)}</span>
            </dt>
            <dd>{VISUAL.itComesOutOf}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type GroupProps = { readonly ids: ReadonlySet<string>; readonly group: string };

function GroupField({ ids, group }: GroupProps) {
  const { change } = useGraph();
  return (
    <Field label={VISUAL.group}>
      <TextField
        label={VISUAL.group}
        value={group}
        onCommit={(next) => change((model) => describeBlocks(model, ids, { group: next }))}
      />
    </Field>
  );
}

function Field({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <span className="about-field">
      <span className="faint" aria-hidden="true">
        {label}
      </span>
      {children}
    </span>
  );
}

type TextProps = {
  readonly label: string;
  readonly value: string;
  readonly onCommit: (value: string) => void;
};

/** It is one edit, when the field is left or by Enter. */
function TextField({ label, value, onCommit }: TextProps) {
  const { isReadOnly } = useEditing();
  const [draft, setDraft] = useState<string | null>(null);
  const commit = (): void => {
    if (draft !== null && draft.trim() !== value) onCommit(draft.trim());
    setDraft(null);
  };
  return (
    <input
      className="value"
      aria-label={label}
      maxLength={120}
      placeholder={VISUAL.none}
      readOnly={isReadOnly}
      value={draft ?? value}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
}

// A new script: its name, and what it begins with. Rules begin with a template; a document that
// people own elsewhere is read as it is.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { saysPine } from '#domain/script/says-pine.ts';
import { visualText } from '#domain/visual/own-form.ts';
import { EMPTY_MODEL } from '#domain/visual-rules/new-block.ts';
import { modelOfTemplate, VISUAL_TEMPLATES } from '#domain/visual-rules/templates.ts';
import { api } from '../api/api.ts';
import { useGo } from '../app/use-go.ts';
import { Button } from '../parts/button.tsx';
import { DialogFrame } from '../parts/confirm.tsx';
import { Refusals } from '../parts/refusals.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { Choice, Segments } from '../parts/widgets.tsx';
import type { KnownBlocks } from '../visual/visual-palette.ts';
import { refreshCommands, visualPaletteQuery } from '../visual/visual-palette.ts';
import { FIRST_PINE, FIRST_SOURCE } from './first-source.ts';
import { SCRIPTS } from '../words/scripts.ts';
import { served } from '../words/served.ts';

type Kind = 'text' | 'pine' | 'rules' | 'graph' | 'document';

const KINDS = [
  ['text', SCRIPTS.text],
  ['pine', SCRIPTS.pine],
  ['rules', SCRIPTS.rules],
  ['graph', SCRIPTS.graph],
  ['document', SCRIPTS.document],
] as const;

const HINTS: Readonly<Record<Kind, string>> = {
  text: SCRIPTS.aScriptInLua,
  pine: SCRIPTS.aPineScriptOf,
  rules: SCRIPTS.whenToBuyAndWhen,
  graph: SCRIPTS.blocksAndWiresOn,
  document: SCRIPTS.aVisualScriptThat,
};

const NOTHING = 'nothing';
const TEMPLATES: readonly (readonly [string, string])[] = [
  ...VISUAL_TEMPLATES.map(({ id, name }) => [id, served(name)] as const),
  [NOTHING, SCRIPTS.noRulesYet],
];

export function NewScriptDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('text');
  const [template, setTemplate] = useState(TEMPLATES[0]?.[0] ?? NOTHING);
  const [document, setDocument] = useState('');
  const [pine, setPine] = useState('');
  const palette = useQuery({ ...visualPaletteQuery, enabled: kind === 'rules' });
  const make = useCreation();
  const source = sourceOf({ kind, template, document, pine, known: palette.data ?? null });
  const isReady = name.trim() !== '' && source !== null;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (source !== null) make.mutate({ name: name.trim(), kind, source });
  };
  return (
    <DialogFrame title={SCRIPTS.newScript} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Refusals error={make.error ?? palette.error}>
          <TextInput
            label={SCRIPTS.name}
            field="name"
            value={name}
            onChange={setName}
            hint={SCRIPTS.botsBacktestsAndLabs}
            isFirst
          />
          <Segments label={SCRIPTS.kindOfScript} value={kind} choices={KINDS} onChange={setKind} />
          <p className="hint">{HINTS[kind]}</p>
          {kind === 'rules' ? <Template value={template} onChange={setTemplate} /> : null}
          {kind === 'pine' ? <PineText value={pine} onChange={setPine} /> : null}
          {kind === 'document' ? <Document value={document} onChange={setDocument} /> : null}
          <div className="dialog-foot">
            <Button onPress={onClose}>{SCRIPTS.cancel}</Button>
            <Button look="main" type="submit" isDisabled={make.isPending || !isReady}>
              {make.isPending ? SCRIPTS.creating : SCRIPTS.createTheScript}
            </Button>
          </div>
        </Refusals>
      </form>
    </DialogFrame>
  );
}

type FieldProps = { readonly value: string; readonly onChange: (value: string) => void };

function Template({ value, onChange }: FieldProps) {
  const meaning = VISUAL_TEMPLATES.find(({ id }) => id === value)?.meaning;
  return (
    <>
      <Choice label={SCRIPTS.beginWith} value={value} choices={TEMPLATES} onChange={onChange} />
      {meaning === undefined ? null : <p className="hint">{served(meaning)}</p>}
    </>
  );
}

function PineText({ value, onChange }: FieldProps) {
  const lacksVersion = value.trim() !== '' && !saysPine(value);
  return (
    <>
      <label className="field">
        <span className="label">{SCRIPTS.pasteItHere}</span>
        <textarea
          className="input mono"
          rows={8}
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
      {lacksVersion ? <p className="notice">{SCRIPTS.itDoesNotSay}</p> : null}
    </>
  );
}

function Document({ value, onChange }: FieldProps) {
  const read = (file: File | undefined): void => {
    if (file !== undefined) void file.text().then(onChange);
  };
  return (
    <>
      <label className="field">
        <span className="label">{SCRIPTS.file}</span>
        <input
          className="input"
          type="file"
          accept=".json,application/json,text/plain"
          onChange={({ target }) => read(target.files?.[0])}
        />
      </label>
      <label className="field">
        <span className="label">{SCRIPTS.orItsText}</span>
        <textarea
          className="input"
          rows={5}
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
    </>
  );
}

type Wish = {
  readonly kind: Kind;
  readonly template: string;
  readonly document: string;
  readonly pine: string;
  /** Null while it is not read. */
  readonly known: KnownBlocks | null;
};

/** Null: not complete yet. */
function sourceOf({ kind, template, document, pine, known }: Wish): string | null {
  if (kind === 'text') return FIRST_SOURCE;
  if (kind === 'pine') return pineSource(pine);
  if (kind === 'graph') return visualText(EMPTY_MODEL);
  if (kind === 'document') return document.trim() === '' ? null : document;
  if (known === null) return null;
  const chosen = VISUAL_TEMPLATES.find(({ id }) => id === template);
  return visualText(chosen === undefined ? EMPTY_MODEL : modelOfTemplate(chosen, known.palette));
}

function pineSource(pasted: string): string {
  if (pasted.trim() === '') return FIRST_PINE;
  return saysPine(pasted) ? pasted : `//@version=6\n${pasted}`;
}

type Creation = { readonly name: string; readonly kind: Kind; readonly source: string };

function useCreation() {
  const client = useQueryClient();
  const go = useGo();
  return useMutation({
    mutationFn: async ({ name, kind, source }: Creation) =>
      kind === 'text' || kind === 'pine'
        ? api.createScript({ body: { name, source } })
        : api.createVisualScript({ body: { name, document: source } }),
    async onSuccess({ script_id: scriptId }, { kind, source }) {
      // What was drawn elsewhere is seen as it was drawn.
      const isDrawn = kind === 'graph' || kind === 'document';
      await client.invalidateQueries({ queryKey: ['scripts'] });
      await refreshCommands(client, source);
      await go({
        to: '/scripts/$scriptId',
        params: { scriptId },
        search: isDrawn ? { view: 'graph' } : {},
      });
    },
  });
}

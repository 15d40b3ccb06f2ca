// A file of points of the reader: it makes a data series, or adds to one.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { pointText } from '#domain/data-series/point-text.ts';
import { readPointsCsv } from '#domain/data-series/read-points-csv.ts';
import { api } from '../../api/api.ts';
import { seriesListQuery } from '../../api/series-queries.ts';
import { Button } from '../../parts/button.tsx';
import { DialogFrame } from '../../parts/confirm.tsx';
import { Refusals } from '../../parts/refusals.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { formatCount } from '../../parts/format-amount.ts';
import { SERIES } from '../../words/series.ts';

type Props = {
  readonly begunWith: string;
  readonly onClose: () => void;
  readonly onImported: (name: string) => void;
};

type Point = { readonly at: string; readonly value: string };

/** What was read of the file, or what is wrong with it. */
type Read =
  | { readonly kind: 'none' }
  | { readonly kind: 'points'; readonly points: readonly Point[] }
  | { readonly kind: 'wrong'; readonly sentence: string };

/** Dialog that imports a file of points; an existing series is added to. */
export function ImportPointsDialog({ begunWith, onClose, onImported }: Props) {
  const client = useQueryClient();
  const [name, setName] = useState(begunWith);
  const [read, setRead] = useState<Read>({ kind: 'none' });
  const send = useMutation({
    mutationFn: (points: readonly Point[]) => sendPoints(name.trim(), points),
    onSuccess: () => onImported(name.trim()),
    onSettled: () => client.invalidateQueries({ queryKey: seriesListQuery.queryKey }),
  });
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (name === '') setName(nameOf(file.name));
    setRead(readPoints(await file.text()));
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (read.kind === 'points') send.mutate(read.points);
  };
  return (
    <DialogFrame title={SERIES.importPoints} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Refusals error={send.error}>
          <p className="hint">{SERIES.aCsvFileWith}</p>
          <label className="field">
            <span className="label">{SERIES.file}</span>
            <input
              className="input"
              type="file"
              accept=".csv,.txt,.tsv"
              onChange={({ target }) => void choose(target.files?.[0])}
            />
          </label>
          <p className={read.kind === 'wrong' ? 'wrong' : 'hint'} aria-live="polite">
            {readText(read)}
          </p>
          <TextInput
            label={SERIES.name}
            field="name"
            value={name}
            onChange={setName}
            hint={SERIES.asScriptsCallIt}
          />
          <div className="dialog-foot">
            <Button onPress={onClose}>{SERIES.cancel}</Button>
            <Button
              look="main"
              type="submit"
              isDisabled={read.kind !== 'points' || name.trim() === '' || send.isPending}
            >
              {send.isPending ? SERIES.importing : SERIES.importThePoints}
            </Button>
          </div>
        </Refusals>
      </form>
    </DialogFrame>
  );
}

function readPoints(text: string): Read {
  const read = readPointsCsv(text);
  if (!read.ok) return { kind: 'wrong', sentence: read.rejection };
  const { atMs, values } = read.value;
  const points = Array.from(atMs, (instantMs, index) => ({
    at: new Date(instantMs).toISOString(),
    value: pointText(values[index] ?? 0),
  }));
  return { kind: 'points', points };
}

function readText(read: Read): string {
  if (read.kind === 'none') return '';
  if (read.kind === 'wrong') return read.sentence;
  const { points } = read;
  const [first, last] = [points[0], points.at(-1)];
  const days = (at = ''): string => at.slice(0, 'YYYY-MM-DD'.length);
  return SERIES.pointsFromTo(formatCount(points.length), days(first?.at), days(last?.at));
}

/** One request takes no more. */
const AT_ONCE = 4_000;

async function sendPoints(name: string, points: readonly Point[]): Promise<void> {
  for (let at = 0; at < points.length; at += AT_ONCE)
    await api.addDataPoints({ body: { name, points: points.slice(at, at + AT_ONCE) } });
}

/** "fear-and-greed 2025.csv" is "fear-and-greed_2025". */
function nameOf(file: string): string {
  const plain = file.replace(/\.[^.]*$/, '').replaceAll(/[^A-Za-z0-9_.-]+/g, '_');
  return plain.replace(/^[^A-Za-z]+/, '').slice(0, 64);
}

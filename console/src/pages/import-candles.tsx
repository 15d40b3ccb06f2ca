// A file of candles of the reader: it becomes a market of the archive, or extends one, and what was
// read of it is said.

import type { ImportedCandles } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { Button } from '../parts/button.tsx';
import { DialogFrame } from '../parts/confirm.tsx';
import { formatUtc } from '../parts/format.ts';
import { Refusals } from '../parts/refusals.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { formatCount } from '../parts/format-amount.ts';
import { MARKETS } from '../words/markets.ts';

const EXCEPTIONS = [
  ['round_prices', MARKETS.roundPricesThatLie],
  ['skip_empty_rows', MARKETS.leaveOutRowsWithout],
  ['read_last_line', MARKETS.readALastLine],
  ['replace', MARKETS.replaceStoredCandlesThat],
] as const;

type Exception = (typeof EXCEPTIONS)[number][0];

type Wishes = {
  readonly symbol: string;
  readonly volume: string;
  readonly allow: readonly Exception[];
};

/** Dialog that imports a file; the problems of a file are shown by line. */
export function ImportCandlesDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [wishes, setWishes] = useState<Wishes>({ symbol: '', volume: '', allow: [] });
  const read = useMutation({
    mutationFn: async (chosen: File) => api.importCandles({ body: await bodyOf(chosen, wishes) }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['markets'] }),
  });
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    if (chosen !== null && wishes.symbol === '')
      setWishes({ ...wishes, symbol: symbolIn(chosen.name) });
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (file !== null) read.mutate(file);
  };
  if (read.data !== undefined) return <Imported imported={read.data} onClose={onClose} />;
  return (
    <DialogFrame title={MARKETS.importCandles} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Refusals error={read.error}>
          <p className="hint">{MARKETS.aCsvFileAlso}</p>
          <label className="field">
            <span className="label">{MARKETS.file}</span>
            <input
              className="input"
              type="file"
              accept=".csv,.txt,.gz"
              onChange={({ target }) => choose(target.files?.[0] ?? null)}
            />
          </label>
          <WishFields wishes={wishes} onChange={setWishes} />
          <div className="dialog-foot">
            <Button onPress={onClose}>{MARKETS.cancel}</Button>
            <Button
              look="main"
              type="submit"
              isDisabled={file === null || wishes.symbol.trim() === '' || read.isPending}
            >
              {read.isPending ? MARKETS.reading : MARKETS.importTheFile}
            </Button>
          </div>
        </Refusals>
      </form>
    </DialogFrame>
  );
}

type WishFieldsProps = { readonly wishes: Wishes; readonly onChange: (wishes: Wishes) => void };

function WishFields({ wishes, onChange }: WishFieldsProps) {
  const { allow } = wishes;
  return (
    <>
      <TextInput
        label={MARKETS.symbol}
        field="symbol"
        value={wishes.symbol}
        onChange={(symbol) => onChange({ ...wishes, symbol })}
        hint={MARKETS.baseAndQuoteSuch}
      />
      <TextInput
        label={MARKETS.columnOfTheVolume}
        field="volume_column"
        value={wishes.volume}
        onChange={(volume) => onChange({ ...wishes, volume })}
        hint={MARKETS.itsNameOrIts}
      />
      {EXCEPTIONS.map(([exception, text]) => (
        <label key={exception} className="check">
          <input
            type="checkbox"
            checked={allow.includes(exception)}
            onChange={({ target }) => {
              const others = allow.filter((of) => of !== exception);
              onChange({ ...wishes, allow: target.checked ? [...others, exception] : others });
            }}
          />
          {text}
        </label>
      ))}
    </>
  );
}

/** As dumps of exchanges call their files: "BTCUSDT-1h-2025.csv", "btc_usdt.csv". */
function symbolIn(name: string): string {
  const found = /^([a-z0-9]{2,12}?)[_-]?(usdt|usdc|usd|eur|btc)(?![a-z])/i.exec(name);
  return found === null ? '' : `${found[1]}/${found[2]}`.toUpperCase();
}

async function bodyOf(file: File, { symbol, volume, allow }: Wishes) {
  const packed = file.stream().pipeThrough(new CompressionStream('gzip'));
  const sent = file.name.endsWith('.gz') ? file.stream() : packed;
  const bytes = new Uint8Array(await new Response(sent).arrayBuffer());
  const wanted = volume.trim();
  return {
    file: base64Of(bytes),
    symbol: symbol.trim(),
    ...(wanted === '' ? {} : { volume_column: wanted }),
    allow,
  };
}

/** A call takes no more arguments. */
const AT_ONCE = 32_768;

function base64Of(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    parts.push(String.fromCodePoint(...bytes.subarray(at, at + AT_ONCE)));
  return btoa(parts.join(''));
}

type ImportedProps = { readonly imported: ImportedCandles; readonly onClose: () => void };

function Imported({ imported, onClose }: ImportedProps) {
  const { market_tag: marketTag, from, added_candles: added, remarks } = imported;
  return (
    <DialogFrame title={MARKETS.theCandlesAreImported} onClose={onClose}>
      <div className="stack">
        <p>
          <Link to="/markets/$marketTag" params={{ marketTag }} search={{ exchange: 'archive' }}>
            {marketTag}
          </Link>
          {MARKETS.newCandlesOfMinutes(
            formatCount(added),
            imported.candle_minutes,
            formatUtc(from),
          )}
        </p>
        <p>{MARKETS.theVolumeIsColumn(imported.volume_column)}</p>
        {remarks.map((remark) => (
          <p key={remark} className="hint">
            {remark}
          </p>
        ))}
        <div className="dialog-foot">
          <Button look="main" onPress={onClose}>
            {MARKETS.done}
          </Button>
        </div>
      </div>
    </DialogFrame>
  );
}

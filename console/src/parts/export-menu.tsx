// Menu of all that may be taken along: tables, the whole report as one page, print, and a link.

import { useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-button.tsx';
import { explain } from './states.tsx';
import { saveFile } from './save-file.ts';
import { CONTROLS } from '../words/controls.ts';

export type ExportedTable = {
  readonly what: string;
  readonly load: {
    readonly csv: () => Promise<string>;
    readonly parquet: () => Promise<Uint8Array>;
  };
};

type Props = {
  readonly tables: readonly ExportedTable[];
  /** Of the files, without what they end in. */
  readonly name: string;
  /** The whole as one page. */
  readonly makePage: () => Promise<string>;
};

export function ExportMenu({ tables, name, makePage }: Props) {
  const menu = useRef<HTMLDetailsElement>(null);
  useClosing(menu);
  const [said, setSaid] = useState('');
  const act = useMutation({
    mutationFn: async (run: () => Promise<string>) => run(),
    onSuccess: (text) => setSaid(text),
  });
  const close = (): void => menu.current?.removeAttribute('open');
  const run = (what: () => Promise<string>) => () => {
    setSaid('');
    act.mutate(what);
  };
  return (
    <details className="menu" ref={menu}>
      <summary className="button">{CONTROLS.export}</summary>
      <div className="menu-list">
        {tables.map(({ what, load }) => (
          <div key={what} className="menu-row">
            <span>{what}</span>
            <Button isSmall onPress={run(() => saveCsv(load.csv, fileOf(name, what)))}>
              <span className="unseen">{CONTROLS.as(what)} </span>CSV
            </Button>
            <Button isSmall onPress={run(() => saveParquet(load.parquet, fileOf(name, what)))}>
              <span className="unseen">{CONTROLS.as(what)} </span>Parquet
            </Button>
          </div>
        ))}
        <Button look="plain" onPress={run(() => savePage(makePage, name))}>
          {CONTROLS.wholeReportAsOne}
        </Button>
        <Button
          look="plain"
          onPress={() => {
            close();
            print();
          }}
        >
          {CONTROLS.printOrSaveAs}
        </Button>
        <Button look="plain" onPress={run(copyLink)}>
          {CONTROLS.copyTheLink}
        </Button>
        <p className={act.isError ? 'wrong' : 'hint'} role="status">
          {act.isPending ? CONTROLS.working : act.isError ? explain(act.error) : said}
        </p>
      </div>
    </details>
  );
}

/** Closes it by Escape, and by a press outside of it. */
function useClosing(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const leave = ({ target }: Event): void => {
      if (!menu.current?.contains(target as Node)) menu.current?.removeAttribute('open');
    };
    const escape = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape' || menu.current?.open !== true) return;
      menu.current.removeAttribute('open');
      menu.current.querySelector('summary')?.focus();
    };
    addEventListener('pointerdown', leave);
    addEventListener('keydown', escape);
    return () => {
      removeEventListener('pointerdown', leave);
      removeEventListener('keydown', escape);
    };
  }, [menu]);
}

const fileOf = (name: string, what: string): string => `${name}-${what.toLowerCase()}`;

async function saveCsv(load: () => Promise<string>, name: string): Promise<string> {
  saveFile(await load(), `${name}.csv`, 'text/csv');
  return CONTROLS.savedAsCsv(name);
}

async function saveParquet(load: () => Promise<Uint8Array>, name: string): Promise<string> {
  saveFile(await load(), `${name}.parquet`, 'application/vnd.apache.parquet');
  return CONTROLS.savedAsParquet(name);
}

async function savePage(makePage: () => Promise<string>, name: string): Promise<string> {
  saveFile(await makePage(), `${name}.html`, 'text/html');
  return CONTROLS.savedAsHtml(name);
}

/** For whoever may see it, as everywhere in the console. */
async function copyLink(): Promise<string> {
  const { origin, pathname, search } = location;
  const isCopied = await copyText(`${origin}${pathname}${search}`);
  return isCopied ? CONTROLS.copiedItOpensFor : CONTROLS.theBrowserDoesNot;
}

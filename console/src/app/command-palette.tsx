// Command palette: places, commands and objects by their names. Typed words are looked for in any
// order; arrows choose, Enter goes.

import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { labsQuery } from '../api/lab-queries.ts';
import { accountsQuery, botsQuery, marketsQuery, scriptsQuery } from '../api/queries.ts';
import { sessionQuery } from '../api/session-query.ts';
import { Icon } from '../parts/icons.tsx';
import type { Command } from './commands.ts';
import { commandsOf, matchingCommands } from './commands.ts';
import { placesFor } from './places.ts';
import { useSignOut } from './sign-out.ts';
import { FRAME } from '../words/frame.ts';

type Props = {
  readonly onClose: () => void;
  readonly onKeys: () => void;
  /** Opens the switch that stops everything. */
  readonly onStop: () => void;
};

export function CommandPalette(props: Props) {
  return (
    <ModalOverlay
      className="veil veil-top"
      isOpen
      isDismissable
      onOpenChange={(open) => open || props.onClose()}
    >
      <Modal>
        <Dialog className="palette" aria-label={FRAME.keySearch}>
          <Palette {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Palette({ onClose, onKeys, onStop }: Props) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const navigate = useNavigate();
  const all = useCommands(onKeys, onStop);
  const shown = useMemo(() => matchingCommands(all, text), [all, text]);
  const list = useRef<HTMLDivElement>(null);
  const at = Math.min(chosen, shown.length - 1);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, shown]);
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    command.run(navigate);
  };
  const hear = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && shown.length > 0) {
      event.preventDefault();
      setChosen((at + step + shown.length) % shown.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(shown[at]);
    }
  };
  return (
    <>
      <div className="palette-head">
        <Icon name="search" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is this field
          autoFocus
          className="palette-input"
          role="combobox"
          aria-label={FRAME.keySearch}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={shown[at] === undefined ? undefined : `${id}-${at}`}
          placeholder={FRAME.palette}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={hear}
        />
        <kbd>Esc</kbd>
      </div>
      <div className="palette-list" role="listbox" id={id} aria-label={FRAME.found} ref={list}>
        {shown.map((command, index) => (
          <Row
            key={command.id}
            id={`${id}-${index}`}
            command={command}
            isFirst={shown[index - 1]?.section !== command.section}
            isChosen={index === at}
            onPoint={() => setChosen(index)}
            onRun={() => run(command)}
          />
        ))}
      </div>
      {shown.length === 0 ? <p className="palette-none">{FRAME.nothingFound}</p> : null}
    </>
  );
}

type RowProps = {
  readonly id: string;
  readonly command: Command;
  readonly isFirst: boolean;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
};

/** Keys are heard by the field, which says which row is chosen. */
function Row({ id, command, isFirst, isChosen, onPoint, onRun }: RowProps) {
  return (
    <>
      {isFirst ? (
        <div className="palette-section" role="presentation">
          {command.section}
        </div>
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field hears them */}
      <div
        id={id}
        className="palette-row"
        role="option"
        tabIndex={-1}
        aria-selected={isChosen}
        onMouseMove={onPoint}
        onClick={onRun}
      >
        <Icon name={command.icon} />
        <span className="palette-text">{command.text}</span>
        <span className="palette-note">{command.note}</span>
      </div>
    </>
  );
}

/** What is there, as far as it has been read; the rest comes in a moment. */
function useCommands(onKeys: () => void, onStop: () => void): readonly Command[] {
  const { data: session } = useQuery(sessionQuery);
  const { data: accounts } = useQuery(accountsQuery);
  const { data: bots } = useQuery(botsQuery);
  const { data: scripts } = useQuery(scriptsQuery);
  const { data: labs } = useQuery(labsQuery);
  const signOut = useSignOut();
  const exchanges = [...new Set(accounts?.map(({ exchange }) => exchange))];
  const markets = useQueries({
    queries: exchanges.map((exchange) => marketsQuery(exchange)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  return useMemo(
    () =>
      commandsOf({
        places: placesFor(session),
        accounts: accounts ?? [],
        bots: bots ?? [],
        scripts: scripts ?? [],
        labs: labs ?? [],
        markets,
        onKeys,
        onStop,
        onSignOut: () => void signOut(),
      }),
    [session, accounts, bots, scripts, labs, markets, onKeys, onStop, signOut],
  );
}

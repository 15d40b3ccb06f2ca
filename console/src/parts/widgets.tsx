// Small parts that pages are made of.

import type { ReactNode } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { useNowMs } from './now.ts';
import {
  directionOf,
  formatAgo,
  formatClock,
  formatNextTry,
  formatSigned,
  formatTime,
  formatUtc,
  padDecimals,
} from './format.ts';

type PanelProps = {
  readonly title?: string;
  readonly side?: ReactNode;
  readonly children: ReactNode;
};

/** Panel with a title and something beside it; without a title it has no head. */
export function Panel({ title, side, children }: PanelProps) {
  return (
    <section className="panel">
      {title === undefined ? null : (
        <header className="panel-head">
          <h2>{title}</h2>
          {side}
        </header>
      )}
      {children}
    </section>
  );
}

type GainProps = {
  readonly value: string;
  readonly unit?: string | null;
  readonly decimals?: number;
  /** With all decimals, so that those of a column stand below one another. */
  readonly isAligned?: boolean;
};

/** A gain or loss, with its sign and colour. */
export function Gain({ value, unit, decimals = 2, isAligned = false }: GainProps) {
  const signed = formatSigned(value, decimals);
  const shown = isAligned ? padDecimals(signed, decimals) : signed;
  return (
    <span className={`number ${directionOf(shown)}`}>
      {shown}
      {unit ? ` ${unit}` : ''}
    </span>
  );
}

/** It goes on by itself. */
function Ago({ at }: { readonly at: string }) {
  return <>{formatAgo(at, useNowMs(AGO_STEP_MS))}</>;
}

/** It goes on by itself. */
export function NextTry({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={formatUtc(at)}>
      {formatNextTry(at, useNowMs(AGO_STEP_MS))}
    </time>
  );
}

const AGO_STEP_MS = 1_000;

type TimeProps = {
  readonly at: string | null;
  readonly ago?: boolean;
  /** With its second, without its day. */
  readonly isExact?: boolean;
};

/** In the reader's zone, with UTC on hover. */
export function Time({ at, ago = false, isExact = false }: TimeProps) {
  if (at === null) return <span className="faint">–</span>;
  return (
    <time dateTime={at} title={formatUtc(at)}>
      {ago ? <Ago at={at} /> : isExact ? formatClock(at) : formatTime(at)}
    </time>
  );
}

type SegmentsProps<Value> = {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
};

/** One of a few, in one row; on phones what is chosen is moved into sight. */
export function Segments<Value extends string | number>(props: SegmentsProps<Value>) {
  const { label, value, choices, onChange } = props;
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const pressed = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (row.current === null || !pressed) return;
    row.current.scrollLeft =
      pressed.offsetLeft - (row.current.clientWidth - pressed.offsetWidth) / 2;
  }, [value]);
  return (
    <div className="segments" role="group" aria-label={label} ref={row}>
      {choices.map(([choice, text]) => (
        <button
          key={choice}
          type="button"
          className="segment"
          aria-pressed={choice === value}
          onClick={() => onChange(choice)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

type ChoiceProps<Value> = {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
};

/** One of many. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, value, choices, onChange } = props;
  const choose = (text: string): void => {
    const chosen = choices.find(([choice]) => String(choice) === text);
    if (chosen !== undefined) onChange(chosen[0]);
  };
  return (
    <label className="field">
      <span className="label">{label}</span>
      <select className="input" value={value} onChange={(event) => choose(event.target.value)}>
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

type FigureProps = { readonly label: string; readonly children: ReactNode };

/** Figure in a list of figures: label and value. */
export function Figure({ label, children }: FigureProps) {
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

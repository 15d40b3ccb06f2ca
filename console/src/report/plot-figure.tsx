// A figure drawn by Observable Plot in the colours of the page, as wide as there is room.

import type { PlotOptions } from '@observablehq/plot';
import { plot } from '@observablehq/plot';
import { NONCE } from '../app/nonce.ts';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';

type Props = {
  readonly label: string;
  /** Below the drawing. */
  readonly caption?: ReactNode;
  readonly height?: number;
  /** For a width in pixels; a new function draws anew. */
  readonly options: (width: number) => PlotOptions;
  readonly onPick?: (value: unknown) => void;
};

export function PlotFigure({ label, caption, height = 230, options, onPick }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });
  useEffect(() => {
    const element = place.current;
    if (element === null || width === 0) return;
    const drawn = plot({
      height,
      width,
      marginLeft: 48,
      style: { background: 'transparent', fontSize: '11px', overflow: 'visible' },
      ariaLabel: label,
      ...options(width),
    });
    // Its parts are no parts to whoever cannot see them: the label says what it is.
    for (const part of drawn.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
    // The browser takes no styles that are not marked as ours.
    for (const style of drawn.querySelectorAll('style')) style.nonce = NONCE;
    drawn.setAttribute('role', 'img');
    drawn.setAttribute('aria-label', label);
    const report = (): void => pick.current?.((drawn as { value?: unknown }).value);
    drawn.addEventListener('click', report);
    element.replaceChildren(drawn);
    return () => drawn.remove();
  }, [width, height, label, options]);
  return (
    <figure className="plot">
      <figcaption className="plot-label">{label}</figcaption>
      <div ref={place} style={{ height }} />
      {caption === undefined ? null : <p className="hint">{caption}</p>}
    </figure>
  );
}

/** In the place of a figure that has nothing to show, and why. */
export function MissingPlot({
  label,
  children,
}: {
  readonly label: string;
  readonly children: string;
}) {
  return (
    <figure className="plot">
      <figcaption className="plot-label">{label}</figcaption>
      <div className="plot-missing faint">{children}</div>
    </figure>
  );
}

function useWidth(place: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const watcher = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [place]);
  return width;
}

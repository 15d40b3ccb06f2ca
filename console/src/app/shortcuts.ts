// Keys that work on every page. Letters do nothing while somebody types, or while a dialog is open.
// In lists they go from row to row: a row is what has a link to its own page.

import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PLACES } from './places.ts';

type Shortcuts = { readonly onPalette: () => void; readonly onHelp: () => void };

/** After `g` the letter of a place is awaited for this long. */
const SECOND_KEY_MS = 1_200;

/** Listens for the keys while the component is shown. */
export function useShortcuts({ onPalette, onHelp }: Shortcuts): void {
  const navigate = useNavigate();
  const act = useRef({ onPalette, onHelp });
  useEffect(() => {
    act.current = { onPalette, onHelp };
  });
  useEffect(() => {
    let goUntilMs = 0;
    const hear = (event: KeyboardEvent): void => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        act.current.onPalette();
        return;
      }
      // A list may hear its own keys.
      if (event.defaultPrevented || isCommand || event.altKey || isBusy(event.target)) return;
      const isSecond = event.timeStamp < goUntilMs;
      goUntilMs = 0;
      if (isSecond) {
        const place = PLACES.find(({ key }) => key === event.key);
        if (place !== undefined) void navigate({ to: place.to });
      } else if (event.key === 'g') goUntilMs = event.timeStamp + SECOND_KEY_MS;
      else if (event.key === '?') act.current.onHelp();
      else if (event.key === '/') focusSearch(event);
      else if (event.key === 'j') focusRow(1);
      else if (event.key === 'k') focusRow(-1);
      else if (event.key === 'x') chooseRow();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [navigate]);
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return true;
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return false;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

const ROW = 'tr, li, [role="row"]';

const rowOf = (element: Element | null): Element | null => element?.closest(ROW) ?? null;

/** Goes to the next or previous row; Enter follows its link. */
function focusRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main a.row-link')].filter(
    (link) => link.offsetParent !== null,
  );
  const active = document.activeElement;
  const row = rowOf(active);
  const at = links.findIndex((link) => link === active || (row !== null && rowOf(link) === row));
  const next = at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + step));
  links[next]?.focus();
}

/** Chooses the row, or not any more, where rows can be chosen. */
function chooseRow(): void {
  rowOf(document.activeElement)?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
}

/** The field in which the page is searched. */
function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (field === null) return;
  event.preventDefault();
  field.focus();
  field.select();
}

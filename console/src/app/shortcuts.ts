// Keys that work on every page. Letters do nothing while somebody types, or while a dialog is open.

import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PLACES } from './places.ts';

type Shortcuts = { readonly onPalette: () => void; readonly onHelp: () => void };

/** After `g` the letter of a place is awaited for this long. */
const SECOND_KEY_MS = 1_200;

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
      if (isCommand || event.altKey || isBusy(event.target)) return;
      const isSecond = event.timeStamp < goUntilMs;
      goUntilMs = 0;
      if (isSecond) {
        const place = PLACES.find(({ key }) => key === event.key);
        if (place !== undefined) void navigate({ to: place.to });
      } else if (event.key === 'g') goUntilMs = event.timeStamp + SECOND_KEY_MS;
      else if (event.key === '?') act.current.onHelp();
      else if (event.key === '/') focusSearch(event);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [navigate]);
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** The field in which the page is searched. */
function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (field === null) return;
  event.preventDefault();
  field.focus();
  field.select();
}

// The title of the window, by which tabs, the history and screen readers distinguish pages: the
// heading of the page. A page that writes its own says so at its heading (`data-own-title`).

import type { RefObject } from 'react';
import { useEffect } from 'react';

const PRODUCT = 'Tidemill';

/** Follows the heading, which may change when the page has read what it is about. */
export function usePageTitle(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = main.current;
    if (page === null) return;
    const write = (): void => {
      const heading = page.querySelector('h1');
      if (heading?.dataset['ownTitle'] !== undefined) return;
      const title = titleOf(heading?.textContent ?? '');
      if (document.title !== title) document.title = title;
    };
    write();
    const observer = new MutationObserver(write);
    observer.observe(page, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [main]);
}

function titleOf(heading: string): string {
  const text = heading.trim();
  return text === '' ? PRODUCT : `${text} – ${PRODUCT}`;
}

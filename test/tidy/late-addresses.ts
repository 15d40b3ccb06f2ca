// Addresses that are written late: with a response, or after a pause of typing. A page that asked
// the router itself would take back a navigation that has begun meanwhile; it goes through `useGo`,
// which does nothing once the page has been left. The frame around the pages is never left.

import type { Project } from './project.ts';
import { lineAt } from './project.ts';

const FRAME = 'console/src/app/';
/** It drops a secret from its own address, at once. */
const SECRET_DROPPED = 'console/src/pages/sign-in-page.tsx';
const ROUTERS = /^@tanstack\/(?:react-router|router-core|history)\b/;
/** Of the router, what navigates; also all of it, and by another name. */
const WAYS = /\b(?:useNavigate|useRouter|Navigate|createBrowserHistory)\b|\*/;
const HISTORY = /\b(?:pushState|replaceState)\b/.source;
const LOCATION = /\blocation\s*(?:\.\s*(?:assign|replace)\b|(?:\.\s*href\s*)?=(?!=))/.source;
const BROWSER_WAYS = new RegExp(`${HISTORY}|${LOCATION}`, 'g');
const ADVICE = 'goes elsewhere also from a page that has been left: use useGo';

/** Navigations of the console beside `useGo`. */
export function checkLateAddresses(project: Project): readonly string[] {
  return project.sources
    .filter(({ path }) => path.startsWith('console/src/') && !path.startsWith(FRAME))
    .flatMap(({ path, text, facts }) => [
      ...facts.flatMap((fact) => {
        if (fact.kind !== 'import' || fact.isTypeOnly || !ROUTERS.test(fact.specifier)) return [];
        // Of a dynamic import nobody knows what is taken.
        const taken = fact.form === 'dynamic' ? '*' : text.slice(fact.start, fact.end);
        return WAYS.test(taken) ? [`${path}:${lineAt(text, fact.start)}: ${ADVICE}`] : [];
      }),
      ...(path === SECRET_DROPPED ? [] : [...text.matchAll(BROWSER_WAYS)]).map(
        ({ index, 0: found }) => `${path}:${lineAt(text, index)}: "${found}": ${ADVICE}`,
      ),
    ]);
}

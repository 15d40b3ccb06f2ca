// Name of a browser that people know, as far as its own name for itself says it.

import { PEOPLE } from '../words/people.ts';

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** Name of browser and system; the beginning of the text where neither is known. */
export function browserName(agent: string | null): string {
  if (agent === null) return PEOPLE.unknownBrowser;
  const browser = BROWSERS.find(([part]) => agent.includes(part))?.[1];
  const system = SYSTEMS.find(([part]) => agent.includes(part))?.[1];
  if (browser === undefined) return agent.slice(0, 40);
  return system === undefined ? browser : PEOPLE.on(browser, system);
}

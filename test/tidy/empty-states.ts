// Empty states: what has not been loaded is not empty. A part of the console that takes nothing for
// the data of a query that is still under way (`data ?? []`) would say "None is open" of what it
// does not know yet: it has to ask whether the data is there, or only adds to what is shown beside
// it.

import type { Fact } from './facts-of-node.ts';
import type { Project, SourceFile } from './project.ts';
import { lineAt } from './project.ts';

/** Nothing in place of data: a fallback, or the default of a name. */
const NOTHING = /\bdata\b[^;]{0,60}?\?\? (?:\[\]|0\b)|\bdata(?:: \w+)? = \[\]/g;
/** The ways to ask whether it is there. */
const ASKS =
  /\b(?:whatKeeps|isPending|isFetched|isError)\b|<(?:Loaded|Pages)\b|\bdata [!=]== undefined/;

/**
 * Functions that say of no query that it has nothing: names, marks and choices beside what is
 * loaded, which follow. Each by its place.
 */
const ADDITIONS: ReadonlySet<string> = new Set([
  'console/src/app/command-palette.tsx:useCommands',
  'console/src/pages/accounts/accounts-page.tsx:AccountTable',
  'console/src/pages/bots/bot-chart.tsx:useTrades',
  'console/src/pages/bots/bot-chart.tsx:useLines',
  'console/src/pages/bots/bots-page.tsx:Filters',
  'console/src/pages/home/attention.ts:useAttention',
  'console/src/pages/market/market-page.tsx:useOwn',
  'console/src/pages/markets-page.tsx:MarketsPage',
  'console/src/pages/partner/partner-bots-panel.tsx:BotTable',
  'console/src/pages/partner/signals-tab.tsx:SignalsTab',
  'console/src/pages/partner/usage-tab.tsx:UsersPanel',
  'console/src/pages/settings/notifications/rule-dialog.tsx:Scope',
  'console/src/pages/settings/webhooks/webhooks-tab.tsx:WebhooksTab',
  'console/src/parts/market-name.ts:usePriceFormat',
  'console/src/report/report-log.tsx:ReportLog',
  'console/src/report/why-no-trades.tsx:Reasons',
]);
const ADVICE = 'takes what is not loaded for empty: use whatKeeps, Loaded or isFetched';
const OWN_PATH = 'test/tidy/empty-states.ts';

/** Parts that may call empty what has not been loaded. */
export function checkEmptyStates(project: Project): readonly string[] {
  const sources = project.sources.filter(({ path }) => path.startsWith('console/src/'));
  const found = sources.flatMap(takenForNothing);
  const places = new Set(found.map(({ place }) => place));
  const unused = [...ADDITIONS].filter((place) => !places.has(place));
  return [
    ...found.filter(({ place }) => !ADDITIONS.has(place)).map(({ finding }) => finding),
    ...(project.texts.has(OWN_PATH) ? unused : []).map(
      (place) => `${OWN_PATH}: "${place}" takes nothing for data no more: leave it out`,
    ),
  ];
}

type Finding = { readonly place: string; readonly finding: string };

function takenForNothing(source: SourceFile): readonly Finding[] {
  const { path, text, facts } = source;
  const functions = facts.filter(({ kind }) => kind === 'function');
  return [...text.matchAll(NOTHING)].flatMap((match): Finding[] => {
    const around = outermost(functions, match.index);
    const body = around === null ? text : text.slice(around.start, around.end);
    if (ASKS.test(body)) return [];
    const name = /^(?:async )?function ([\w$]+)/.exec(body)?.[1] ?? '';
    const finding = `${path}:${lineAt(text, match.index)}: ${ADVICE}`;
    return [{ place: `${path}:${name}`, finding }];
  });
}

function outermost(functions: readonly Fact[], at: number): Fact | null {
  const around = functions.filter(({ start, end }) => start <= at && at < end);
  return around.toSorted((one, other) => one.start - other.start)[0] ?? null;
}

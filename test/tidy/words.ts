// Words that this code has given up for standard ones. Whoever reads it needs no dictionary, and
// two names for one thing are one too many.

import { lineAt } from './project.ts';
import type { Project } from './project.ts';

/** What is written no more, and what stands in its place. */
const RETIRED_WORDS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [
    /\b(?:un)?[Aa]nswer(?:s|ed|ing)?\b|[a-z_]Answer|\banswer[A-Z]|ANSWER|_answer/g,
    '"return" and "result" of a function, "respond" and "response" of a server',
  ],
  [/\b[Tt]old\b|[a-z]Told\b/g, '"given", "stated", "delivered", "reported", "notified"'],
  [/\b(?:const|let) \(?asked\b|\basked[A-Z]|[a-z]Asked\b|\b[aA]sked for\b/g, '"requested"'],
  [/\b(?:exchange|venue|server|database|store) (?:is|was) (?:not )?asked\b/g, '"queried"'],
  [
    /(?<!order-)\b[kK]ept\b(?!: 'orders)|\b[kK]ept[A-Z]|[a-z]Kept|KEPT/g,
    '"retained", "stored", "memoised", "emulated"',
  ],
  [/\bterms\.keeper\b/g, '"heldBy"'],
  [/\b[mM]oment(?:Ms|Ticks|Price)\b|updateAtMoment|isOfMoment/g, '"intrabar"'],
  [/\b(?:this|that|last|each) moment\b/g, '"instant", "now"'],
  [/\bkeeps? (?:the |its |their |every )?(?:[a-z']+ )?contracts?\b/g, '"fulfils"'],
  [
    /\b(?:[wW]hat|as|than) (?:(?:an?|the|which|it|its) )?[A-Za-z-]+ (?:itself )?keeps\b(?! to\b)/g,
    '"retains", "stores"',
  ],
  [/\b[dD]oors?\b|[a-z]Door\b/g, '"surface" of partners'],
  [/\btaken_up\b|\btake_up\b|\b[tT]akeUp\b/g, '"loaded", "start"'],
  [/\bbefall|[mM]isfortune/g, '"happens to", "fault"'],
  [/\bBotSight\b|\bin sight\b|(?<!Hind|hind)Sight\b/g, '"view"'],
  [/\b[lL]ooks? at\b/g, '"reads", "checks"'],
  [/\b[Dd]esks?\b|[a-z]Desks?\b/g, '"run API"'],
  [/[wW]orkshop/g, '"factory"'],
  [/\bstir(?:red|s|ring)?\b|isStirred/g, '"requestAttention", "hasRequests"'],
  [/\bLiveBot\b|\bbot-runs\b/g, '"LiveRun", "live"'],
  [/waitsHere|keptHere|\bkept orders?\b/g, '"isEmulated", "emulated order"'],
  [/sendSetOff|\b(?:is|was|are|were) set off\b/g, '"triggered"'],
  [/LoneVenue|passAlone|\blone (?:order|venue)\b/g, '"FastSpotVenue", "single-order fast path"'],
  [/BacktestSide/g, '"VenueMarketBook"'],
  [/SmallShare/g, '"SmallRatio"'],
  [/lookAtVenue|absorbVenue/g, '"fetchVenueSnapshot", "applyVenueSnapshot"'],
  [/noteLookDue/g, '"schedulePoll"'],
  [/toldFills/g, '"seenFillIds"'],
  [/\blets? go of\b|\bletGo\b/g, '"release"'],
  [/\blayOut\b/g, '"build"'],
  [/guardBot/g, '"superviseBot"'],
  [/onBeats|ON_A_BEAT/g, '"paced", "BATCH_PER_TICK"'],
  [/inGroups|oneOrMany|eachAtOnce/g, '"coalesce", "coalesceWithFallback", "forEachConcurrent"'],
  [/patiently|patientLane|\bpatient work\b/g, '"low-priority work"'],
  [/account-desk|account-line/g, '"account-updater", "account-queue"'],
  [/\b[sS]topWatch\b/g, '"ShutdownSignal"'],
  [/judgeLab|judge-lab/g, '"scoreLab"'],
  [/\.sample\.ts\b/g, '".fixture.ts"'],
  [/\bgoes_on\b/g, '"continue"'],
  [/_BODIES\b|CommandBod(?:y|ies)/g, '"implementations"'],
];

/** Who may name them: this list, its test, the history of changes, and what is written in Lua. */
const EXEMPT = new Set([
  'test/tidy/words.ts',
  'test/laws/checks/forms.ts',
  'test/tidy/planted-cases.ts',
  'test/tidy/planted.test.ts',
  'CHANGELOG.md',
  'test/lua/real-lua.ts',
]);

/** Every retired word in sources and documents. */
export function checkWords(project: Project): readonly string[] {
  return [...project.texts]
    .filter(([path]) => /\.(?:tsx?|md)$/.test(path) && !EXEMPT.has(path))
    .flatMap(([path, text]) =>
      RETIRED_WORDS.flatMap(([pattern, instead]) =>
        [...text.matchAll(pattern)].map(
          ({ 0: word, index }) => `${path}:${lineAt(text, index)}: "${word}": write ${instead}`,
        ),
      ),
    );
}

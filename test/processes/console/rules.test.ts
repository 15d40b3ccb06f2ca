// Visual scripts in the console, as rules and as graphs.

import {
  graphByKeys,
  graphOfScript,
  wrongGraph,
} from '../../console/journeys/graph-of-a-script.ts';
import { rulesOfScript, templateAndDocument } from '../../console/journeys/rules-of-a-script.ts';
import { watchValues } from '../../console/journeys/watch-values.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('visual scripts in the console', [
  ['rules are put together from nothing, tried and changed on a phone', rulesOfScript],
  ['counts, values at a bar and paths of trades are seen beside rules', watchValues],
  ['a template opens as rules, and a document of elsewhere as a graph', templateAndDocument],
  ['a strategy is drawn in under twenty actions, and tried on paper', graphOfScript],
  ['a graph is changed by keys alone', graphByKeys],
  ['mistakes stand where they are, and blocks are pasted, grouped and listed', wrongGraph],
]);

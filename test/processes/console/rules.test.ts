// Visual scripts in the console.

import { rulesOfScript, templateAndDocument } from '../../console/journeys/rules-of-a-script.ts';
import { watchValues } from '../../console/journeys/watch-values.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('rules in the console', [
  ['rules are put together from nothing, tried and changed on a phone', rulesOfScript],
  ['counts, values at a bar and paths of trades are seen beside rules', watchValues],
  ['a template opens as rules, and a document of elsewhere as a graph', templateAndDocument],
]);

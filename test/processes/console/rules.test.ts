// Visual scripts in the console.

import { rulesOfScript, templateAndDocument } from '../../console/journeys/rules-of-a-script.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('rules in the console', [
  ['rules are put together from nothing, tried and changed on a phone', rulesOfScript],
  ['a template and a document of elsewhere open as rules', templateAndDocument],
]);

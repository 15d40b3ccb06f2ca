// The console in other languages.

import {
  consoleInGerman,
  pagesInCatalogues,
  textsInCatalogues,
} from '../../console/journeys/two-languages.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('languages of the console', [
  ['every text of a page that is translated is in a catalogue', textsInCatalogues],
  ['every page has its texts in catalogues, and room for longer ones', pagesInCatalogues],
  ['the console is German once that is chosen, with decimal commas', consoleInGerman],
]);

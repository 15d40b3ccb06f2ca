// The console in other languages.

import {
  consoleInGerman,
  pagesInCatalogues,
  pagesInGerman,
  textsInCatalogues,
} from '../../console/journeys/two-languages.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('languages of the console', [
  ['every text of a page that is translated is in a catalogue', textsInCatalogues],
  ['every page has its texts in catalogues, and room for longer ones', pagesInCatalogues],
  ['every page in German has its buttons whole on a telephone', pagesInGerman],
  ['the console is German once that is chosen, with decimal commas', consoleInGerman],
]);

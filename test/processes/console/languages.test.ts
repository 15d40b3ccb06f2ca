// The console's pages in other languages, and their texts in catalogues.

import {
  consoleInGerman,
  pagesInCatalogues,
  pagesInGerman,
  textsInCatalogues,
} from '../../console/journeys/two-languages.ts';
import { PAGES } from '../../console/pages.ts';
import { playJourneys } from '../../console/stage.ts';
import { everyFourthOf } from '../../support/share-of-cases.ts';

await playJourneys('the console in other languages', [
  ['every text of a page that is translated is in a catalogue', textsInCatalogues],
  ['every page has its texts in catalogues, and room for longer ones', pagesInCatalogues],
  [
    'pages in German have their buttons whole on a telephone',
    (stage) => pagesInGerman(stage, everyFourthOf(PAGES)),
  ],
  ['the console is German once that is chosen, with decimal commas', consoleInGerman],
]);

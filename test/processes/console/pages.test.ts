// All pages of the console, by day and by night, at all widths and in other languages, and a share
// of them and of the dialogs while the service fails or refuses what is asked of it. One service
// and one user are for all of them: both cost as much as a dozen pages.

import { eachDialog } from '../../console/journeys/all-dialogs.ts';
import { allPages } from '../../console/journeys/all-pages.ts';
import { refusedForms } from '../../console/journeys/refused-forms.ts';
import { REFUSED_PAGES, refusedPages } from '../../console/journeys/refused-pages.ts';
import {
  consoleInGerman,
  pagesInCatalogues,
  pagesInGerman,
  textsInCatalogues,
} from '../../console/journeys/two-languages.ts';
import { DIALOGS } from '../../console/dialogs.ts';
import { PAGES } from '../../console/pages.ts';
import { playJourneys } from '../../console/stage.ts';
import { everyFourthOf } from '../../support/share-of-cases.ts';

await playJourneys('the console', [
  ['every page can be read and reached by everyone, on every screen', allPages],
  ['every text of a page that is translated is in a catalogue', textsInCatalogues],
  ['every page has its texts in catalogues, and room for longer ones', pagesInCatalogues],
  [
    'pages in German have their buttons whole on a telephone',
    (stage) => pagesInGerman(stage, everyFourthOf(PAGES)),
  ],
  ['the console is German once that is chosen, with decimal commas', consoleInGerman],
  [
    'a page says what failed, and is complete when one tries again',
    (stage) => refusedPages(stage, everyFourthOf(REFUSED_PAGES)),
  ],
  [
    'a dialog fits a telephone, holds the focus, and is left by Escape',
    (stage) => eachDialog(stage, everyFourthOf(DIALOGS)),
  ],
  ['what a form has wrong stands at its fields', refusedForms],
]);

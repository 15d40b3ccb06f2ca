// A share of the console's pages and dialogs while the service fails or refuses what it is asked.

import { eachDialog } from '../../console/journeys/all-dialogs.ts';
import { refusedForms } from '../../console/journeys/refused-forms.ts';
import { REFUSED_PAGES, refusedPages } from '../../console/journeys/refused-pages.ts';
import { DIALOGS } from '../../console/dialogs.ts';
import { playJourneys } from '../../console/stage.ts';
import { everyFourthOf } from '../../support/share-of-cases.ts';

await playJourneys('the console while requests fail', [
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

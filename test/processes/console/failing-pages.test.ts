// All pages and dialogs of the console while the service fails or refuses what is asked of it.

import { allDialogs } from '../../console/journeys/all-dialogs.ts';
import { refusedForms } from '../../console/journeys/refused-forms.ts';
import { allRefusedPages } from '../../console/journeys/refused-pages.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('the console while requests fail', [
  ['every page says what failed, and is complete when one tries again', allRefusedPages],
  ['every dialog fits a telephone, holds the focus, and is left by Escape', allDialogs],
  ['what a form has wrong stands at its fields', refusedForms],
]);

// All pages of the console, by day and by night, at all widths, and while the service fails.

import { allPages } from '../../console/journeys/all-pages.ts';
import { allDialogs } from '../../console/journeys/all-dialogs.ts';
import { refusedForms } from '../../console/journeys/refused-forms.ts';
import { allRefusedPages } from '../../console/journeys/refused-pages.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('the console', [
  ['every page can be read and reached by everyone, on every screen', allPages],
  ['every page says what failed, and is complete when one tries again', allRefusedPages],
  ['every dialog fits a telephone, holds the focus, and is left by Escape', allDialogs],
  ['what a form has wrong stands at its fields', refusedForms],
]);

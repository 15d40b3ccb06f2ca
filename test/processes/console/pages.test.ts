// All pages of the console, by day and by night, at all widths, and while the service fails.

import { allPages } from '../../console/journeys/all-pages.ts';
import { allRefusedPages } from '../../console/journeys/refused-pages.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('the console', [
  ['every page can be read and reached by everyone, on every screen', allPages],
  ['every page says what failed, and is complete when one tries again', allRefusedPages],
]);

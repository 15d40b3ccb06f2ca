// All pages of the console, by day and by night, at all widths.

import { allPages } from '../../console/journeys/all-pages.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('the console', [
  ['every page can be read and reached by everyone, on every screen', allPages],
]);

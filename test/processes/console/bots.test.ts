// Bots at the console: what is changed of one after it was made.

import { editBot } from '../../console/journeys/edit-bot.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('bots at the console', [
  ['a bot is changed after it was made, and says why not while it runs', editBot],
]);

// The console where things are many, small or gone: a thousand bots, a telephone, and processes
// that are killed while a page is open.

import { botThroughKills } from '../../console/journeys/bot-through-kills.ts';
import { bracketByHand } from '../../console/journeys/bracket-by-hand.ts';
import { onAPhone } from '../../console/journeys/on-a-phone.ts';
import { thousandBots } from '../../console/journeys/thousand-bots.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('the console at its limits', [
  ['a day on a telephone is done by touch, and nothing is wider than its screen', onAPhone],
  ['of a thousand bots each is drawn when one scrolls to it', thousandBots],
  ['an order goes with its stop and target, as one, and is ended as one', bracketByHand],
  ['the page of a bot goes on when its process and the service were killed', botThroughKills],
]);

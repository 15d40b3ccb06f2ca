// Grid, averaging and signal bots of one's own in the console.

import { sendSignalByHand, strategyBots } from '../../console/journeys/strategy-bots.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('strategy bots', [
  ['a grid is planned on the chart, made, started, edited and stopped', strategyBots],
  ['a signal that is sent by hand reaches the bot that listens', sendSignalByHand],
]);

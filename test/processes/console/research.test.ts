// Journeys of research that take longer than those that are played every day.

import { byKeys } from '../../console/journeys/by-keys.ts';
import { drawnObjects } from '../../console/journeys/drawn-objects.ts';
import { drawnScript } from '../../console/journeys/drawn-script.ts';
import { backtestToLab, labToBot } from '../../console/journeys/lab-to-bot.ts';
import { exampleGallery } from '../../console/journeys/example-gallery.ts';
import { noTrades } from '../../console/journeys/no-trades.ts';
import { ownSeries } from '../../console/journeys/own-series.ts';
import { takeItAlong } from '../../console/journeys/take-it-along.ts';
import { pineScript } from '../../console/journeys/pine-script.ts';
import { pineToBot } from '../../console/journeys/pine-to-bot.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('research in the console', [
  ['lists are worked by keys, addresses hold what is shown, a text is not lost', byKeys],
  ['reports and labs leave as tables, as one page, on paper', takeItAlong],
  ['a lab finds inputs, and a bot is made of the best', labToBot],
  ['a search begins as the backtest was made that it came from', backtestToLab],
  ['a backtest without trades says why', noTrades],
  ['an example is found and copied, and files become scripts', exampleGallery],
  ["numbers of one's own are read from a file, drawn and deleted", ownSeries],
  ['what a script draws is in the chart of its report', drawnScript],
  ['objects of a Pine script are in the chart of its report', drawnObjects],
  ['a Pine script is pasted, and tested as on its chart or realistically', pineScript],
  ['a Pine strategy is pasted, searched, and runs as a bot that sends its alerts', pineToBot],
]);

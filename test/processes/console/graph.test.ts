// Graphs of visual scripts in the console.

import {
  graphByKeys,
  graphOfScript,
  wrongGraph,
} from '../../console/journeys/graph-of-a-script.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('the graph in the console', [
  ['a strategy is drawn in under twenty actions, and tried on paper', graphOfScript],
  ['a graph is changed by keys alone', graphByKeys],
  ['mistakes stand where they are, and blocks are pasted, grouped and listed', wrongGraph],
]);

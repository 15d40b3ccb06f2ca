// Graphs of visual scripts in the console.

import { graphOfScript } from '../../console/journeys/graph-of-a-script.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('the graph in the console', [
  ['a strategy is drawn in under twenty actions, and tried on paper', graphOfScript],
]);

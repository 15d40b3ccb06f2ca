// The whole service below a path of a proxy.

import {
  addressBelow,
  pagesBelowPath,
  programsBelowPath,
} from '../../console/journeys/below-a-path.ts';
import { playJourneys } from '../../console/stage.ts';
import { freePort } from '../../support/free-port.ts';

const port = await freePort();

await playJourneys(
  'below a path',
  [
    ['the pages are found by a browser', (stage) => pagesBelowPath(stage, port)],
    ['the API is found by programs', (stage) => programsBelowPath(stage, port)],
  ],
  { TIDEMILL_BASE_URL: addressBelow(port) },
);

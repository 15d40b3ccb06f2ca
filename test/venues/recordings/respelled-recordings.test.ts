// A tenth of the recordings in other spellings; `npm run test:thorough` has all.

import { declareRespellings } from './declare-respellings.ts';

declareRespellings(0.1);

// Recordings in all other spellings; every day there is a tenth.

import { declareRespellings } from '../venues/recordings/declare-respellings.ts';

declareRespellings(1);

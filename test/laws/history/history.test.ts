// Law 11, over some intervals and worlds of each participant.

import { declareLaw } from '../declare-law.ts';
import { HISTORY_LAW } from './history-law.ts';

declareLaw(HISTORY_LAW);

// Law 1 over a share of its cells.

import { declareLaw } from '../declare-law.ts';
import { EXITS_LAW } from './exits-law.ts';

declareLaw(EXITS_LAW);

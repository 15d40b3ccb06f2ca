// Law 4 over a share of its cells.

import { declareLaw } from '../declare-law.ts';
import { DIGITS_LAW } from './digits-law.ts';

declareLaw(DIGITS_LAW);

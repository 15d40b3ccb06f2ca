// Law 3 over everyday's share of its matrix.

import { declareLaw } from '../declare-law.ts';
import { EFFECTS_LAW } from './effects-law.ts';

declareLaw(EFFECTS_LAW);

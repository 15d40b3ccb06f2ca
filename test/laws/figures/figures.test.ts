// Law 9 over all of its cells: they are cheap.

import { declareLaw } from '../declare-law.ts';
import { FIGURES_LAW } from './figures-law.ts';

declareLaw(FIGURES_LAW);

// Law 6, over some of the ways in which each dependency is in trouble.

import { declareLaw } from '../declare-law.ts';
import { TROUBLE_LAW } from './trouble-law.ts';

declareLaw(TROUBLE_LAW);

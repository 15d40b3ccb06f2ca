// Law 7 over everyday's share of its matrix.

import { declareLaw } from '../declare-law.ts';
import { COMPILER_LAW } from './compiler-law.ts';

declareLaw(COMPILER_LAW);

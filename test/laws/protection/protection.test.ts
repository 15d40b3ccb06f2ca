// Law 8, over all operations.

import { declareLaw } from '../declare-law.ts';
import { protectionLaw } from './protection-law.ts';

declareLaw(protectionLaw);

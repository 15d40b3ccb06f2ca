// Law 10, over all forms.

import { declareLaw } from '../declare-law.ts';
import { checksLaw } from './checks-law.ts';

declareLaw(checksLaw);

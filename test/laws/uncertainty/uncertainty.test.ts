import { declareLaw } from '../declare-law.ts';
import { UNCERTAINTY_LAW } from './uncertainty-law.ts';

declareLaw(UNCERTAINTY_LAW);

import { declareLaw } from '../declare-law.ts';
import { WAYS_OUT_LAW } from './ways-out-law.ts';

declareLaw(WAYS_OUT_LAW);

import { declareLaw } from '../declare-law.ts';
import { SERVED_LAW } from './served-law.ts';

declareLaw(SERVED_LAW);

import { declareLaw } from '../declare-law.ts';
import { STORED_LAW } from './stored-law.ts';

declareLaw(STORED_LAW);

import { declareLaw } from '../declare-law.ts';
import { ROWS_LAW } from './rows-law.ts';

declareLaw(ROWS_LAW);

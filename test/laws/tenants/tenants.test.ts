import { declareLaw } from '../declare-law.ts';
import { tenantsLaw } from './tenants-law.ts';

declareLaw(tenantsLaw);

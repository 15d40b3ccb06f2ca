// Prints whom scripts run as, has a script checked, and prints what it was warned of and what the
// check said.

import { openScriptChecker } from '#main/checks/open-script-checker.ts';
import { warnOfScriptUser } from '#main/checks/script-user-check.ts';

const warnings: string[] = [];
await warnOfScriptUser({ warn: (event) => void warnings.push(event) });
const checker = openScriptChecker((_id, cause) => void warnings.push(cause));
const { isValid } = await checker.check('local price = CurrentPrice()', [], 'usr_a');
await checker.close();
console.log([...warnings, isValid ? 'valid' : 'not valid'].join(' '));

// Explains why an account could not be made, and what could be requested instead.

import { unreachable } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type {
  CreateAccountCommand,
  CreateAccountRejection,
} from '#services/accounts/create-account.ts';
import { CommandFailed } from '#cli/command-error.ts';

/** Failure of a command, with what would be accepted. */
export function refusedAccount(
  rejection: Exclude<CreateAccountRejection, { readonly code: 'user_not_found' }>,
  command: CreateAccountCommand,
): CommandFailed {
  const { exchange, marketType } = command;
  switch (rejection.code) {
    case 'account_name_invalid':
      return new CommandFailed("An account's name has 1 to 150 characters.", 'Choose another.');
    case 'exchange_not_found':
      return new CommandFailed(
        command.isPaper === true
          ? `There is no real exchange "${exchange}" here.`
          : `There is no simulated exchange "${exchange}".`,
        command.isPaper === true && rejection.allowed.length === 0
          ? 'Set the exchanges by TIDEMILL_VENUES.'
          : `Use one of: ${rejection.allowed.join(', ')}.`,
      );
    case 'market_type_not_offered':
      return new CommandFailed(
        `The exchange "${exchange}" has no ${marketType} markets.`,
        rejection.allowed.length > 0
          ? `Use one of: ${rejection.allowed.join(', ')}.`
          : 'Import history first, which makes them: tidemill history import --help',
      );
    case 'fee_currency_unknown':
      return new CommandFailed(
        `A ${marketType} account at "${exchange}" cannot pay fees in "${command.feesIn ?? ''}".`,
        `Use one of: ${rejection.allowed.join(', ')}.`,
      );
    case 'currency_unknown':
      return new CommandFailed(
        `A ${marketType} account at "${exchange}" cannot hold "${rejection.currency}".`,
        `Use some of: ${rejection.allowed.join(', ')}.`,
      );
    case 'currency_repeated':
      return new CommandFailed(
        `The balance of ${rejection.currency} is given more than once.`,
        'Give each currency once.',
      );
    case 'deposit_not_positive':
      return new CommandFailed(
        `The balance of ${rejection.currency} is not above zero.`,
        `Leave ${rejection.currency} out to begin with none.`,
      );
    case 'deposit_too_precise':
      return new CommandFailed(
        `${rejection.currency} has at most ${rejection.decimalsMax} decimals.`,
        `The nearest lower balance is ${rejection.currency}=${formatDecimal(rejection.nearest)}.`,
      );
    default:
      return unreachable(rejection);
  }
}

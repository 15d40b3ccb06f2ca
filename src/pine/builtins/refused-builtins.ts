// Built-in names that are known and that do not run here, each with what to do instead: the check
// of a script says so.

const NOT_YET = 'is known, but does not run here yet';
const NO_DATA = 'needs data that there is none of here';

const LISTS: readonly (readonly [names: string, why: string])[] = [
  ['request.security_lower_tf request.seed request.currency_rate', NOT_YET],
  ['request.dividends request.earnings request.splits request.financial request.economic', NO_DATA],
  ['request.quandl request.footprint', NO_DATA],
  [
    'strategy.risk.max_cons_loss_days strategy.risk.max_drawdown strategy.risk.max_intraday_loss ' +
      'strategy.risk.max_intraday_filled_orders strategy.risk.max_position_size',
    NOT_YET,
  ],
  ['ta.pivot_point_levels ta.nvi ta.pvi ta.iii ta.wad ta.wvad ta.rci', NOT_YET],
  [
    'matrix.det matrix.inv matrix.pinv matrix.rank matrix.trace matrix.eigenvalues ' +
      'matrix.eigenvectors matrix.kron matrix.pow matrix.diff matrix.reshape matrix.sort ' +
      'matrix.submatrix matrix.concat matrix.reverse matrix.swap_rows matrix.swap_columns ' +
      'matrix.median matrix.mode matrix.is_square matrix.is_zero matrix.is_identity ' +
      'matrix.is_binary matrix.is_diagonal matrix.is_antidiagonal matrix.is_symmetric ' +
      'matrix.is_antisymmetric matrix.is_triangular matrix.is_stochastic',
    NOT_YET,
  ],
  ['ticker.new ticker.modify ticker.heikinashi ticker.renko ticker.linebreak', NOT_YET],
  ['ticker.kagi ticker.pointfigure ticker.inherit str.match', NOT_YET],
  ['table.cell_set_text_font_family box.set_text_formatting', NOT_YET],
  [
    'strategy.avg_trade strategy.avg_winning_trade strategy.avg_losing_trade ' +
      'strategy.max_drawdown strategy.max_runup strategy.margin_liquidation_price',
    NOT_YET,
  ],
];

export const REFUSED: ReadonlyMap<string, string> = new Map(
  LISTS.flatMap(([names, why]) => names.split(' ').map((name) => [name, why] as const)),
);

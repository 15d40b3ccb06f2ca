// Data: steps that a call of each built-in function is charged, beside those of what it is given
// (its elements, characters, bars). Measured by `npm run fuzz:cost`; a function without a price
// fails a test.

/** Names by their steps. */
export const BUILTIN_STEPS: readonly (readonly [steps: number, names: string])[] = [
  [
    2,
    'array.first array.from array.get array.last array.pop array.push array.size barcolor ' +
      'bool box box.delete chart.point.copy chart.point.from_index chart.point.from_time ' +
      'chart.point.new chart.point.now color fixnan float int label label.delete line ' +
      'line.get_x1 linefill map.contains map.new map.remove map.size math.abs math.acos ' +
      'math.asin math.atan math.avg math.ceil math.cos math.exp math.floor math.log ' +
      'math.log10 math.max math.pow math.round math.round_to_mintick math.sign math.sin ' +
      'math.sqrt math.tan math.todegrees math.toradians matrix.columns ' +
      'matrix.elements_count matrix.get matrix.rows max_bars_back na nz plotbar plotcandle ' +
      'request.currency_rate request.dividends request.earnings request.economic ' +
      'request.financial request.footprint request.quandl request.seed footprint.buy_volume ' +
      'footprint.delta footprint.get_row_by_price footprint.poc footprint.rows ' +
      'footprint.sell_volume footprint.total_volume footprint.vah footprint.val ' +
      'volume_row.buy_volume volume_row.delta volume_row.down_price ' +
      'volume_row.has_buy_imbalance volume_row.has_sell_imbalance volume_row.sell_volume ' +
      'volume_row.total_volume volume_row.up_price str.length str.pos str.replace ' +
      'strategy.closedtrades.commission strategy.closedtrades.entry_bar_index ' +
      'strategy.closedtrades.entry_comment strategy.closedtrades.entry_id ' +
      'strategy.closedtrades.entry_price strategy.closedtrades.entry_time ' +
      'strategy.closedtrades.exit_bar_index strategy.closedtrades.exit_comment ' +
      'strategy.closedtrades.exit_id strategy.closedtrades.exit_price ' +
      'strategy.closedtrades.exit_time strategy.closedtrades.max_drawdown ' +
      'strategy.closedtrades.max_drawdown_percent strategy.closedtrades.max_runup ' +
      'strategy.closedtrades.max_runup_percent strategy.closedtrades.profit ' +
      'strategy.closedtrades.profit_percent strategy.closedtrades.size ' +
      'strategy.convert_to_account strategy.convert_to_symbol strategy.default_entry_qty ' +
      'strategy.opentrades.commission strategy.opentrades.entry_comment ' +
      'strategy.opentrades.entry_price strategy.opentrades.entry_time ' +
      'strategy.opentrades.max_drawdown strategy.opentrades.max_drawdown_percent ' +
      'strategy.opentrades.max_runup strategy.opentrades.max_runup_percent ' +
      'strategy.opentrades.profit strategy.opentrades.profit_percent ' +
      'strategy.opentrades.size strategy.risk.allow_entry_in ' +
      'strategy.risk.max_cons_loss_days strategy.risk.max_drawdown ' +
      'strategy.risk.max_intraday_filled_orders strategy.risk.max_position_size string ' +
      'ta.atr ta.barssince ta.cross ta.cum ta.ema ta.max ta.min ta.percentrank ta.rsi ' +
      'ta.swma ta.tr table table.delete table.merge_cells ticker.heikinashi ticker.inherit ' +
      'ticker.linebreak ticker.modify ticker.pointfigure ticker.renko ' +
      'timeframe.from_seconds timeframe.in_seconds',
  ],
  [
    8,
    'array.abs array.binary_search array.binary_search_leftmost ' +
      'array.binary_search_rightmost array.clear array.concat array.copy array.every ' +
      'array.includes array.indexof array.lastindexof array.remove array.reverse array.set ' +
      'array.shift array.slice array.some box.get_bottom box.get_left box.get_right ' +
      'box.get_top box.set_bgcolor box.set_border_color box.set_border_style ' +
      'box.set_border_width box.set_bottom box.set_extend box.set_left box.set_right ' +
      'box.set_text box.set_text_color box.set_text_font_family box.set_text_formatting ' +
      'box.set_text_halign box.set_text_size box.set_text_valign box.set_text_wrap ' +
      'box.set_top dayofmonth hour label.get_text label.get_x label.get_y label.set_color ' +
      'label.set_size label.set_style label.set_text label.set_text_font_family ' +
      'label.set_text_formatting label.set_textalign label.set_textcolor label.set_tooltip ' +
      'label.set_x label.set_y label.set_yloc line.delete line.get_x2 line.get_y1 ' +
      'line.get_y2 line.set_color line.set_extend line.set_style line.set_width line.set_x1 ' +
      'line.set_x2 line.set_y1 line.set_y2 linefill.delete linefill.get_line1 ' +
      'linefill.get_line2 linefill.set_color map.clear map.get map.keys map.put map.put_all ' +
      'map.values math.min math.random matrix.is_square matrix.reverse matrix.set ' +
      'polyline.delete request.splits str.contains str.endswith str.lower str.match ' +
      'str.startswith str.substring str.tonumber str.tostring str.trim str.upper ' +
      'strategy.opentrades.entry_bar_index strategy.opentrades.entry_id ' +
      'strategy.risk.max_intraday_loss syminfo.prefix syminfo.ticker ta.alma ta.cog ta.kc ' +
      'ta.linreg ta.median ta.mode ta.percentile_linear_interpolation ta.rci ta.rising ' +
      'ta.rma ta.roc ta.tsi ta.vwap ta.wma table.clear table.set_bgcolor ' +
      'table.set_border_color table.set_border_width table.set_frame_color ' +
      'table.set_frame_width table.set_position ticker.kagi ticker.new ticker.standard year',
  ],
  [
    16,
    'accdist iii nvi obv pvi pvt wad wvad array.avg array.fill array.insert array.new ' +
      'array.new_bool array.new_box array.new_int array.new_label array.new_line ' +
      'array.new_table array.percentrank array.stdev array.sum array.unshift array.variance ' +
      'box.copy box.set_bottom_right_point box.set_lefttop box.set_rightbottom ' +
      'box.set_top_left_point color.b color.g color.r color.t label.set_point ' +
      'label.set_xloc label.set_xy line.get_price line.set_first_point ' +
      'line.set_second_point line.set_xy1 line.set_xy2 linefill.new map.copy math.sum ' +
      'matrix.copy matrix.diff matrix.fill matrix.is_antidiagonal matrix.is_antisymmetric ' +
      'matrix.is_binary matrix.is_diagonal matrix.is_identity matrix.is_stochastic ' +
      'matrix.is_symmetric matrix.is_zero matrix.remove_col matrix.remove_row matrix.row ' +
      'matrix.submatrix matrix.swap_columns matrix.swap_rows matrix.trace minute month ' +
      'runtime.error second ta.change ta.crossover ta.crossunder ta.falling ta.highest ' +
      'ta.highestbars ta.hma ta.lowest ta.lowestbars ta.mom ta.pivothigh ta.pivotlow ' +
      'ta.valuewhen table.cell_set_bgcolor table.cell_set_height table.cell_set_text ' +
      'table.cell_set_text_color table.cell_set_text_font_family ' +
      'table.cell_set_text_formatting table.cell_set_text_halign table.cell_set_text_size ' +
      'table.cell_set_text_valign table.cell_set_tooltip table.cell_set_width time ' +
      'timeframe.change timestamp bgcolor fill plotshape plotchar plotarrow dayofweek',
  ],
  [
    32,
    'vwap of hlc3 array.covariance array.join array.max array.median array.min array.mode ' +
      'array.new_color array.new_float array.new_linefill array.new_string ' +
      'array.percentile_linear_interpolation array.percentile_nearest_rank array.sort ' +
      'array.standardize box.set_xloc color.rgb label.copy line.copy line.set_xloc ' +
      'matrix.add_col matrix.avg matrix.col matrix.concat matrix.is_triangular matrix.max ' +
      'matrix.min matrix.mult matrix.new matrix.rank matrix.reshape matrix.sort matrix.sum ' +
      'polyline.new str.format str.replace_all str.split ta.dev ta.percentile_nearest_rank ' +
      'ta.range ta.sar ta.sma ta.stdev ta.stoch ta.supertrend ta.wpr weekofyear',
  ],
  [
    64,
    'array.range array.sort_indices color.new matrix.det matrix.median matrix.transpose ' +
      'strategy.cancel strategy.cancel_all ta.cci ta.cmo ta.macd ta.mfi ta.vwma time_close',
  ],
  [
    128,
    'alert alertcondition log.error log.info log.warning matrix.add_row matrix.kron ' +
      'matrix.mode matrix.pow plot str.format_time str.repeat strategy.close ' +
      'strategy.close_all ta.bb ta.bbw ta.correlation ta.kcw ta.pivot_point_levels ' +
      'ta.variance hline',
  ],
  [256, 'color.from_gradient line.new matrix.inv ta.dmi table.new'],
  [512, 'box.new strategy.entry strategy.exit strategy.order'],
  [1024, 'label.new matrix.eigenvalues matrix.eigenvectors table.cell'],
  [2048, 'matrix.pinv'],
];

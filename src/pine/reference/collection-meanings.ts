// Meanings of the functions of arrays, maps, matrices and drawings, one a line.

export const COLLECTION_MEANINGS = `
array.new: A new array of so many equal elements; its type is written array.new<type>.
array.new_float: A new array of numbers.
array.new_int: A new array of whole numbers.
array.new_bool: A new array of yes or no.
array.new_string: A new array of texts.
array.new_color: A new array of colors.
array.new_line: A new array of lines.
array.new_label: A new array of labels.
array.new_box: A new array of boxes.
array.new_table: A new array of tables.
array.new_linefill: A new array of fills.
array.from: A new array of these elements.
array.size: Elements of the array.
array.get: The element at a place, from 0; below zero from the end.
array.set: Puts an element at a place.
array.push: Adds an element at the end.
array.pop: Takes the last element away, and gives it.
array.unshift: Adds an element at the beginning.
array.shift: Takes the first element away, and gives it.
array.insert: Adds an element at a place.
array.remove: Takes the element at a place away, and gives it.
array.clear: Takes all elements away.
array.first: The first element.
array.last: The last element.
array.copy: A copy of the array.
array.slice: A part of the array: what changes in one changes in the other.
array.concat: Adds the elements of another array at the end.
array.fill: Puts one value in all places, or in some.
array.reverse: Turns the order round.
array.includes: True where one of the elements is this.
array.indexof: The first place of an element; -1 where it is none.
array.lastindexof: The last place of an element; -1 where it is none.
array.join: The elements as one text, with a separator.
array.sort: Orders the elements.
array.sort_indices: The places of the elements in their order.
array.binary_search: The place of a value in an ordered array; -1 where it is none.
array.binary_search_leftmost: The first place of a value in an ordered array, or the one before.
array.binary_search_rightmost: The last place of a value in an ordered array, or the one after.
array.sum: The sum of the elements.
array.avg: The average of the elements.
array.min: The least element, or the one that is so many places from it.
array.max: The greatest element, or the one that is so many places from it.
array.range: The greatest element without the least.
array.median: The middle element.
array.mode: The most frequent element.
array.variance: The variance of the elements.
array.stdev: The standard deviation of the elements.
array.covariance: How two arrays vary together.
array.abs: The elements without their signs.
array.standardize: The elements with an average of zero and a deviation of one.
array.percentrank: Percent of the elements that are not above the one at a place.
array.percentile_linear_interpolation: The percentile of the elements, between two where it lies so.
array.percentile_nearest_rank: The percentile of the elements, as one of them.
array.every: True where all elements are true.
array.some: True where one element is true.
map.new: A new map; its types are written map.new<key, value>.
map.put: Sets the value of a key, and gives the one before.
map.get: The value of a key; na where it has none.
map.contains: True where the key has a value.
map.remove: Takes a key away, and gives its value.
map.size: Keys of the map.
map.clear: Takes all keys away.
map.keys: The keys in the order in which they were put, as an array.
map.values: The values in the order of the keys, as an array.
map.copy: A copy of the map.
map.put_all: Puts all of another map.
matrix.new: A new matrix of rows and columns; its type is written matrix.new<type>.
matrix.get: The element of a row and a column, from 0.
matrix.set: Puts an element at a row and a column.
matrix.rows: Rows of the matrix.
matrix.columns: Columns of the matrix.
matrix.elements_count: Elements of the matrix.
matrix.row: A row, as an array.
matrix.col: A column, as an array.
matrix.add_row: Adds a row.
matrix.add_col: Adds a column.
matrix.remove_row: Takes a row away, and gives it.
matrix.remove_col: Takes a column away, and gives it.
matrix.fill: Puts one value in all places, or in some.
matrix.copy: A copy of the matrix.
matrix.transpose: The matrix with its rows as columns.
matrix.sum: The sum of two matrices, or of one and a number.
matrix.avg: The average of the elements.
matrix.min: The least element.
matrix.max: The greatest element.
matrix.concat: Adds the rows of another matrix.
matrix.submatrix: A part of the matrix.
matrix.reshape: The same elements in other rows and columns.
matrix.reverse: Turns the order of rows and of columns round.
matrix.swap_rows: Exchanges two rows.
matrix.swap_columns: Exchanges two columns.
matrix.sort: Orders the rows by a column.
matrix.median: The middle element.
matrix.mode: The most frequent element.
matrix.trace: The sum of the diagonal.
matrix.det: The determinant.
matrix.rank: The rank.
matrix.inv: The inverse.
matrix.pinv: The pseudo-inverse.
matrix.eigenvalues: The eigenvalues, as an array.
matrix.eigenvectors: The eigenvectors, as columns.
matrix.kron: The Kronecker product.
matrix.pow: The matrix multiplied by itself so many times.
matrix.diff: The difference of two matrices, or of one and a number.
matrix.mult: The product with a matrix, an array or a number.
matrix.is_square: True where it has as many rows as columns.
matrix.is_zero: True where all elements are zero.
matrix.is_identity: True where it is the identity.
matrix.is_binary: True where all elements are zero or one.
matrix.is_diagonal: True where all outside of the diagonal is zero.
matrix.is_antidiagonal: True where all outside of the other diagonal is zero.
matrix.is_symmetric: True where it equals its transpose.
matrix.is_antisymmetric: True where it equals its transpose with the signs turned.
matrix.is_triangular: True where all on one side of the diagonal is zero.
matrix.is_stochastic: True where the rows have no negative element and sums of one.
line.new: Draws a line between two points.
line.get_price: The price of a line at a bar.
line.set_first_point: Moves the first end of a line.
line.set_second_point: Moves the second end of a line.
label.new: Draws a text at a point.
label.set_point: Moves a label.
box.new: Draws a box between two corners.
box.set_top_left_point: Moves the upper left corner of a box.
box.set_bottom_right_point: Moves the lower right corner of a box.
linefill.new: Fills the space between two lines.
polyline.new: Draws a line through many points.
polyline.delete: Deletes a polyline.
table.new: A table in a corner of the chart.
table.cell: Sets a cell of a table: its text and its look.
table.clear: Empties cells of a table.
table.merge_cells: Makes one cell of several.
footprint.buy_volume: Volume of buyers in a footprint.
footprint.sell_volume: Volume of sellers in a footprint.
footprint.delta: Volume of buyers without that of sellers.
footprint.total_volume: Volume of a footprint.
footprint.poc: The row with the most volume.
footprint.vah: The upper end of the value area.
footprint.val: The lower end of the value area.
footprint.rows: The rows of a footprint.
footprint.get_row_by_price: The row that a price is in.
volume_row.up_price: The upper price of a row.
volume_row.down_price: The lower price of a row.
volume_row.buy_volume: Volume of buyers in a row.
volume_row.sell_volume: Volume of sellers in a row.
volume_row.delta: Volume of buyers without that of sellers in a row.
volume_row.total_volume: Volume of a row.
volume_row.has_buy_imbalance: True where buyers outweigh in a row.
volume_row.has_sell_imbalance: True where sellers outweigh in a row.
`;

/** Why a file cannot be read as a table. Pages in other languages say it by this. */
export type UnreadableKind =
  | 'empty'
  | 'too_large'
  | 'too_many_rows'
  | 'too_wide'
  | 'cell_too_long'
  | 'row_too_long'
  | 'encoding'
  | 'damaged'
  | 'not_a_table'
  | 'old_workbook'
  | 'encrypted'
  | 'bomb'
  | 'several_sheets'
  | 'no_sheet'
  | 'dates_from_1904'
  | 'formula';

/** Where in the file: the row as a spreadsheet counts it, from 1, or the name of a cell, such as `C5`. */
export type Place = { readonly row?: number; readonly cell?: string };

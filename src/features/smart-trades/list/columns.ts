/** Columns that give way to the drawer and to narrow windows, by the width of the table itself. */
export const FROM_48 = 'hidden @min-[48rem]:table-cell'
export const FROM_60 = 'hidden @min-[60rem]:table-cell'
export const FROM_68 = 'hidden @min-[68rem]:table-cell'

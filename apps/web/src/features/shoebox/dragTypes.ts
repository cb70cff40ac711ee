/** What a file of the shoebox is dragged as. */
export const DRAGGED = 'application/x-cairn-shoebox';

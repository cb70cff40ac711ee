/** The drag type of a file in the shoebox. */
export const DRAGGED = 'application/x-cairn-shoebox';

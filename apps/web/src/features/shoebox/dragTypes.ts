import type { DragEvent } from 'react';

/** What a file of the shoebox is dragged as. */
export const DRAGGED = 'application/x-cairn-shoebox';

export const carriesItem = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer.types.includes(DRAGGED);
export const carriesFiles = ({
  dataTransfer,
}: Pick<globalThis.DragEvent, 'dataTransfer'>): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

import { Anchor } from '@mantine/core';
import type { ComponentProps } from 'react';

/** A button in a sentence, with the look of a link; as large as a thumb on a phone. */
export const TextButton = (props: ComponentProps<typeof Anchor<'button'>>) => (
  <Anchor
    component="button"
    type="button"
    inherit
    display="inline-flex"
    miw={44}
    mih={{ base: 44, wide: 0 }}
    style={{ alignItems: 'center', justifyContent: 'center' }}
    {...props}
  />
);

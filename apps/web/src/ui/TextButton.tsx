import { Anchor } from '@mantine/core';
import type { ComponentProps } from 'react';

/** A button inside a sentence that looks like a link. On a small screen it has the minimum size of a tap target. */
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

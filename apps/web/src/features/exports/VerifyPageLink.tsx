import { Anchor } from '@mantine/core';
import { calls } from '../../lib/calls.ts';
import { addressOf } from '../../lib/client.ts';

/** Downloads the page that verifies exports and receipts offline. */
export const VerifyPageLink = () => (
  <Anchor href={addressOf(calls.downloadVerifyPage.path, {})} download inherit underline="always">
    The page that checks it
  </Anchor>
);

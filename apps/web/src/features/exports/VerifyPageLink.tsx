import { Anchor } from '@mantine/core';
import { calls } from '../../lib/calls.ts';
import { addressOf } from '../../lib/client.ts';

/** The page that checks exports and receipts without a network. */
export const VerifyPageLink = () => (
  <Anchor href={addressOf(calls.downloadVerifyPage.path, {})} download inherit underline="always">
    The page that checks it
  </Anchor>
);

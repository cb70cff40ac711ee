import { Box } from '@mantine/core';
import type { Contract, ReplyOf } from '@cairn/contract';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { DownloadButton } from '../documents/DownloadButton.tsx';
import { FileKind } from '../documents/FileKind.tsx';
import classes from './Sharing.module.css';
import { isClean, statusOf } from './status.ts';

export type SharedItem = ReplyOf<Contract['listElements']>['sharedInfo'][number];

interface SharedItemsProps {
  shared: readonly SharedItem[];
  asBorrower: boolean;
}

/** Elements of other loans that are shared with this loan. They are read-only here [R326]. */
export function SharedItems({ shared, asBorrower }: SharedItemsProps) {
  if (shared.length === 0) return null;
  return (
    <Box
      component="section"
      className={classes.items}
      mt="lg"
      px="s20"
      pb="lg"
      aria-labelledby="shared-items"
    >
      <h2 id="shared-items">Shared with this loan</h2>
      <ul>
        {shared.map(({ id, loanId, element }) => {
          const file = element.answer?.document;
          return (
            <li key={id}>
              <FileKind name={file?.name} />
              <Box component="span" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
                {element.title}
              </Box>
              {!asBorrower && (
                <Link to={routes.loan} params={{ loanId }} search={{ view: 'package' }}>
                  Open loan
                </Link>
              )}
              {element.storageType === 'FILE' && <StatusChip {...statusOf(element, asBorrower)} />}
              {file && isClean(element) && (
                <DownloadButton documentId={file.id} title={element.title} />
              )}
            </li>
          );
        })}
      </ul>
    </Box>
  );
}

import type { LoanSummary, ShoeboxItem } from '@cairn/contract';
import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { withoutExtension } from '../../lib/format/names.ts';
import { DialogFoot } from '../../ui/DialogActions.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { LoanTile } from '../../ui/LoanTile.tsx';
import { PageTitle } from '../../ui/Page.tsx';
import { isLenderStaff, pipelineCompany } from '../../lib/roles.ts';
import { type LoanList, useLoanList } from '../loans/useLoanList.ts';
import { DownloadFiles } from './DownloadFiles.tsx';
import { AddFiles, OwnFiles, OwnRow } from './OwnFiles.tsx';
import classes from './OwnFiles.module.css';
import { useFileDrop } from './useFileDrop.ts';
import { useFileItems } from './useFileItems.ts';
import { useWaitingFiles } from './useWaitingFiles.ts';
import { useUser } from '../../lib/useUser.ts';

const LoanChoice = lazy(() =>
  import('../messages/LoanChoice.tsx').then((module) => ({ default: module.LoanChoice })),
);

interface BringProps {
  item: ShoeboxItem;
  onBring: (loanId: string) => void;
  onClose: () => void;
}

/** Moves a file from the user's own shoebox to that of a loan. */
function BringDialog({ item, onBring, onClose }: BringProps) {
  const [loanId, setLoanId] = useState('');
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Move ${withoutExtension(item.title)} to a loan`}
      size={440}
    >
      <Suspense fallback={null}>
        <LoanChoice value={loanId} onChange={setLoanId} />
      </Suspense>
      <Text className={classes.note} c="dimmed" size="meta">
        Lenders on the loan can see it and file it.
      </Text>
      <DialogFoot mt="s20">
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={loanId === ''} onClick={() => onBring(loanId)}>
          Move to loan
        </Button>
      </DialogFoot>
    </Modal>
  );
}

const PERSONAL = { loanId: null };

/** An employee's personal shoebox: files that are not tied to a loan yet. */
function PersonalShoebox({ me }: { me: string }) {
  const list = useWaitingFiles({ userId: me, shoeboxType: 'PERSONAL' });
  const { leaving, throwAway, change } = useFileItems();
  const over = useFileDrop(me, PERSONAL);
  const [openItem, setOpenItem] = useState<ShoeboxItem>();
  const items = list.data && list.items.filter(({ id }) => !leaving.has(id));
  return (
    <div className={classes.page} data-over={over || undefined}>
      <AddFiles
        me={me}
        place={PERSONAL}
        title="Store files that aren’t tied to a loan"
        lead="Only you see them. Move one to a loan when you know where it belongs."
      />
      {!list.data && (
        <QueryFallback
          query={list}
          loading="Loading your files"
          failed="Your files could not be loaded"
        />
      )}
      {items?.length === 0 && (
        <EmptyState title="Your shoebox is empty">Only you see the files you add here.</EmptyState>
      )}
      {items && items.length > 0 && (
        <Stack component="ul" gap="xs" aria-label="My files">
          {items.map((item) => (
            <OwnRow key={item.id} item={item} onRemove={() => throwAway(item)}>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Move ${withoutExtension(item.title)} to a loan`}
                onClick={() => setOpenItem(item)}
              >
                Move to a loan…
              </Button>
            </OwnRow>
          ))}
        </Stack>
      )}
      <ShowMore list={list}>
        Show more ({list.items.length} of {list.total})
      </ShowMore>
      {items && items.length > 0 && <DownloadFiles items={items} />}
      <Link
        to={routes.shoeboxTrash}
        style={{ justifySelf: 'start', color: 'var(--ink-2)', font: 'var(--font-table)' }}
      >
        Trash
      </Link>
      {openItem && (
        <BringDialog
          item={openItem}
          onBring={(loanId) => {
            change(
              openItem.id,
              { loanId },
              `${withoutExtension(openItem.title)} moved to the loan’s shoebox`,
            );
            setOpenItem(undefined);
          }}
          onClose={() => setOpenItem(undefined)}
        />
      )}
    </div>
  );
}

interface ChoiceProps {
  loans: LoanSummary[];
  /** The paginated list that `loans` comes from. */
  more: LoanList;
  onChoose: (id: string) => void;
}

function WhichLoan({ loans, more, onChoose }: ChoiceProps) {
  return (
    <section className={classes.page} aria-label="Which loan">
      <Text size="body" c="var(--ink-2)">
        Which loan is it about?
      </Text>
      <Stack component="ul" gap="xs">
        {loans.map((loan) => (
          <li key={loan.id}>
            <button type="button" className={classes.loan} onClick={() => onChoose(loan.id)}>
              <LoanTile name={loan.name} color={loan.color} size={32} />
              {loan.name}
              <IconArrowRight size={17} stroke={1.7} aria-hidden />
            </button>
          </li>
        ))}
      </Stack>
      <ShowMore list={more}>Show more</ShowMore>
    </section>
  );
}

/** For users outside the lender: the files that they sent to a loan. A user with several loans chooses one first. */
function PartyShoebox({ me, lends }: { me: string; lends: boolean }) {
  const list = useLoanList({});
  const navigate = useNavigate();
  const [chosenId, setChosenId] = useState<string>();
  // A lender from outside the company files documents on the loan's own page.
  const choose = lends
    ? (loanId: string) => void navigate({ to: routes.loanShoebox, params: { loanId } })
    : setChosenId;
  const loans = list.loans;
  const only = loans?.length === 1 && !lends ? loans[0] : undefined;
  const loan = loans?.find(({ id }) => id === chosenId) ?? only;
  if (loan) {
    return (
      <>
        {loans && loans.length > 1 && (
          <Group
            component="p"
            gap="xs"
            maw={720}
            my={0}
            mx="auto"
            pt="s4"
            px="md"
            pb={0}
            c="var(--ink-2)"
            style={{ rowGap: 4, font: 'var(--font-body)' }}
          >
            For {loan.name}
            <Button variant="subtle" size="compact-sm" onClick={() => setChosenId(undefined)}>
              Another loan
            </Button>
          </Group>
        )}
        <OwnFiles key={loan.id} me={me} loan={loan} />
      </>
    );
  }
  if (!loans) {
    return (
      <div className={classes.page}>
        <QueryFallback
          query={list}
          loading="Loading your loans"
          failed="Your loans could not be loaded"
        />
      </div>
    );
  }
  if (loans.length === 0) {
    return (
      <div className={classes.page}>
        <EmptyState title="No loans yet">Loans you’re invited to appear here.</EmptyState>
      </div>
    );
  }
  return <WhichLoan loans={loans} more={list} onChoose={choose} />;
}

export function OwnShoeboxPage() {
  const user = useUser();
  const isStaff = pipelineCompany(user) !== null;
  return (
    <>
      <Box maw={720} mx="auto" pt="s28" px="md">
        <PageTitle>{isStaff ? 'My shoebox' : 'Shoebox'}</PageTitle>
      </Box>
      {isStaff ? (
        <PersonalShoebox me={user.id} />
      ) : (
        <PartyShoebox me={user.id} lends={isLenderStaff(user)} />
      )}
    </>
  );
}

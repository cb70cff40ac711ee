import type { LoanSummary, ShoeboxItem } from '@cairn/contract';
import { Button, Modal } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { routes } from '../../app/routes.ts';
import { loanInitials, withoutExtension } from '../../format/names.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { NotThere } from '../../kit/NotThere.tsx';
import { useCall } from '../../kit/useCall.ts';
import { isLenderStaff, pipelineCompany } from '../identity/roles.ts';
import { useLoanList } from '../loans/useLoanList.ts';
import { AddFiles, OwnFiles, OwnRow } from './OwnFiles.tsx';
import classes from './OwnFiles.module.css';
import { useFileDrop } from './useFileDrop.ts';
import { useFiling } from './useFiling.ts';
import { useUser } from '../identity/useUser.ts';

const LoanChoice = lazy(() =>
  import('../messages/LoanChoice.tsx').then((module) => ({ default: module.LoanChoice })),
);

interface BringProps {
  item: ShoeboxItem;
  onBring: (loanId: string) => void;
  onClose: () => void;
}

/** From one's own shoebox to that of a loan. */
function BringDialog({ item, onBring, onClose }: BringProps) {
  const [loanId, setLoanId] = useState('');
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Bring ${withoutExtension(item.title)} to a loan`}
      size={440}
      padding={24}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Suspense fallback={null}>
        <LoanChoice value={loanId} onChange={setLoanId} />
      </Suspense>
      <p className={classes.note}>
        Everybody who lends on the loan sees it there, and can file it.
      </p>
      <div className={classes.confirm}>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={loanId === ''} onClick={() => onBring(loanId)}>
          Bring to the loan
        </Button>
      </div>
    </Modal>
  );
}

const PERSONAL = { loanId: null };

/** An employee's own: files that are of no loan yet. */
function PersonalShoebox({ me }: { me: string }) {
  const list = useCall('listLenderShoebox', { query: { userId: me } });
  const { leaving, throwAway, change } = useFiling();
  const { over, handlers } = useFileDrop(me, PERSONAL);
  const [asked, setAsked] = useState<ShoeboxItem>();
  const items = list.data?.items.filter(
    ({ id, shoeboxType }) => shoeboxType === 'PERSONAL' && !leaving.has(id),
  );
  return (
    <div className={classes.page} data-over={over || undefined} {...handlers}>
      <AddFiles
        me={me}
        place={PERSONAL}
        title="Keep files that are of no loan yet"
        lead="Only you see them. Bring one to a loan when you know where it belongs."
      />
      {!list.data && (
        <NotThere
          query={list}
          loading="Loading your files"
          failed="Your files could not be loaded"
        />
      )}
      {items?.length === 0 && (
        <EmptyState title="Your shoebox is empty">
          Files that you add here are yours alone.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ul className={classes.rows} aria-label="My files">
          {items.map((item) => (
            <OwnRow key={item.id} item={item} onRemove={() => throwAway(item)}>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Bring ${withoutExtension(item.title)} to a loan`}
                onClick={() => setAsked(item)}
              >
                To a loan…
              </Button>
            </OwnRow>
          ))}
        </ul>
      )}
      <Link to={routes.shoeboxTrash} className={classes.trash ?? ''}>
        Trash
      </Link>
      {asked && (
        <BringDialog
          item={asked}
          onBring={(loanId) => {
            change(
              asked.id,
              { loanId },
              `${withoutExtension(asked.title)} is in the loan’s shoebox`,
            );
            setAsked(undefined);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

interface ChoiceProps {
  loans: LoanSummary[];
  onChoose: (id: string) => void;
}

function WhichLoan({ loans, onChoose }: ChoiceProps) {
  return (
    <section className={classes.page} aria-label="Which loan">
      <p className={classes.lead}>Which loan is it about?</p>
      <ul className={classes.rows}>
        {loans.map((loan) => (
          <li key={loan.id}>
            <button type="button" className={classes.loan} onClick={() => onChoose(loan.id)}>
              <span className={classes.loanTile} style={{ background: loan.color }} aria-hidden>
                {loanInitials(loan.name)}
              </span>
              {loan.name}
              <IconArrowRight size={17} stroke={1.7} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Everybody else's: what they sent to their loan. Whoever has several says for which one. */
function PartyShoebox({ me, lends }: { me: string; lends: boolean }) {
  const list = useLoanList({});
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string>();
  // Who lends from outside the company files what came, on the loan's own page.
  const choose = lends
    ? (loanId: string) => void navigate({ to: routes.loanShoebox, params: { loanId } })
    : setChosen;
  const loans = list.loans;
  const only = loans?.length === 1 && !lends ? loans[0] : undefined;
  const loan = loans?.find(({ id }) => id === chosen) ?? only;
  if (loan) {
    return (
      <>
        {loans && loans.length > 1 && (
          <p className={classes.forLoan}>
            For {loan.name}
            <Button variant="subtle" size="compact-sm" onClick={() => setChosen(undefined)}>
              Another loan
            </Button>
          </p>
        )}
        <OwnFiles key={loan.id} me={me} loan={loan} />
      </>
    );
  }
  if (!loans) {
    return (
      <div className={classes.page}>
        <NotThere
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
        <EmptyState title="No loans yet">
          A loan you are invited to takes your files here.
        </EmptyState>
      </div>
    );
  }
  return <WhichLoan loans={loans} onChoose={choose} />;
}

export function OwnShoeboxPage() {
  const user = useUser();
  const isStaff = pipelineCompany(user) !== null;
  return (
    <>
      <h1 className={classes.title}>{isStaff ? 'My shoebox' : 'Shoebox'}</h1>
      {isStaff ? (
        <PersonalShoebox me={user.id} />
      ) : (
        <PartyShoebox me={user.id} lends={isLenderStaff(user)} />
      )}
    </>
  );
}

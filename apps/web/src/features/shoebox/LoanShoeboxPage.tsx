import { Button, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { personName } from '../../lib/format/names.ts';
import { useStore } from '../../lib/store.ts';
import { chooseFiles } from '../documents/chooseFile.ts';
import { isLenderStaff } from '../../lib/roles.ts';
import { LoanFrame } from '../loans/LoanFrame.tsx';
import { FileSuggested } from './FileSuggested.tsx';
import { OwnFiles } from './OwnFiles.tsx';
import classes from './Shoebox.module.css';
import { type Place, shoeboxUploads } from './shoeboxUploads.ts';
import { isUploading, uploadToShoebox } from './uploads.ts';
import { useShoebox } from './useShoebox.ts';
import type { BenchSearch } from './waitingFilter.ts';
import { Workbench } from './Workbench.tsx';
import { useUser } from '../../lib/useUser.ts';

const loanRoute = getRouteApi('/shell/explorer/loans/$loanId/shoebox');
const personRoute = getRouteApi('/shell/explorer/loans/$loanId/shoebox/$userShoeboxUserId');

interface PageProps {
  loanId: string;
  /** Shows only the files from this user. */
  from?: string;
  search: BenchSearch;
  onSearch: (change: PageProps['search']) => void;
}

function LenderPage({ loanId, from, search, onSearch }: PageProps) {
  const user = useUser();
  const shoebox = useShoebox(loanId, from, search);
  const uploading = isUploading(useStore(shoeboxUploads), user.id);
  const place: Place = { loanId, ...(from !== undefined && { userId: from }) };
  const { suggested, fileSuggested } = shoebox;
  const actions = (
    <>
      <Button
        className={classes.inBar ?? ''}
        variant="default"
        loading={uploading}
        leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
        onClick={() => chooseFiles((files) => void uploadToShoebox(user.id, files, place))}
      >
        Upload
      </Button>
      <FileSuggested suggested={suggested} onFile={fileSuggested} className={classes.inBar ?? ''} />
    </>
  );
  return (
    <LoanFrame loanId={loanId} tab="shoebox" actions={actions}>
      {(loan) => {
        const person = loan.loanRoles.find(({ user: { id } }) => id === from)?.user;
        return (
          <>
            {from !== undefined && (
              <Text
                className={classes.onlyFrom}
                size="table"
                px="s20"
                py="xs"
                bg="var(--surface)"
                c="var(--ink-2)"
              >
                From {person ? personName(person) : 'one person'} only.{' '}
                <Link to={routes.loanShoebox} params={{ loanId }}>
                  Show all
                </Link>
              </Text>
            )}
            <Workbench {...{ loan, place, shoebox, search, onSearch }} me={user.id} />
          </>
        );
      }}
    </LoanFrame>
  );
}

function ShoeboxOfLoan(props: PageProps) {
  const user = useUser();
  if (isLenderStaff(user)) return <LenderPage {...props} />;
  return (
    <LoanFrame loanId={props.loanId} tab="shoebox">
      {(loan) => <OwnFiles me={user.id} loan={loan} />}
    </LoanFrame>
  );
}

export function LoanShoeboxPage() {
  const { loanId } = loanRoute.useParams();
  const navigate = loanRoute.useNavigate();
  return (
    <ShoeboxOfLoan
      loanId={loanId}
      search={loanRoute.useSearch()}
      onSearch={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
      }
    />
  );
}

/** The shoebox of a loan, limited to the files from one user. */
export function LoanShoeboxOfPage() {
  const { loanId, userShoeboxUserId } = personRoute.useParams();
  const navigate = personRoute.useNavigate();
  return (
    <ShoeboxOfLoan
      loanId={loanId}
      from={userShoeboxUserId}
      search={personRoute.useSearch()}
      onSearch={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
      }
    />
  );
}

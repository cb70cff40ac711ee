import type { RemindedPerson, StoppedAddress } from '@cairn/contract';
import { Button, Modal, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { personName } from '../../lib/format/names.ts';
import { isAdministrator } from '../../lib/roles.ts';
import { routes } from '../../lib/routes.ts';
import { useUser } from '../../lib/useUser.ts';
import { StoppedNotice } from '../deliveries/StoppedNotice.tsx';

interface FixEmailDialogProps {
  loanId: string;
  person: RemindedPerson;
  stopped: StoppedAddress;
  mayTryAgain: boolean;
  onClose: () => void;
}

/** Says why emails do not arrive and what to do. Only the person can change their own address. */
export default function FixEmailDialog(props: FixEmailDialogProps) {
  const { loanId, person, stopped, mayTryAgain, onClose } = props;
  const { user } = person;
  const name = user.givenName ?? personName(user);
  const mayWrite = !isAdministrator(useUser());
  return (
    <Modal opened onClose={onClose} title={`Fix the email to ${personName(user)}`}>
      <Stack gap="md" align="flex-start">
        <StoppedNotice
          loanId={loanId}
          stopped={stopped}
          phone={stopped.phone}
          mayTryAgain={mayTryAgain}
          onCorrect={undefined}
        />
        <p>
          {name} can change the address in their profile, and sees reminders and messages when they
          log in. If the address is right and works again, try it again.
        </p>
        {mayWrite && (
          <Button
            variant="default"
            renderRoot={(root) => (
              <Link
                {...root}
                to={routes.loanMessages}
                params={{ loanId }}
                search={{ new: '', to: user.id }}
              />
            )}
          >
            Write to {name}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}

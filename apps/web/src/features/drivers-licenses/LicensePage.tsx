import { Stack, Text } from '@mantine/core';
import type { DriversLicense, LoanEntity } from '@cairn/contract';
import { useParams, useSearch } from '@tanstack/react-router';
import { personName } from '../../lib/format/names.ts';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import { useUser } from '../../lib/useUser.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { licensePerson } from '../home/tasks.ts';
import { CardPicture } from './CardPicture.tsx';
import classes from './DriversLicenses.module.css';
import { OwnLicense } from './OwnLicense.tsx';
import { SavedLicense } from './SavedLicense.tsx';
import { SIDE_NAMES } from './SideCard.tsx';

/** The lender's view: the pictures, each shown on request, and the information that the person confirmed. */
function LicenseOfOther({ entity, data }: { entity: LoanEntity; data: DriversLicense }) {
  const { dlFront, dlBack, license } = data;
  if (!dlFront && !dlBack && !license) {
    return (
      <EmptyState title="No driver’s license yet">
        {entity.name} adds it under their own information. Only they can confirm it.
      </EmptyState>
    );
  }
  return (
    <Stack gap="md">
      <div className={classes.sides}>
        {(['front', 'back'] as const).map((side) => (
          <Stack
            component="section"
            key={side}
            gap="s4"
            miw={0}
            aria-label={`${SIDE_NAMES[side]} of the license`}
          >
            <CardPicture
              side={side}
              image={side === 'front' ? dlFront : dlBack}
              isShownAtOnce={false}
            >
              No picture
            </CardPicture>
            <Text component="h2" size="body" fw={500}>
              {SIDE_NAMES[side]}
            </Text>
          </Stack>
        ))}
      </div>
      <Text maw={576} c="var(--ink-2)" size="body">
        Every view of a picture is logged.
      </Text>
      {license ? (
        <SavedLicense entity={entity} license={license} />
      ) : (
        <EmptyState title="Not confirmed yet">
          {entity.name} has added a picture and has not confirmed what the license says.
        </EmptyState>
      )}
    </Stack>
  );
}

/** An expired session is handled globally. Every other failure is shown only on this page [R298]. */
const isSaidHere = ({ status }: { status: number }): boolean => status !== 401;

export function LicensePage() {
  const { loanId = '', personId = '' } = useParams({ strict: false });
  const { lenderId, request } = useSearch({ strict: false }) as {
    lenderId?: string;
    request?: string;
  };
  const entities = useCall('listLoanEntities', { params: { id: loanId } });
  const license = useCall(
    'getDriversLicense',
    { params: { id: personId } },
    { onFailure: isSaidHere },
  );
  const entity = entities.data?.loanEntities.find(({ entityId }) => entityId === personId);
  const { data } = license;
  // The URL can name any request. Only a request for this license is answered by it.
  const elements = useCall(
    'listElements',
    { params: { id: loanId } },
    { enabled: request !== undefined },
  ).data?.elements;
  const ownName = personName(useUser());
  const isRequested = elements?.some(
    (element) => element.id === request && licensePerson(element, elements, ownName) === personId,
  );
  const isBackToPerson = request === undefined && lenderId === undefined;
  const back =
    request !== undefined ? (
      <BackLink to={routes.home}>Home</BackLink>
    ) : lenderId === undefined ? (
      <BackLink to={routes.personEdit} params={{ loanId, personId }}>
        {entity?.name ?? 'Back'}
      </BackLink>
    ) : (
      <BackLink to={routes.applicationStep} params={{ lenderId, loanId, taskView: 'own-info' }}>
        Your application
      </BackLink>
    );
  return (
    <Page width="form">
      <PageHeader
        back={back}
        title="Driver’s license"
        lead={isBackToPerson ? undefined : entity?.name}
      />
      {entity && data ? (
        data.abilities.edit ? (
          <OwnLicense
            entity={entity}
            data={data}
            requestId={isRequested ? request : undefined}
            onStale={() => void license.refetch()}
          />
        ) : (
          <LicenseOfOther entity={entity} data={data} />
        )
      ) : (
        <QueryFallback
          query={{
            isPending: license.isPending || (entities.isPending && !license.isError),
            isError: license.isError || entities.isError || entities.isSuccess,
            refetch: () => Promise.all([license.refetch(), entities.refetch()]),
          }}
          loading="Loading the driver’s license"
          failed="The driver’s license could not be loaded"
          rows={4}
        />
      )}
    </Page>
  );
}

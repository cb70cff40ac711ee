import { ENTITY_KINDS, type EntityKind } from '@cairn/contract/entity-fields';
import { Box, Button, Group, Text, TextInput } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { KindTile } from './kinds.tsx';
import { SubPage } from './SubPage.tsx';
import classes from './Entities.module.css';
import { RowList } from '../../ui/RowList.tsx';
import { clsx } from 'clsx';
import { cardFrame } from '../../ui/Card.tsx';

const NEW = [
  ['COMPANY', 'Business', routes.companyCreate],
  ['INDIVIDUAL', 'Individual', routes.personCreate],
  ['TRUST', 'Trust', routes.trustCreate],
  ['REAL_ESTATE_ASSET', 'Collateral', routes.assetCreate],
] as const satisfies readonly [EntityKind, string, string][];

/** Entities that the lender knows from other loans. Their information is reused. */
function Known({ loanId }: { loanId: string }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const q = useDeferredValue(text);
  const query = useCall('listLenderEntities', {
    params: { loanId },
    query: { limit: 20, ...(q.trim() && { q: q.trim() }) },
  });
  const { data } = query;
  const add = useAction('createEntity');
  const addToLoan = (id: string, kind: EntityKind, name: string) =>
    add.mutate(
      { body: { loanId, type: kind, entity: { id } } },
      {
        onSuccess: () => {
          toast.success(`${name} added`);
          void navigate({ to: routes.loan, params: { loanId }, search: { view: 'entities' } });
        },
      },
    );
  return (
    <section className={clsx(cardFrame, classes.section)} aria-label="From your other loans">
      <Text component="h2" className={classes.heading} mb="sm" size="subsection" fw={600}>
        From your other loans
      </Text>
      <TextInput
        label="Name"
        placeholder="Search by name"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <RowList framed>
        {data?.entities.map(({ id, kind, name, loans }) => (
          <Group
            component="li"
            key={id}
            className={classes.row}
            gap={14}
            wrap="nowrap"
            py="xs"
            px="md"
          >
            <KindTile kind={kind} />
            <Box flex={1} miw={0}>
              <span className={classes.name}>{name}</span>
              <p className={classes.meta}>
                {ENTITY_KINDS[kind]} · {loans === 1 ? '1 loan' : `${loans} loans`}
              </p>
            </Box>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Add ${name}`}
              onClick={() => addToLoan(id, kind, name)}
            >
              Add
            </Button>
          </Group>
        ))}
      </RowList>
      {!data && (
        <QueryFallback
          query={query}
          loading="Loading the entities of your other loans"
          failed="The entities of your other loans could not be loaded"
          rows={3}
        />
      )}
      {data?.entities.length === 0 && <p className={classes.meta}>No results</p>}
    </section>
  );
}

export function EntityCreatePage() {
  const { loanId = '' } = useParams({ strict: false });
  const { data } = useCall('listLoanEntities', { params: { id: loanId } });
  return (
    <SubPage loanId={loanId} title="Add an entity">
      <ul className={classes.cards}>
        {NEW.map(([kind, label, to]) => (
          <li key={kind}>
            <Link className={classes.card} to={to} params={{ loanId }}>
              <KindTile kind={kind} />
              New {label.toLowerCase()}
            </Link>
          </li>
        ))}
      </ul>
      {data?.abilities.manage && <Known loanId={loanId} />}
    </SubPage>
  );
}

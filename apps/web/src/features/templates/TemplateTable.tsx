import { Text } from '@mantine/core';
import type { Template } from '@cairn/contract';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatDate } from '../../lib/format/dates.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { rowLink, RowTitle } from '../../ui/RowTitle.tsx';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { stageOf } from './BuilderBar.tsx';
import type { TemplateAddresses } from './templateAddresses.ts';
import type { TemplateMenuChoice } from './TemplateMenu.tsx';
import classes from './TemplatesPage.module.css';
import { entityTypeName, loanTypeName } from './elementText.ts';

const menu = menuLoadedBy<TemplateMenuChoice>(() => import('./TemplateMenu.tsx'));

function Stage({ template }: { template: Template }) {
  const isLive = template.publishedVersion > 0 && !template.hasUnpublishedChanges;
  const hue = isLive ? 'green' : 'gray';
  return (
    <Text
      span
      className={classes.chip}
      py={1}
      px="xs"
      bdrs="sm"
      size="meta"
      fw={500}
      style={{ color: `var(--${hue}-fg)`, background: `var(--${hue}-bg)` }}
    >
      {stageOf(template)}
    </Text>
  );
}

interface TemplateTableProps {
  addresses: TemplateAddresses;
  templates: Template[];
  label: string;
}

const columnsOf = (addresses: TemplateAddresses): Column<Template>[] => [
  {
    id: 'name',
    header: 'Name',
    phone: 'title',
    sortValue: ({ name }) => name,
    cell: (template) => (
      <RowTitle
        title={
          <Link
            to={template.abilities.edit && !template.whenDeleted ? addresses.edit : addresses.view}
            params={{ templateId: template.id }}
            className={rowLink}
          >
            {template.name}
          </Link>
        }
        meta={`${template.totalElements} elements`}
      />
    ),
  },
  {
    id: 'loanType',
    header: 'Loan type',
    width: 168,
    phone: 'hidden',
    hideBelow: 'md',
    cell: ({ loanType }) => loanTypeName(loanType),
  },
  {
    id: 'entityType',
    header: 'Entity type',
    width: 148,
    phone: 'hidden',
    hideBelow: 'md',
    cell: ({ entityType }) => entityTypeName(entityType),
  },
  {
    id: 'requests',
    header: 'Requests',
    width: 108,
    align: 'right',
    phone: 'hidden',
    sortValue: ({ totalFiles }) => totalFiles,
    cell: ({ totalFiles }) => totalFiles,
  },
  { id: 'state', header: 'State', width: 172, cell: (each) => <Stage template={each} /> },
  {
    id: 'changed',
    header: 'Changed',
    width: 124,
    phone: 'hidden',
    sortValue: ({ lastModifiedDate }) => lastModifiedDate,
    cell: ({ lastModifiedDate }) => formatDate(lastModifiedDate),
  },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    width: 56,
    phone: 'end',
    cell: (template) => (
      <LazyMenu menu={menu} label={`More for ${template.name}`} body={{ template, addresses }}>
        <IconDots size={17} stroke={1.7} aria-hidden />
      </LazyMenu>
    ),
  },
];

const idOf = ({ id }: Template): string => id;

export function TemplateTable({ addresses, templates, label }: TemplateTableProps) {
  const columns = useMemo(() => columnsOf(addresses), [addresses]);
  return <DataTable label={`${label} templates`} rows={templates} rowId={idOf} columns={columns} />;
}

import type { Template } from '@cairn/contract';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatDate } from '../../format/dates.ts';
import { LazyMenu, menuLoadedBy } from '../../kit/LazyMenu.tsx';
import { stageOf } from './BuilderBar.tsx';
import type { Face } from './faces.ts';
import type { TemplateMenuChoice } from './TemplateMenuBody.tsx';
import classes from './TemplatesPage.module.css';
import { entityTypeName, loanTypeName } from './words.ts';

const menu = menuLoadedBy<TemplateMenuChoice>(() => import('./TemplateMenuBody.tsx'));

function Stage({ template }: { template: Template }) {
  const isLive = template.publishedVersion > 0 && !template.hasUnpublishedChanges;
  const hue = isLive ? 'green' : 'gray';
  return (
    <span
      className={classes.chip}
      style={{ color: `var(--${hue}-fg)`, background: `var(--${hue}-bg)` }}
    >
      {stageOf(template)}
    </span>
  );
}

interface TemplateTableProps {
  face: Face;
  templates: Template[];
  label: string;
}

export function TemplateTable({ face, templates, label }: TemplateTableProps) {
  return (
    <div className={classes.card}>
      <table className={classes.table} aria-label={`${label} templates`}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Loan type</th>
            <th scope="col">Entity type</th>
            <th scope="col" className={classes.number}>
              Requests
            </th>
            <th scope="col">State</th>
            <th scope="col">Changed</th>
            <th scope="col">
              <span className={classes.unseen}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {templates.map((template) => (
            <tr key={template.id}>
              <td>
                <Link
                  to={template.abilities.edit && !template.whenDeleted ? face.edit : face.view}
                  params={{ templateId: template.id }}
                  className={classes.name ?? ''}
                >
                  {template.name}
                </Link>
                <span className={classes.meta}>{template.totalElements} elements</span>
              </td>
              <td>{loanTypeName(template.loanType)}</td>
              <td>{entityTypeName(template.entityType)}</td>
              <td className={classes.number}>{template.totalFiles}</td>
              <td>
                <Stage template={template} />
              </td>
              <td>{formatDate(template.lastModifiedDate)}</td>
              <td>
                <LazyMenu
                  menu={menu}
                  className={classes.more}
                  label={`More for ${template.name}`}
                  body={{ template, face }}
                >
                  <IconDots size={17} stroke={1.7} aria-hidden />
                </LazyMenu>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

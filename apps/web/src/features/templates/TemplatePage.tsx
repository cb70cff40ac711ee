import type { Template, TemplateVersion } from '@cairn/contract';
import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDate } from '../../format/dates.ts';
import { personName } from '../../format/names.ts';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { useDelayed } from '../../kit/useDelayed.ts';
import { stageOf } from './BuilderBar.tsx';
import classes from './BuilderPage.module.css';
import { ElementTree } from './ElementTree.tsx';
import tree from './ElementTree.module.css';
import type { Face } from './faces.ts';
import { TemplateMissing } from './TemplateMissing.tsx';
import { useTemplate } from './templateData.ts';
import { TreeTools } from './TreeTools.tsx';
import { useTree } from './useTree.ts';
import versions from './Versions.module.css';

interface VersionsProps {
  template: Template;
  shown: number;
  onShow: (version: number) => void;
  face: Face;
}

function Version({ version }: { version: TemplateVersion }) {
  return (
    <>
      <strong>Version {version.version}</strong>
      <span className={versions.meta}>
        {formatDate(version.publishedDate)}
        {version.publishedByUser && `, ${personName(version.publishedByUser)}`}
      </span>
      {version.note && <span className={versions.meta}>{version.note}</span>}
      <span className={versions.meta}>{version.totalElements} elements</span>
    </>
  );
}

/** What was published, newest first. A version can be looked at and copied, never changed. */
function Versions({ template, shown, onShow, face }: VersionsProps) {
  const navigate = useNavigate();
  const { data } = useCall('listTemplateVersions', { params: { id: template.id } });
  const copy = useAction('copyTemplate');
  const copyShown = () =>
    copy.mutate(
      { body: { templateId: template.id, version: shown } },
      { onSuccess: ({ id }) => void navigate({ to: face.edit, params: { templateId: id } }) },
    );
  return (
    <section className={versions.side} aria-label="Versions">
      <h2 className={versions.heading}>Versions</h2>
      <ul className={versions.list}>
        <li>
          <button
            type="button"
            className={versions.item}
            aria-pressed={shown === 0}
            onClick={() => onShow(0)}
          >
            <strong>Draft</strong>
            <span className={versions.meta}>
              {template.hasUnpublishedChanges ? 'Has changes' : 'As the last version'}
            </span>
          </button>
        </li>
        {data?.versions.map((version) => (
          <li key={version.version}>
            <button
              type="button"
              className={versions.item}
              aria-pressed={shown === version.version}
              onClick={() => onShow(version.version)}
            >
              <Version version={version} />
            </button>
          </li>
        ))}
      </ul>
      {template.abilities.edit && (
        <Button variant="default" loading={copy.isPending} onClick={copyShown}>
          Copy as a new template
        </Button>
      )}
    </section>
  );
}

/** A template to read: the draft or one of its versions. */
export function TemplatePage({ face }: { face: Face }) {
  const { templateId = '' } = useParams({ strict: false });
  const [version, setVersion] = useState(0);
  const [selected, setSelected] = useState<string | null>(null);
  const { data: state, isPending, isError, error, refetch } = useTemplate(templateId, version);
  const { data: draft } = useTemplate(templateId);
  const shown = useTree(state?.elements ?? []);
  const waiting = useDelayed(isPending);
  if (isError && !state) {
    return <TemplateMissing error={error} face={face} onAgain={() => void refetch()} />;
  }
  const template = draft?.template;
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Link to={face.list} className={classes.back ?? ''}>
          <IconChevronLeft size={16} stroke={1.7} aria-hidden />
          {face.title}
        </Link>
        <h1 className={classes.name}>{template?.name ?? 'Template'}</h1>
        {template && <span className={classes.plain}>{stageOf(template)}</span>}
        <span className={classes.grow} />
        {template?.abilities.edit && (
          <Button component={Link} to={face.edit} params={{ templateId } as never}>
            Edit
          </Button>
        )}
      </header>
      <div className={classes.body}>
        <div className={classes.main}>
          <div className={classes.tools}>
            <TreeTools tree={shown} />
          </div>
          <div className={tree.head} aria-hidden>
            <span>Element</span>
            <span>Flags</span>
            <span>Priority</span>
          </div>
          {waiting && <RowsSkeleton label="Loading the template" />}
          <ElementTree
            label="Elements"
            rows={shown.rows}
            closed={shown.closed}
            onToggle={shown.toggle}
            selected={selected}
            onSelect={setSelected}
            renaming={null}
          />
        </div>
        <div className={classes.side}>
          {template && (
            <Versions template={template} shown={version} onShow={setVersion} face={face} />
          )}
        </div>
      </div>
    </div>
  );
}

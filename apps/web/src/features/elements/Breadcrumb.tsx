import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './Breadcrumb.module.css';
import { type Folder, pathTo } from './packageTree.ts';

interface BreadcrumbProps {
  folder: Folder;
  onChoose: (folder: Folder) => void;
}

export const Breadcrumb = memo(function Breadcrumb({ folder, onChoose }: BreadcrumbProps) {
  const above = pathTo(folder).slice(0, -1);
  return (
    <nav aria-label="Folder path">
      <ol className={classes.path}>
        {above.map((step) => (
          <li key={step.element.id}>
            <UnstyledButton className={classes.step ?? ''} onClick={() => onChoose(step)}>
              {step.element.title}
            </UnstyledButton>
            <IconChevronRight size={14} stroke={1.7} aria-hidden />
          </li>
        ))}
        <li aria-current="location" className={classes.here}>
          {folder.element.title}
        </li>
      </ol>
    </nav>
  );
});

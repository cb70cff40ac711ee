import { Flex, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './Breadcrumb.module.css';
import { type Folder, pathTo } from './packageTree.ts';

interface BreadcrumbProps {
  folder: Folder;
  onChoose: (folder: Folder) => void;
  /** The page title names the folder already, so only the folders above it are listed. */
  isTitled?: boolean;
}

export const Breadcrumb = memo(function Breadcrumb(props: BreadcrumbProps) {
  const { folder, onChoose, isTitled = false } = props;
  const above = pathTo(folder).slice(0, -1);
  return (
    <nav aria-label="Folder path">
      <Flex
        component="ol"
        className={classes.path}
        wrap="wrap"
        rowGap="s2"
        columnGap="s6"
        fz="table"
        lh="table"
      >
        {above.map((step) => (
          <li key={step.element.id}>
            <UnstyledButton className={classes.step ?? ''} onClick={() => onChoose(step)}>
              {step.element.title}
            </UnstyledButton>
            <IconChevronRight size={14} stroke={1.7} aria-hidden />
          </li>
        ))}
        {!isTitled && (
          <Text aria-current="location" component="li" inherit fw={500}>
            {folder.element.title}
          </Text>
        )}
      </Flex>
    </nav>
  );
});

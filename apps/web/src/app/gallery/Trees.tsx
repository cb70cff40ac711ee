import { Group, Text } from '@mantine/core';
import { IconFile, IconFolder } from '@tabler/icons-react';
import { useState } from 'react';
import { useDraggable, useDropZone } from '../../lib/dragAndDrop.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Card, PageSection } from '../../ui/Card.tsx';
import { Tree, TreeChevron, type TreeNode } from '../../ui/Tree.tsx';

interface SampleNode extends TreeNode {
  title: string;
}

const NODES: SampleNode[] = [
  { id: 'a', parentId: null, level: 1, expandable: true, expanded: true, title: 'Package' },
  { id: 'b', parentId: 'a', level: 2, expandable: true, expanded: false, title: 'Business Docs' },
  { id: 'c', parentId: 'a', level: 2, expandable: false, expanded: false, title: 'Tax return' },
];

function Moved() {
  const [place, setPlace] = useState('Here');
  const { ref: dragRef } = useDraggable<HTMLDivElement>({
    enabled: true,
    item: () => ({ type: 'sample', ids: ['card'] }),
    text: 'Card',
  });
  const { ref, over } = useDropZone<HTMLDivElement>({
    accepts: ({ type }) => type === 'sample',
    onDrop: () => setPlace('Dropped'),
  });
  return (
    <Group>
      <Card ref={dragRef}>Drag me</Card>
      <Card ref={ref}>{over ? 'Drop here' : place}</Card>
    </Group>
  );
}

export function Trees() {
  const [selected, setSelected] = useState('b');
  return (
    <>
      <PageSection title="Tree">
        <Card>
          <Tree
            label="Sample folders"
            nodes={NODES}
            rowHeight={31}
            selected={selected}
            onSelect={({ id }) => setSelected(id)}
            onToggle={() => undefined}
          >
            {(node) => (
              <Group gap="s6" h="100%" pl={(node.level - 1) * 16} wrap="nowrap">
                <TreeChevron node={node} />
                <Icon of={node.expandable ? IconFolder : IconFile} />
                <Text component="span" size="table">
                  {node.title}
                </Text>
              </Group>
            )}
          </Tree>
        </Card>
      </PageSection>
      <PageSection title="Drag and drop" text="By mouse, and by touch after a long press.">
        <Moved />
      </PageSection>
    </>
  );
}

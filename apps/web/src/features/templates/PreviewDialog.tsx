import type { BorrowerElement, Template } from '@cairn/contract';
import { ANSWER_TYPES } from '@cairn/contract/template-terms';
import { Box, Modal, Text } from '@mantine/core';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useCall } from '../../lib/useCall.ts';
import classes from './PreviewDialog.module.css';
import { REPEATS_FOR } from './elementText.ts';

function levels(elements: BorrowerElement[]): Map<string, number> {
  const depths = new Map<string, number>();
  for (const { templateElementId, parentId } of elements) {
    depths.set(templateElementId, parentId === null ? 0 : (depths.get(parentId) ?? 0) + 1);
  }
  return depths;
}

/** Shows the template as a borrower will see it. */
export default function PreviewDialog({
  template,
  onClose,
}: {
  template: Template;
  onClose: () => void;
}) {
  const { data } = useCall('listBorrowerTemplates', { query: { templateId: template.id } });
  const elements = data?.elements ?? [];
  const depth = levels(elements);
  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Close' }}
      opened
      onClose={onClose}
      title={`${template.name}, as a borrower sees it`}
      size="lg"
    >
      {data && elements.length === 0 && <EmptyState title="Borrowers don’t see anything yet" />}
      <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {elements.map((element) => {
          const level = depth.get(element.templateElementId) ?? 0;
          const style = { paddingLeft: level * 20 };
          return (
            <Box key={element.templateElementId} component="li" py="s6" style={style}>
              <span className={element.storageType === 'FOLDER' ? classes.folder : classes.title}>
                {element.evaluatedTitle}
              </span>
              {element.storageType === 'FOLDER' && level === 0 && (
                <Text component="span" size="meta" ml="xs" c="var(--ink-3)">
                  {REPEATS_FOR[element.blockType]}
                </Text>
              )}
              {element.answerType !== null && element.answerType !== 'DOCUMENT' && (
                <Text component="span" size="meta" ml="xs" c="var(--ink-3)">
                  {ANSWER_TYPES[element.answerType]}
                </Text>
              )}
              {element.description && (
                <Text size="table" c="var(--ink-2)">
                  {element.description}
                </Text>
              )}
            </Box>
          );
        })}
      </Box>
    </Modal>
  );
}

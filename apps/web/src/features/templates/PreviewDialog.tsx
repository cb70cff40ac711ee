import type { BorrowerElement, Template } from '@cairn/contract';
import { ANSWER_TYPES } from '@cairn/contract/template-terms';
import { Modal } from '@mantine/core';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { useCall } from '../../kit/useCall.ts';
import classes from './PreviewDialog.module.css';
import { REPEATS_FOR } from './words.ts';

function levels(elements: BorrowerElement[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { templateElementId, parentId } of elements) {
    found.set(templateElementId, parentId === null ? 0 : (found.get(parentId) ?? 0) + 1);
  }
  return found;
}

/** What a borrower will read, and nothing else. */
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
      {data && elements.length === 0 && <EmptyState title="A borrower sees nothing of it yet" />}
      <ul className={classes.list}>
        {elements.map((element) => {
          const level = depth.get(element.templateElementId) ?? 0;
          const style = { paddingLeft: level * 20 };
          return (
            <li key={element.templateElementId} className={classes.item} style={style}>
              <span className={element.storageType === 'FOLDER' ? classes.folder : classes.title}>
                {element.evaluatedTitle}
              </span>
              {element.storageType === 'FOLDER' && level === 0 && (
                <span className={classes.meta}>{REPEATS_FOR[element.blockType]}</span>
              )}
              {element.answerType !== null && element.answerType !== 'DOCUMENT' && (
                <span className={classes.meta}>{ANSWER_TYPES[element.answerType]}</span>
              )}
              {element.description && <p className={classes.text}>{element.description}</p>}
            </li>
          );
        })}
      </ul>
    </Modal>
  );
}

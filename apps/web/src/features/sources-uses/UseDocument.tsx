import type { Element } from '@cairn/contract';
import { ActionIcon, Button, Flex, Group, Modal, Select, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { hint } from '../../lib/hint.ts';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import { isRequest } from '../elements/packageTree.ts';
import { statusOf } from '../elements/status.ts';
import classes from './SourcesUses.module.css';

interface UseDocumentProps {
  loanId: string;
  /** Name of the use. */
  use: string;
  elementId: string | null;
  readOnly: boolean;
  onChoose: (elementId: string | null) => void;
}

const NONE: readonly Element[] = [];

/** Options include the folder, because two businesses of a loan can be asked for the same document. */
function choicesOf(elements: readonly Element[]) {
  const titles = new Map(
    elements.flatMap(({ id, parentId, title }) =>
      parentId === null ? [] : [[id, title] as const],
    ),
  );
  return elements
    .filter((each) => each.storageType === 'FILE' && isRequest(each))
    .map(({ id, title, parentId }) => {
      const folder = titles.get(parentId ?? '');
      return { value: id, label: folder === undefined ? title : `${title}, ${folder}` };
    });
}

function Choice({ elements, ...props }: UseDocumentProps & { elements: readonly Element[] }) {
  const [elementId, setElementId] = useState(props.elementId);
  return (
    <>
      <Select
        label="Request"
        description="Evidence of this cost, such as a purchase contract"
        placeholder="Search by name"
        nothingFoundMessage="No matching requests"
        data-autofocus
        searchable
        clearable
        limit={100}
        data={choicesOf(elements)}
        value={elementId}
        onChange={setElementId}
      />
      <Group justify="flex-end" mt="lg">
        <Button onClick={() => props.onChoose(elementId)}>Done</Button>
      </Group>
    </>
  );
}

/** The document that proves the cost of a use: its status and a link. */
export function UseDocument(props: UseDocumentProps) {
  const { loanId, use, elementId, readOnly, onChoose } = props;
  const [isChoosing, setChoosing] = useState(false);
  const { data } = useCall('listElements', { params: { id: loanId } });
  const elements = data?.elements ?? NONE;
  const request = elements.find(({ id }) => id === elementId);
  const status = request && statusOf(request, false);
  const Icon = status?.icon;
  return (
    <Flex align="center" gap="s6" maw="11rem">
      {request && status && Icon && (
        <>
          <Icon
            size={16}
            stroke={1.9}
            color={`var(--${status.hue}-fg)`}
            style={{ flex: 'none' }}
            aria-label={status.label}
          />
          <Text span inherit truncate>
            <Link
              to={routes.loan}
              params={{ loanId }}
              search={{ view: 'package', item: request.id }}
              title={request.title}
              className={classes.link}
            >
              {request.title}
            </Link>
          </Text>
        </>
      )}
      {!readOnly && (
        <ActionIcon
          size={24}
          aria-label={`${request ? 'Change' : 'Choose'} the document for ${use}`}
          onClick={() => setChoosing(true)}
          {...hint(request ? 'Change document' : 'Choose document')}
        >
          <IconPaperclip size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
      <Modal
        opened={isChoosing}
        onClose={() => setChoosing(false)}
        title={`Document for ${use}`}
        size={440}
      >
        <Choice
          {...props}
          elements={elements}
          onChoose={(chosenId) => {
            onChoose(chosenId);
            setChoosing(false);
          }}
        />
      </Modal>
    </Flex>
  );
}

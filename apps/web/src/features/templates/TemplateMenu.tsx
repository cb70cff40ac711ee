import type { Template } from '@cairn/contract';
import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { calls } from '../../lib/calls.ts';
import { addressOf } from '../../lib/client.ts';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import type { TemplateAddresses } from './templateAddresses.ts';
import { LateMenu } from '../../ui/LateMenu.tsx';

export interface TemplateMenuChoice {
  template: Template;
  addresses: TemplateAddresses;
}

function useTemplateActions({ id, name, revision }: Template) {
  const copy = useAction('copyTemplate');
  const remove = useAction('deleteTemplates');
  const update = useAction('updateTemplate');
  return {
    copy: () =>
      copy.mutate(
        { body: { templateId: id } },
        { onSuccess: (template) => toast.success(`${template.name} created`) },
      ),
    trash: () =>
      remove.mutate(
        { body: { ids: [id] } },
        { onSuccess: () => toast.success(`${name} moved to trash`) },
      ),
    restore: () => update.mutate({ body: { id, revision, restore: true } }),
    deleteForGood: () =>
      remove.mutate(
        { body: { ids: [id], permanently: true } },
        { onSuccess: () => toast.success(`${name} deleted`) },
      ),
  };
}

export default function TemplateMenu({
  target,
  template,
  addresses,
}: TemplateMenuChoice & MenuBodyProps) {
  const navigate = useNavigate();
  const { copy, trash, restore, deleteForGood } = useTemplateActions(template);
  const { edit } = template.abilities;
  const params = { templateId: template.id };
  const download = addressOf(calls.downloadTemplates.path, { params: { ids: template.id } });
  return (
    <LateMenu position="bottom-end" width={210} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void navigate({ to: addresses.view, params })}>
          View versions
        </Menu.Item>
        <Menu.Item component="a" href={download} download>
          Download CSV
        </Menu.Item>
        {edit && !template.whenDeleted && (
          <>
            <Menu.Item onClick={copy}>Copy</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={trash}>Remove</Menu.Item>
          </>
        )}
        {edit && template.whenDeleted && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={restore}>Restore</Menu.Item>
            <Menu.Item onClick={deleteForGood}>Delete permanently</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </LateMenu>
  );
}

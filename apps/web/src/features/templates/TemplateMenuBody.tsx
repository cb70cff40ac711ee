import type { Template } from '@cairn/contract';
import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { calls } from '../../kit/calls.ts';
import { addressOf } from '../../kit/client.ts';
import type { MenuBodyProps } from '../../kit/LazyMenu.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import type { Face } from './faces.ts';
import { LateMenu } from '../../kit/LateMenu.tsx';

export interface TemplateMenuChoice {
  template: Template;
  face: Face;
}

function useTemplateActions({ id, name, revision }: Template) {
  const copy = useAction('copyTemplate');
  const remove = useAction('deleteTemplates');
  const update = useAction('updateTemplate');
  return {
    copy: () =>
      copy.mutate(
        { body: { templateId: id } },
        { onSuccess: (made) => toast.success(`${made.name} is made`) },
      ),
    trash: () =>
      remove.mutate(
        { body: { ids: [id] } },
        { onSuccess: () => toast.success(`${name} is in the trash`) },
      ),
    restore: () => update.mutate({ body: { id, revision, restore: true } }),
    deleteForGood: () =>
      remove.mutate(
        { body: { ids: [id], permanently: true } },
        { onSuccess: () => toast.success(`${name} is deleted`) },
      ),
  };
}

export default function TemplateMenuBody({
  target,
  template,
  face,
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
        <Menu.Item onClick={() => void navigate({ to: face.view, params })}>
          Look at it and its versions
        </Menu.Item>
        <Menu.Item component="a" href={download} download>
          Download CSV
        </Menu.Item>
        {edit && !template.whenDeleted && (
          <>
            <Menu.Item onClick={copy}>Copy</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={trash}>Move to trash</Menu.Item>
          </>
        )}
        {edit && template.whenDeleted && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={restore}>Restore</Menu.Item>
            <Menu.Item onClick={deleteForGood}>Delete for good</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </LateMenu>
  );
}

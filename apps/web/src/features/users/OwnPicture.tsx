import type { LoggedUser } from '@cairn/contract';
import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';

const CropDialog = lazy(() => import('./CropDialog.tsx'));

const SAID: Record<string, string> = {
  PENDING: 'Your picture is being checked. It appears in a moment.',
  INFECTED: 'Your picture did not pass the virus check. Please choose another one.',
  ERROR: 'We couldn’t scan your picture yet. We’ll try again.',
};

function useOwnPicture(userId: string) {
  const { data } = useCall('listAvatars', {});
  const own = data?.avatars.find((each) => each.userId === userId);
  const create = useAction('createAvatar');
  const replace = useAction('replaceAvatar');
  const remove = useAction('deleteAvatar');
  return {
    own,
    saving: create.isPending || replace.isPending,
    removing: remove.isPending,
    save: (image: string, onSaved: () => void) =>
      (own ? replace : create).mutate({ body: { image } }, { onSuccess: onSaved }),
    remove: () => remove.mutate({}, { onSuccess: () => announce('Picture removed') }),
  };
}

export function OwnPicture({ user }: { user: LoggedUser }) {
  const { own, saving, removing, save, remove } = useOwnPicture(user.id);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [used, setUsed] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    try {
      setPicture(await createImageBitmap(file));
      setUsed(true);
    } catch {
      toast.error('This file is not a picture that your browser can read.');
    }
  };
  const state = own && SAID[own.virusScanState];
  return (
    <Group wrap="nowrap" gap="s20" mb="lg">
      <Avatar person={user} size={72} />
      <div>
        <Group gap="xs">
          <Button variant="default" onClick={() => input.current?.click()}>
            {own ? 'Change picture' : 'Add a picture'}
          </Button>
          {own && (
            <Button variant="subtle" loading={removing} onClick={remove}>
              Remove
            </Button>
          )}
        </Group>
        <Text component="output" display="block" size="meta" c="dimmed" mt="s6">
          {state ?? 'Shown next to your name.'}
        </Text>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label="Choose a picture"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Clears the input, so that choosing the same file again fires a change event.
          currentTarget.value = '';
          void choose(file);
        }}
      />
      {used && (
        <Suspense fallback={null}>
          <CropDialog
            picture={picture}
            saving={saving}
            onSave={(image) => save(image, () => setPicture(null))}
            onClose={() => setPicture(null)}
          />
        </Suspense>
      )}
    </Group>
  );
}

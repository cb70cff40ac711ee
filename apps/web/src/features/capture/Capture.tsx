/** Full-screen dialog for photographed pages: the user checks and reorders them and sends them as one PDF. */
import { Box, Button, Flex, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconCameraPlus, IconPhotoPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatDay } from '../../lib/format/dates.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import { warnBeforeLeaving } from '../../lib/leaveWarning.ts';
import { useStore } from '../../lib/store.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { choosePhotos, takePhoto } from '../documents/chooseFile.ts';
import { hasLiveCamera } from '../documents/liveCamera.ts';
import { UploadProgress } from '../documents/UploadProgress.tsx';
import { isGoing, uploads } from '../documents/uploads.ts';
import { summaryOf } from '../documents/uploadSummary.ts';
import classes from './Capture.module.css';
import { CropPage } from './CropPage.tsx';
import { pdfOfJpegs } from './jpegPdf.ts';
import { LiveCamera } from './LiveCamera.tsx';
import type { PageDraft, PhotographedPage } from './pageDrafts.ts';
import { PageRow } from './PageRow.tsx';
import { turnBy } from './quad.ts';
import { type Kept, type Pages, usePages } from './usePages.ts';
import { RowList } from '../../ui/RowList.tsx';

const pagesWord = (count: number): string => (count === 1 ? '1 page' : `${count} pages`);

const KEPT: Record<Kept, string> = {
  saving: 'Saving on this device…',
  kept: 'Not sent yet. Saved on this device until you send it or log out.',
  'not kept': 'Not sent yet. This browser can’t save your pages, so keep this page open.',
  'kept nowhere': 'Not sent yet. Keep this page open until you send them.',
};

/**
 * Removes characters that file systems do not allow, and control and format characters that could disguise the
 * extension.
 */
const fileNameOf = (name: string): string =>
  `${
    name
      .replaceAll(/[\p{C}/\\:*?"<>|]+/gu, ' ')
      .trim()
      .slice(0, 120)
      .replace(/\.pdf$/i, '') || 'Pages'
  }.pdf`;

async function fileOf({ pages, name }: PageDraft): Promise<File> {
  const jpegs = await Promise.all(
    pages.map(async ({ picture, width, height }) => ({
      bytes: new Uint8Array(await picture.arrayBuffer()),
      width,
      height,
    })),
  );
  return new File([pdfOfJpegs(jpegs)], fileNameOf(name), { type: 'application/pdf' });
}

/** The camera either adds a page or retakes an existing one. */
type CameraUse = 'add' | { retake: string };

/** The request that the pages answer. */
export interface PagesTarget {
  readonly id: string;
  readonly title: string;
  readonly dueDate: string | null;
}

interface BodyProps extends Pick<CaptureProps, 'target' | 'userId' | 'onSend'> {
  pages: Pages;
  draft: PageDraft;
  onAdjust: (id: string) => void;
  onCamera: (use: CameraUse) => void;
  onClose: () => void;
}

function PageList({
  pages,
  draft,
  onAdjust,
  onCamera,
}: Pick<BodyProps, 'pages' | 'draft' | 'onAdjust' | 'onCamera'>) {
  const count = draft.pages.length;
  return (
    <section aria-label="Pages">
      <Flex justify="space-between" mb="xs">
        <Text size="body" fw={500}>
          {pagesWord(count)}
        </Text>
        {count > 1 && (
          <Text size="body" c="dimmed">
            Drag to reorder
          </Text>
        )}
      </Flex>
      <RowList component="ol" framed>
        {draft.pages.map((page, index) => (
          <PageRow
            key={page.id}
            page={page}
            number={index + 1}
            count={count}
            onMove={pages.move}
            onAdjust={() => onAdjust(page.id)}
            onRotate={() => void pages.adjust(page, page.corners, turnBy(page.turns, 1))}
            onRetake={() => onCamera({ retake: page.id })}
            onRemove={() => pages.remove(page.id)}
          />
        ))}
        {pages.isBusy && (
          <Group component="li" gap="s4" mih={56} p="xs">
            <Text size="body" c="var(--ink-2)" px="md" component="output">
              Reading the photo…
            </Text>
          </Group>
        )}
        <Group component="li" gap="s4" mih={56} p="xs">
          <Button
            variant="subtle"
            h={48}
            leftSection={<IconCameraPlus size={20} stroke={1.7} aria-hidden />}
            onClick={() => onCamera('add')}
          >
            Add a page
          </Button>
          <Button
            variant="subtle"
            h={48}
            leftSection={<IconPhotoPlus size={20} stroke={1.7} aria-hidden />}
            onClick={() => choosePhotos((photos) => void pages.add(photos))}
          >
            Choose photos
          </Button>
        </Group>
      </RowList>
      {pages.removed && (
        <Flex
          component="output"
          mt="xs"
          px="md"
          bdrs="md"
          bg="var(--sunken)"
          fz="body"
          lh="body"
          fw={400}
          align="center"
          justify="space-between"
        >
          Page {pages.removed.at + 1} removed
          <Button variant="subtle" h="var(--touch)" onClick={pages.undoRemove}>
            Undo
          </Button>
        </Flex>
      )}
    </section>
  );
}

function CheckPages(props: BodyProps) {
  const { target, userId, pages, draft, onAdjust, onCamera, onSend, onClose } = props;
  const upload = summaryOf(useStore(uploads).get(target.id));
  const sending = upload !== undefined && isGoing(upload);
  const count = draft.pages.length;
  const size = draft.pages.reduce((sum, { picture }) => sum + picture.size, 0);
  const send = async () => {
    const isSent = await onSend(await fileOf(draft), draft.note || undefined, count);
    // If sending fails, the pages stay and the upload shows the reason.
    if (!isSent) return;
    await pages.finish();
    onClose();
  };
  return (
    <Stack gap="lg" maw={560} mx="auto">
      <div>
        <Text size="section" fw={600}>
          {target.title}
        </Text>
        <Text size="body" c="var(--ink-2)">
          {[target.dueDate && `Due ${formatDay(target.dueDate)}`, count > 0 && formatSize(size)]
            .filter(Boolean)
            .join(', ')}
        </Text>
      </div>
      <PageList pages={pages} draft={draft} onAdjust={onAdjust} onCamera={onCamera} />
      <TextInput
        label="File name"
        value={draft.name}
        maxLength={120}
        onChange={({ currentTarget }) => pages.write({ name: currentTarget.value })}
      />
      {userId !== null && (
        <Textarea
          label="Note for your lender (optional)"
          value={draft.note}
          minRows={2}
          maxLength={1000}
          onChange={({ currentTarget }) => pages.write({ note: currentTarget.value })}
        />
      )}
      <Box className={classes.foot} pos="sticky" bottom={0} bg="var(--surface)">
        {upload?.state === 'failed' ? (
          <Text size="body" c="var(--red-fg)" role="alert">
            {upload.reason}
          </Text>
        ) : (
          !sending && (
            <Text size="body" c="var(--ink-2)">
              {count > 0 && KEPT[pages.kept]}
            </Text>
          )
        )}
        {sending && <UploadProgress upload={upload} />}
        <Button
          fullWidth
          h={48}
          mt="xs"
          disabled={count === 0 || pages.isBusy}
          loading={sending}
          onClick={() => void send()}
        >
          {count === 0 ? 'Send as one PDF' : `Send ${pagesWord(count)} as one PDF`}
        </Button>
      </Box>
    </Stack>
  );
}

interface CaptureProps {
  target: PagesTarget;
  /**
   * The user whose pages are saved in this browser until they are sent. Null for a visitor, whose pages are not saved.
   */
  userId: string | null;
  /** Photos that were just taken. They are added after the pages of the saved draft. */
  photos: readonly File[];
  /** Whether the live camera opens together with the dialog. */
  camera?: boolean | undefined;
  /** Called when `photos` are being added to the pages, so that they are not added twice. */
  onTaken: () => void;
  /** Resolves to true if the pages were sent, or if the upload continues without this dialog. */
  onSend: (file: File, note: string | undefined, pages: number) => Promise<boolean>;
  onClose: () => void;
}

export function Capture(props: CaptureProps) {
  const { target, userId, photos, camera: startsWithCamera = false } = props;
  const { onTaken, onSend, onClose } = props;
  const pages = usePages(target, userId);
  const [adjusted, setAdjusted] = useState<string | null>(null);
  const [camera, setCamera] = useState<CameraUse | null>(startsWithCamera ? 'add' : null);
  const { draft } = pages;
  const add = async (files: readonly File[]) => {
    const page = await pages.add(files);
    // A single photo without detected edges opens for adjustment. Showing every photo would slow the user down.
    if (page?.isWhole && files.length === 1) {
      setCamera(null);
      setAdjusted(page.id);
    }
  };
  const addTaken = useEventCallback(async () => {
    onTaken();
    await add(photos);
  });
  const hasTaken = draft !== null && photos.length > 0;
  useEffect(() => {
    if (hasTaken) void addTaken();
  }, [hasTaken, addTaken]);

  const retake = async (id: string, photo: File) => {
    setCamera(null);
    setAdjusted(null);
    const page = await pages.retake(id, photo);
    if (page?.isWhole) setAdjusted(id);
  };
  const useCamera = async (use: CameraUse) => {
    if (await hasLiveCamera()) setCamera(use);
    else takePhoto((photo) => void (use === 'add' ? add([photo]) : retake(use.retake, photo)));
  };

  // Pages that are not saved cannot be recovered, so the browser warns before the user leaves.
  const wouldBeLost =
    pages.kept === 'kept nowhere' && ((draft?.pages.length ?? 0) > 0 || pages.isBusy);
  useEffect(() => (wouldBeLost ? warnBeforeLeaving() : undefined), [wouldBeLost]);
  const [isAsking, setAsking] = useState(false);
  const close = () => (wouldBeLost ? setAsking(true) : onClose());

  if (camera && draft) {
    const isAdding = camera === 'add';
    const leave = () => setCamera(null);
    const leaveOrClose = draft.pages.length > 0 || wouldBeLost ? leave : onClose;
    const at = isAdding ? -1 : draft.pages.findIndex(({ id }) => id === camera.retake);
    return (
      <Modal.Root opened fullScreen onClose={leaveOrClose} transitionProps={{ duration: 0 }}>
        <Modal.Content aria-label={`Photograph ${target.title}`}>
          <LiveCamera
            title={target.title}
            pages={draft.pages}
            number={isAdding ? draft.pages.length + 1 : at + 1}
            isBusy={pages.isBusy}
            onPhoto={(photo) => void (isAdding ? add([photo]) : retake(camera.retake, photo))}
            onPhotos={(files) => {
              leave();
              if (isAdding) void add(files);
              else if (files[0]) void retake(camera.retake, files[0]);
            }}
            onReview={leave}
            onClose={leaveOrClose}
          />
        </Modal.Content>
      </Modal.Root>
    );
  }
  const page: PhotographedPage | undefined = draft?.pages.find(({ id }) => id === adjusted);
  const number = page && draft ? draft.pages.indexOf(page) + 1 : 0;
  return (
    <Modal
      opened
      fullScreen
      onClose={page ? () => setAdjusted(null) : close}
      // Escape closes the confirmation dialog first.
      closeOnEscape={!isAsking}
      title={page ? `Adjust page ${number}` : 'Check your pages'}
      transitionProps={{ duration: 0 }}
    >
      {page && (
        <CropPage
          key={page.id}
          page={page}
          number={number}
          onUse={(corners, turns) => {
            setAdjusted(null);
            void pages.adjust(page, corners, turns);
          }}
          onRetake={() => void useCamera({ retake: page.id })}
        />
      )}
      {!page && draft && (
        <CheckPages
          target={target}
          userId={userId}
          pages={pages}
          draft={draft}
          onAdjust={setAdjusted}
          onCamera={(use) => void useCamera(use)}
          onSend={onSend}
          onClose={onClose}
        />
      )}
      {/* Mounted only when it opens: otherwise the Escape key press that opens it would also close it. */}
      {isAsking && (
        <ConfirmDialog
          title="Discard your pages?"
          confirm="Discard"
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        >
          They haven’t been sent and aren’t saved anywhere. You can’t undo this.
        </ConfirmDialog>
      )}
    </Modal>
  );
}

import { announce } from '../../lib/announce.ts';
import { useStore } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { useUser } from '../../lib/useUser.ts';
import { openCapture } from '../documents/photographedPages.ts';
import { uploadAnswers } from '../documents/upload.ts';
import { Capture } from './Capture.tsx';

/** Opens the capture dialog for the request in `openCapture` and uploads the pages as its answer. */
export default function CaptureDialog() {
  const { id: userId } = useUser();
  const capture = useStore(openCapture);
  if (!capture) return null;
  const { element, photos, camera } = capture;
  const send = async (file: File, note: string | undefined, pages: number): Promise<boolean> => {
    const answers = await uploadAnswers(element, [file], { note });
    if (answers.length === 0) return false;
    const words = `${element.title}: sent ${pages === 1 ? '1 page' : `${pages} pages`}`;
    announce(words);
    toast.success(`${words} as one PDF`);
    return true;
  };
  return (
    <Capture
      key={element.id}
      target={element}
      userId={userId}
      photos={photos}
      camera={camera}
      onTaken={() => openCapture.set({ element, photos: [] })}
      onSend={send}
      onClose={() => openCapture.set(null)}
    />
  );
}

import { useEffect } from 'react';
import { toast } from '../../lib/toast.ts';
import { carriesFiles } from '../../ui/useBrowserDrop.ts';

const STRAY_DROP = 'Drop the file on the document it answers.';

/** Without this a file dropped beside a row or a card would replace the page with itself. */
export function useRefusedDrops() {
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault();
    };
    const refuse = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      toast.info(STRAY_DROP);
    };
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}

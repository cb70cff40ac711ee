import { useEffect } from 'react';
import { toast } from '../../lib/toast.ts';
import { carriesFiles } from '../../ui/useBrowserDrop.ts';

const STRAY_DROP = 'Drop the file on the document it answers.';

/** Prevents the browser from opening a file that is dropped outside a row or card, which would replace the page. */
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

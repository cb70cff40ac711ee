import classes from './Annotator.module.css';
import { PageSkeleton } from './Notices.tsx';
import type { Reading } from './useReader.ts';

type StageProps = Pick<Reading, 'container' | 'position'> & { label?: string | undefined };

/** The scrollable area with the pages of a file. */
export function Stage({ container, position, label = 'Pages' }: StageProps) {
  return (
    <section className={classes.stage} aria-label={label}>
      {!position && <PageSkeleton />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
      <div ref={container} className={classes.container} tabIndex={0}>
        <div className="pdfViewer" />
      </div>
    </section>
  );
}

import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import type { Face } from './faces.ts';
import classes from './TemplatesPage.module.css';

interface LibraryProps {
  face: Face;
  mayAdopt: boolean;
  companyId: string | undefined;
}

/** Eight lists to start from; a company's copy is its own to change. */
export function Library({ face, mayAdopt, companyId }: LibraryProps) {
  const navigate = useNavigate();
  const { data } = useCall('listTemplateLibrary', {});
  const adopt = useAction('copyTemplate');
  if (!data) return null;
  const take = (libraryKey: string) =>
    adopt.mutate(
      { body: { libraryKey, ...(companyId && { company: companyId }) } },
      { onSuccess: ({ id }) => void navigate({ to: face.edit, params: { templateId: id } }) },
    );
  return (
    <section className={classes.library} aria-labelledby="library">
      <h2 id="library" className={classes.group}>
        Starter library
      </h2>
      <p className={classes.text}>
        Complete lists to adopt and edit. They are no legal advice: what nobody has verified is
        marked “Check with counsel” in your copy.
      </p>
      <ul className={classes.shelf}>
        {data.templates.map((book) => (
          <li key={book.key} className={classes.book}>
            <h3>{book.name}</h3>
            <p className={classes.meta}>{book.description}</p>
            <p className={classes.meta}>
              {book.totalFiles} requests, as of {book.asOf}
            </p>
            <p className={classes.counsel}>{book.totalUnverified} to check with counsel</p>
            {mayAdopt && (
              <Button
                variant="default"
                size="compact-sm"
                loading={adopt.isPending && adopt.variables?.body?.libraryKey === book.key}
                aria-label={`Adopt ${book.name}`}
                onClick={() => take(book.key)}
              >
                Adopt
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

import { Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Command, commands, singleKeys } from '../../kit/commands.ts';
import { Keys } from '../../kit/Keys.tsx';
import { useStore } from '../../kit/store.ts';
import { useOpenedOnceThere } from '../../kit/useOpenedOnceThere.ts';
import { routes } from '../routes.ts';
import classes from './ShortcutHelp.module.css';

interface GroupProps {
  title: string;
  listed: Command[];
}

function Group({ title, listed }: GroupProps) {
  if (listed.length === 0) return null;
  return (
    <section className={classes.group}>
      <h3 className={classes.heading}>{title}</h3>
      <dl className={classes.list}>
        {listed.map(({ label, keys = '' }) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the keys do here, straight from the registry that the keys themselves go by. */
export default function ShortcutHelp({
  opened,
  onClose,
}: {
  opened: boolean;
  onClose: () => void;
}) {
  const withKeys = useStore(commands).filter(({ keys }) => keys !== undefined);
  const lettersOn = useStore(singleKeys);
  const byPlace = (where: Command['where']) =>
    withKeys.filter((command) => command.where === where);
  return (
    <Modal
      opened={useOpenedOnceThere(opened)}
      onClose={onClose}
      title="Keyboard shortcuts"
      size={460}
      padding={24}
      classNames={{ title: classes.title ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Group title="On this page" listed={byPlace('page')} />
      <Group title="Everywhere" listed={byPlace('everywhere')} />
      <p className={classes.note}>
        {lettersOn ? 'Single letters rest while you type. ' : 'Single letters are turned off. '}
        <Link to={routes.profile} hash="keyboard" className={classes.link ?? ''} onClick={onClose}>
          Change this in your settings
        </Link>
      </p>
    </Modal>
  );
}

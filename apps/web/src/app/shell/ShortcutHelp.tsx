import { Anchor, Box, Group, Modal, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Command, commands, singleKeys } from '../../lib/commands.ts';
import { Keys } from '../../ui/Keys.tsx';
import { useStore } from '../../lib/store.ts';
import { useOpenAfterMount } from '../../lib/useOpenAfterMount.ts';
import { routes } from '../../lib/routes.ts';
import classes from './ShortcutHelp.module.css';

interface GroupProps {
  title: string;
  shortcuts: Command[];
}

function ShortcutGroup({ title, shortcuts }: GroupProps) {
  if (shortcuts.length === 0) return null;
  return (
    <section className={classes.group}>
      <Text component="h3" size="meta" fw={500} mb="s4" c="dimmed">
        {title}
      </Text>
      <Box component="dl" m={0}>
        {[...Map.groupBy(shortcuts, ({ label }) => label)].map(([label, same]) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <Group component="dd" gap="s6">
              {same.map(({ keys = '' }) => (
                <Keys key={keys} keys={keys} />
              ))}
            </Group>
          </div>
        ))}
      </Box>
    </section>
  );
}

/** Lists the shortcuts of this page, from the registry of commands. */
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
      opened={useOpenAfterMount(opened)}
      onClose={onClose}
      title="Keyboard shortcuts"
      size={460}
    >
      <ShortcutGroup title="On this page" shortcuts={byPlace('page')} />
      <ShortcutGroup title="Everywhere" shortcuts={byPlace('everywhere')} />
      <Text size="table" mt={18} c="var(--ink-2)">
        {lettersOn ? 'Shortcuts are off while you type. ' : 'Single-key shortcuts are turned off. '}
        <Anchor
          underline="always"
          inherit
          component={Link}
          to={routes.profile}
          hash="keyboard"
          onClick={onClose}
        >
          Change this in your settings
        </Anchor>
      </Text>
    </Modal>
  );
}

import { Menu, type MenuProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/**
 * The menu of a button that was pressed before the menu was loaded. It mounts closed and opens afterwards, because a
 * menu returns the focus only to the element that had it when the menu changed from closed to open.
 */
export function LateMenu(props: MenuProps) {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const soon = setTimeout(() => setOpened(true));
    return () => clearTimeout(soon);
  }, []);
  return <Menu returnFocus opened={opened} onChange={setOpened} {...props} />;
}

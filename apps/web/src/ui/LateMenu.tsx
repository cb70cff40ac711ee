import { Menu, type MenuProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/**
 * The menu of a button that was pressed before the menu was loaded. It is there first and opens then:
 * the focus goes back only to where it was when a menu opened.
 */
export function LateMenu(props: MenuProps) {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const soon = setTimeout(() => setOpened(true));
    return () => clearTimeout(soon);
  }, []);
  return <Menu returnFocus opened={opened} onChange={setOpened} {...props} />;
}

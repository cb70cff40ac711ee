import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LateMenu } from '../../ui/LateMenu.tsx';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';

/** A page of a loan, shown as a tab or, if the tab does not fit, as a menu item. */
export interface LoanTabLink {
  key: string;
  title: string;
  to: string;
  search?: { view: 'package' };
  count?: ReactNode;
}

export interface LoanTabsMenu {
  tabs: LoanTabLink[];
}

export default function LoanTabsMenu({ target, tabs }: LoanTabsMenu & MenuBodyProps) {
  return (
    <LateMenu position="bottom-end" width={200} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {tabs.map(({ key, title, to, search, count }) => (
          <Menu.Item
            key={key}
            renderRoot={(props) => <Link {...props} to={to} {...(search && { search })} />}
            rightSection={count}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </LateMenu>
  );
}

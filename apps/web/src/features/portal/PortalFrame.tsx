import { Box, Flex, Stack } from '@mantine/core';
import type { Portal } from '@cairn/contract';
import { textColorOn } from '@cairn/contract/portal-terms';
import { clsx } from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import { Mark } from '../../ui/Mark.tsx';
import classes from './Portal.module.css';

interface PortalFrameProps {
  portal: Pick<Portal, 'name' | 'logo' | 'brandColor' | 'legalLine'>;
  /** Shown at the end of the lender's header bar. */
  action?: ReactNode;
  /** Sticky at the bottom of the window. */
  start?: ReactNode;
  /** Use "div" inside the shell and in the preview, where the surrounding page has the main landmark. */
  component?: 'main' | 'div';
  preview?: boolean;
  children: ReactNode;
}

/** The text on the brand color is black or white, whichever is readable. */
const brandOf = (color: string | null): CSSProperties =>
  color === null ? {} : ({ '--brand': color, '--on-brand': textColorOn(color) } as CSSProperties);

/** A page of the lender for borrowers, with the lender's brand. */
export function PortalFrame(props: PortalFrameProps) {
  const { portal, action, start, component: Root = 'div', preview = false, children } = props;
  return (
    <Root
      className={clsx(classes.page)}
      style={brandOf(portal.brandColor)}
      {...(Root === 'main' && { id: 'main', tabIndex: -1 })}
      {...(preview && { 'data-preview': '' })}
    >
      <header className={classes.bar}>
        <Flex
          align="center"
          gap="sm"
          mih={64}
          py="xs"
          px="var(--layout-mobileGutter)"
          maw={720}
          mx="auto"
        >
          {portal.logo ? (
            <img src={portal.logo} alt="" className={classes.logo} />
          ) : (
            <span className={classes.mark} aria-hidden>
              {portal.name.slice(0, 1).toUpperCase()}
            </span>
          )}
          <span className={classes.lender}>{portal.name}</span>
          {action}
        </Flex>
      </header>
      <Box flex="1" w="100%" maw={720} mx="auto" pt="s28" px="var(--layout-mobileGutter)" pb="xl">
        {children}
        <Stack
          component="footer"
          className={classes.foot}
          align="center"
          gap="xs"
          c="var(--ink-2)"
          ta="center"
          fz="table"
          lh="table"
        >
          {portal.legalLine && <span>{portal.legalLine}</span>}
          <span className={classes.powered}>
            Powered by <Mark size={16} /> <strong>Cairn</strong>
          </span>
        </Stack>
      </Box>
      {start && <div className={classes.start}>{start}</div>}
    </Root>
  );
}

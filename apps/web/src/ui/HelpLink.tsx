import { ActionIcon } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { hint } from '../lib/hint.ts';
import { routes } from '../lib/routes.ts';

/**
 * A link to the help article about the current page. The route of the learning center looks up the article, so that the
 * list of articles is loaded only when it is needed.
 */
export function HelpLink({ size = 32 }: { size?: number }) {
  const help = useRouterState({ select: ({ location }) => location.href });
  return (
    <ActionIcon
      renderRoot={(props) => (
        <Link {...props} to={routes.learningCenter} search={{ help }} preload={false} />
      )}
      size={size}
      aria-label="Help"
      {...hint('Help with this page', 'bottom')}
    >
      <IconHelp size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

import { Box, SimpleGrid, Text } from '@mantine/core';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { isLenderStaff } from '../../lib/roles.ts';
import { useUser } from '../../lib/useUser.ts';
import classes from './Users.module.css';
import { switchesFor } from './settings.ts';
import { useSettings } from './useSettings.ts';

export function NotificationSwitches({ hasPhone }: { hasPhone: boolean }) {
  const { change, ...query } = useSettings();
  const isLender = isLenderStaff(useUser());
  const { data: settings } = query;
  if (!settings) {
    return (
      <QueryFallback
        query={query}
        loading="Loading your settings"
        failed="Your settings could not be loaded"
        rows={4}
      />
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="s48" verticalSpacing="s20">
      {switchesFor({ isLender }).map(({ title, switches }, index) => (
        <Box key={title} component="fieldset" className={classes.bare}>
          <legend>{title}</legend>
          {switches.map(({ field, label }) => (
            <Switch
              key={field}
              label={label}
              checked={settings[field]}
              onChange={(on) => change({ [field]: on })}
            />
          ))}
          {index === 1 && !hasPhone && (
            <Text size="meta" c="dimmed">
              Add a phone number above to get them.
            </Text>
          )}
        </Box>
      ))}
    </SimpleGrid>
  );
}

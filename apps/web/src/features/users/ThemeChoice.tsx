import { SimpleGrid, useMantineColorScheme } from '@mantine/core';
import { type Icon, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import classes from './Users.module.css';

const THEMES: { value: 'light' | 'dark' | 'auto'; label: string; icon: Icon }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
];

export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SimpleGrid
      component="fieldset"
      cols={3}
      spacing="xs"
      className={classes.bare}
      miw={0}
      p={0}
      bd={0}
      aria-label="Theme"
    >
      {THEMES.map(({ value, label, icon: ThemeIcon }) => (
        <label key={value} className={classes.option}>
          <input
            type="radio"
            name="theme"
            className={classes.radio}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <ThemeIcon size={17} stroke={1.7} aria-hidden />
          {label}
        </label>
      ))}
    </SimpleGrid>
  );
}

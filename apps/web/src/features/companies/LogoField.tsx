import { Button, Center, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { CompanyMark } from './CompanyMark.tsx';
import classes from './CompanyForm.module.css';
import { NO_PICTURE, PICTURES, readPicture } from './companyForm.ts';

interface LogoFieldProps {
  name: string;
  saved: string | null;
  chosen: string | null | undefined;
  error: string | undefined;
  disabled: boolean;
  onChange: (logo: string | null) => void;
}

export function LogoField({ name, saved, chosen, error, disabled, onChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const logo = chosen === undefined ? saved : chosen;
  const wrong = refused ?? error;

  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      onChange(await readPicture(file));
      setRefused(null);
    } catch {
      setRefused(NO_PICTURE);
    }
  };

  return (
    <div>
      <Text size="meta" mb="s6" fw={600}>
        Logo
      </Text>
      <Group gap="sm">
        <Center component="span" w={64} h={64} bd="var(--border)" bdrs="lg" bg="var(--surface)">
          <CompanyMark name={name} logo={logo} size={48} />
        </Center>
        {!disabled && (
          <>
            <input
              ref={input}
              type="file"
              name="logo"
              accept={PICTURES.join()}
              className={classes.file}
              tabIndex={-1}
              aria-label="Logo"
              onChange={(event) => {
                void take(event.currentTarget.files?.[0]);
                event.currentTarget.value = '';
              }}
            />
            <Button variant="default" onClick={() => input.current?.click()}>
              {logo ? 'Choose another logo' : 'Choose a logo'}
            </Button>
            {logo && (
              <Button variant="subtle" onClick={() => onChange(null)}>
                Remove
              </Button>
            )}
          </>
        )}
      </Group>
      <output className={wrong ? classes.wrong : classes.description}>
        {wrong ?? 'PNG, JPEG or WebP. Square images look best.'}
      </output>
    </div>
  );
}

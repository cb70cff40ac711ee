import { Button, type ButtonProps } from '@mantine/core';
import { useRef } from 'react';

interface CsvButtonProps extends Pick<ButtonProps, 'variant' | 'loading' | 'disabled'> {
  onFile: (file: { name: string; text: string }) => void;
}

/** Chooses a CSV file and reads it. */
export function CsvButton({ onFile, ...button }: CsvButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (file) onFile({ name: file.name, text: await file.text() });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label="CSV file"
        onChange={(event) => {
          void read(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button {...button} onClick={() => input.current?.click()}>
        Upload CSV
      </Button>
    </>
  );
}

import classes from './Switch.module.css';

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, applied at once; the whole line is the target. */
export function Switch({ label, checked, onChange }: SwitchProps) {
  return (
    <label className={classes.row}>
      {label}
      <input
        type="checkbox"
        role="switch"
        className={classes.switch}
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

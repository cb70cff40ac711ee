import classes from './Switch.module.css';

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A setting that is on or off and applies at once. The whole line is clickable. */
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

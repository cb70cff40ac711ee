import { ENTITY_LABEL_CODES, ENTITY_LABELS, type EntityLabel } from '@cairn/contract/entity-fields';
import classes from './Entities.module.css';

interface LabelChoiceProps {
  chosen: readonly EntityLabel[];
  onChange: (labels: EntityLabel[]) => void;
}

export function LabelChoice({ chosen, onChange }: LabelChoiceProps) {
  const toggle = (label: EntityLabel) =>
    onChange(ENTITY_LABEL_CODES.filter((each) => (each === label) !== chosen.includes(each)));
  return (
    <fieldset className={classes.labels}>
      <legend className={classes.heading}>Part on this loan</legend>
      <div className={classes.labelList}>
        {ENTITY_LABEL_CODES.map((label) => (
          <label key={label} className={classes.check}>
            <input
              type="checkbox"
              checked={chosen.includes(label)}
              onChange={() => toggle(label)}
            />
            {ENTITY_LABELS[label]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

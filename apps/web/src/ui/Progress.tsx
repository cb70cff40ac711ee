import { clsx } from 'clsx';
import { progress } from '../lib/progress.ts';
import classes from './Progress.module.css';

interface ProgressProps {
  answered: number;
  approved: number;
}

const percent = (value: number) => `${Math.min(100, Math.max(0, value))}%`;

/**
 * The approved share is dark; the share that is answered but not yet approved is amber. The number beside a bar is the
 * mean of both.
 */
export function ProgressBar({ answered, approved }: ProgressProps) {
  return (
    <span className={classes.bar} aria-hidden>
      <span className={classes.answered} style={{ width: percent(answered) }} />
      {approved > 0 && (
        <span
          className={clsx(classes.approved, answered > approved && classes.parted)}
          style={{ width: percent(approved) }}
        />
      )}
    </span>
  );
}

export function ProgressWithNumber({ answered, approved }: ProgressProps) {
  return (
    <span className={classes.withNumber}>
      <ProgressBar answered={answered} approved={approved} />
      <span className={classes.number}>{progress({ answered, approved })}%</span>
    </span>
  );
}

const RADIUS = 16;
const ROUND = 2 * Math.PI * RADIUS;
const arc = (value: number) => `${(Math.min(100, value) / 100) * ROUND} ${ROUND}`;

export function ProgressRing({ answered, approved, size = 48 }: ProgressProps & { size?: number }) {
  return (
    <span className={classes.ring} data-large={size > 48 || undefined}>
      <svg viewBox="0 0 40 40" width={size} height={size} aria-hidden>
        <circle className={classes.ringTrack} cx={20} cy={20} r={RADIUS} />
        <g transform="rotate(-90 20 20)">
          <circle
            className={classes.ringAnswered}
            cx={20}
            cy={20}
            r={RADIUS}
            strokeDasharray={arc(answered)}
          />
          <circle
            className={classes.ringApproved}
            cx={20}
            cy={20}
            r={RADIUS}
            strokeDasharray={arc(approved)}
          />
        </g>
      </svg>
      <span className={classes.ringNumber}>{progress({ answered, approved })}%</span>
    </span>
  );
}

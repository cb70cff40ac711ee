import classes from './Skeleton.module.css';

interface BoneProps {
  width: number | string;
  height?: number;
}

function Bone({ width, height = 10 }: BoneProps) {
  return <span className={classes.bone} style={{ width, height }} />;
}

const WIDTHS = ['62%', '46%', '54%', '50%', '58%', '42%', '52%', '48%'];

/** Placeholder rows with the shape of the two-line rows that they replace. */
export function RowsSkeleton({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <output className={classes.rows} aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row}>
          <Bone width={4} height={30} />
          <span className={classes.lines}>
            <Bone width={WIDTHS[row % WIDTHS.length] ?? '50%'} />
            <Bone width="30%" height={8} />
          </span>
          <Bone width={88} height={8} />
          <Bone width={64} height={8} />
        </div>
      ))}
    </output>
  );
}

export function HeaderSkeleton() {
  return (
    <div className={classes.header} aria-hidden>
      <Bone width={180} height={18} />
      <Bone width={280} />
    </div>
  );
}

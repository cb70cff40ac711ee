import { useCall } from '../../kit/useCall.ts';
import classes from './AdminPage.module.css';

const number = (value: number) => value.toLocaleString('en-US');

export function LoanPlan({ companyId }: { companyId: string }) {
  const { data: plan } = useCall('getLoanPlan', { params: { companyId } });
  if (!plan) return null;
  const { name, features, activeLoans, maximumActiveLoans: most } = plan;
  const sentence =
    most === null
      ? `${number(activeLoans)} active loans, without a limit`
      : `${number(activeLoans)} of ${number(most)} active loans`;
  return (
    <div className={`${classes.card} ${classes.facts}`}>
      <p className={classes.planName}>{name}</p>
      <p>{sentence}</p>
      {most !== null && (
        <div className={classes.bar} aria-hidden>
          <div
            className={classes.used}
            style={{ width: `${Math.min(100, (activeLoans / most) * 100)}%` }}
          />
        </div>
      )}
      {features.length > 0 && (
        <ul className={classes.features} aria-label="Included">
          {features.map((feature) => (
            <li key={feature} className={classes.feature}>
              {feature}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

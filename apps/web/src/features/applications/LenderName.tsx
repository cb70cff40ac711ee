import { useCall } from '../../kit/useCall.ts';
import { CompanyMark } from '../companies/CompanyMark.tsx';
import classes from './Applications.module.css';

/** Whose application it is; known to anybody who comes to the lender's pages. */
export function LenderName({ lenderId }: { lenderId: string }) {
  const { data } = useCall('getCompanyLogo', { params: { companyId: lenderId } });
  if (!data?.name) return null;
  return (
    <p className={classes.lender}>
      <CompanyMark name={data.name} logo={data.logo} />
      {data.name}
    </p>
  );
}

import type { ReactNode } from 'react';
import { Mark } from '../../ui/Mark.tsx';
import { MaintenanceNotice } from '../maintenance/MaintenanceNotice.tsx';
import { useCall } from '../../lib/useCall.ts';
import classes from './AuthFrame.module.css';
import { LoginArt } from './LoginArt.tsx';

interface AuthFrameProps {
  title: string;
  lead: ReactNode;
  children: ReactNode;
  /** The lender whose page the user wants to open after the log-in. */
  lenderId?: string | undefined;
  /** Links to related pages, below the form. */
  foot?: ReactNode;
}

/** Companies have subdomains, so a host name without a dot cannot belong to a company. */
const mayBeCompanys = /[a-z].*\./.test(window.location.hostname);

/** The brand of the lender that the user is about to visit, else that of the company at this host. */
function Brand({ lenderId }: { lenderId: string | undefined }) {
  const atHost = useCall('getSubdomainLogoStub', {}, { enabled: mayBeCompanys && !lenderId });
  const onTheWay = useCall(
    'getCompanyLogo',
    { params: { companyId: lenderId ?? '' } },
    { enabled: lenderId !== undefined, onFailure: () => true },
  );
  const data = onTheWay.data ?? atHost.data;
  if (!data?.name) {
    return (
      <p className={`${classes.brand} ${classes.mark}`}>
        <Mark size={36} />
      </p>
    );
  }
  return (
    <p className={classes.brand}>
      {data.logo && <img src={data.logo} alt="" className={classes.logo} />}
      {data.name}
    </p>
  );
}

/** The frame of every page before the log-in: artwork on the left, one narrow column on the right. */
export function AuthFrame({ title, lead, lenderId, children, foot }: AuthFrameProps) {
  return (
    <main id="main" className={classes.page} tabIndex={-1}>
      <LoginArt />
      <div className={classes.side}>
        <div className={classes.column}>
          <Brand lenderId={lenderId} />
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          <MaintenanceNotice />
          {children}
          {foot !== undefined && <div className={classes.foot}>{foot}</div>}
        </div>
      </div>
    </main>
  );
}

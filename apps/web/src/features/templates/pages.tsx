/**
 * One page component for each route. Both sets of routes use the same components and differ in their links and in what
 * they list.
 */
import { BuilderPage } from './BuilderPage.tsx';
import { TEMPLATE_ADDRESSES } from './templateAddresses.ts';
import { NewTemplatePage } from './NewTemplatePage.tsx';
import { TemplatePage } from './TemplatePage.tsx';
import { TemplatesPage } from './TemplatesPage.tsx';

export const LoanTemplatesPage = () => <TemplatesPage addresses={TEMPLATE_ADDRESSES.loans} />;
export const NewLoanTemplatePage = () => <NewTemplatePage addresses={TEMPLATE_ADDRESSES.loans} />;
export const LoanTemplatePage = () => <TemplatePage addresses={TEMPLATE_ADDRESSES.loans} />;
export const LoanTemplateBuilder = () => <BuilderPage addresses={TEMPLATE_ADDRESSES.loans} />;
export const AllTemplatesPage = () => <TemplatesPage addresses={TEMPLATE_ADDRESSES.v2} />;
export const NewAnyTemplatePage = () => <NewTemplatePage addresses={TEMPLATE_ADDRESSES.v2} />;
export const AnyTemplatePage = () => <TemplatePage addresses={TEMPLATE_ADDRESSES.v2} />;
export const AnyTemplateBuilder = () => <BuilderPage addresses={TEMPLATE_ADDRESSES.v2} />;

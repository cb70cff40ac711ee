/** One page for each address; the two faces differ in their addresses and in what they list. */
import { BuilderPage } from './BuilderPage.tsx';
import { FACES } from './faces.ts';
import { NewTemplatePage } from './NewTemplatePage.tsx';
import { TemplatePage } from './TemplatePage.tsx';
import { TemplatesPage } from './TemplatesPage.tsx';

export const LoanTemplatesPage = () => <TemplatesPage face={FACES.loans} />;
export const NewLoanTemplatePage = () => <NewTemplatePage face={FACES.loans} />;
export const LoanTemplatePage = () => <TemplatePage face={FACES.loans} />;
export const LoanTemplateBuilder = () => <BuilderPage face={FACES.loans} />;
export const AllTemplatesPage = () => <TemplatesPage face={FACES.v2} />;
export const NewAnyTemplatePage = () => <NewTemplatePage face={FACES.v2} />;
export const AnyTemplatePage = () => <TemplatePage face={FACES.v2} />;
export const AnyTemplateBuilder = () => <BuilderPage face={FACES.v2} />;

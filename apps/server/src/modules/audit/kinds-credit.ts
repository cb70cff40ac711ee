/** Audit entries about credit checks. They name the service and the person, and nothing of a report. */
import { CREDIT_SERVICE_NAMES, type CreditService } from '@cairn/contract';
import { onLoan, type Kinds, type SentenceSubject } from './sentence-parts.ts';

const entity = ({ entity: name }: SentenceSubject): string => name ?? 'an entity';
const service = ({ detail }: SentenceSubject): string =>
  CREDIT_SERVICE_NAMES[detail['service'] as CreditService] ?? 'credit check';

export const creditKinds = {
  'adverseAction.drafted': {
    title: 'Adverse-action notice drafted',
    says: (told) =>
      `${told.who} drafted an adverse-action notice to ${entity(told)}${onLoan(told)}`,
  },
  'creditReport.read': {
    title: 'Credit report viewed',
    says: (told) => `${told.who} viewed the ${service(told)} of ${entity(told)}${onLoan(told)}`,
  },
  'creditRun.failed': {
    title: 'Credit check failed',
    says: (told) => `The ${service(told)} of ${entity(told)} failed${onLoan(told)}`,
  },
  'creditRun.finished': {
    title: 'Credit check finished',
    says: (told) => `The ${service(told)} of ${entity(told)} arrived${onLoan(told)}`,
  },
  'creditRun.scheduled': {
    title: 'Credit check started',
    says: (told) =>
      told.detail['onSubmission'] === true
        ? `Submitting the application started the ${service(told)} of ${entity(told)}${onLoan(told)}`
        : `${told.who} started the ${service(told)} of ${entity(told)}${onLoan(told)}`,
  },
} satisfies Kinds;

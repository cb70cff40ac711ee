/** Audit entries about credit checks. They name the service and the person, and nothing of a report. */
import { CREDIT_SERVICE_NAMES, type CreditService } from '@cairn/contract';
import { onLoan, type Kinds, type SentenceSubject } from './sentence-parts.ts';

const entity = ({ entity: name }: SentenceSubject): string => name ?? 'an entity';
const service = ({ detail }: SentenceSubject): string =>
  CREDIT_SERVICE_NAMES[detail['service'] as CreditService] ?? 'credit check';

export const creditKinds = {
  'adverseAction.drafted': {
    title: 'Adverse-action notice drafted',
    says: (subject) =>
      `${subject.who} drafted an adverse-action notice to ${entity(subject)}${onLoan(subject)}`,
  },
  'creditReport.read': {
    title: 'Credit report viewed',
    says: (subject) =>
      `${subject.who} viewed the ${service(subject)} of ${entity(subject)}${onLoan(subject)}`,
  },
  'creditRun.failed': {
    title: 'Credit check failed',
    says: (subject) => `The ${service(subject)} of ${entity(subject)} failed${onLoan(subject)}`,
  },
  'creditRun.finished': {
    title: 'Credit check finished',
    says: (subject) => `The ${service(subject)} of ${entity(subject)} arrived${onLoan(subject)}`,
  },
  'creditRun.scheduled': {
    title: 'Credit check started',
    says: (subject) =>
      subject.detail['onSubmission'] === true
        ? `Submitting the application started the ${service(subject)} of ${entity(subject)}${onLoan(subject)}`
        : `${subject.who} started the ${service(subject)} of ${entity(subject)}${onLoan(subject)}`,
  },
} satisfies Kinds;

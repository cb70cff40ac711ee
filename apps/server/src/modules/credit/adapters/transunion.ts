/**
 * Client of TransUnion Net Access, XML 2.33: one POST that requests product 07000 (credit report), over TLS with a
 * client certificate. See docs/operations/credit.md.
 */
import {
  childAt,
  descendants,
  parseXml,
  textAt,
  writeXml,
  type XmlElement,
} from '../../../platform/xml.ts';
import type { ReportContent, Subject } from './report.ts';
import { CheckFailed } from './errors.ts';
import { exchange } from './exchange.ts';

export interface TransUnionConfig {
  readonly apiUrl: string;
  readonly systemId: string;
  readonly systemPassword: string;
  readonly industryCode: string;
  readonly memberCode: string;
  readonly prefixCode: string;
  readonly subscriberPassword: string;
  readonly isTest: boolean;
  readonly certificate: { readonly cert: string; readonly key: string } | undefined;
}

const CREDIT_REPORT = '07000';
const MAX_TRADES = 500;

export class TransUnionClient {
  private readonly config: TransUnionConfig;
  constructor(config: TransUnionConfig) {
    this.config = config;
  }

  /** `key` names the request in TransUnion's records: the same for every attempt. */
  async creditReport(subject: Subject, key: string): Promise<ReportContent> {
    const { givenName, familyName, street, city, state, postalCode, ssn } = subject;
    if (!givenName || !familyName || !street || !city || !state || !postalCode || !ssn) {
      throw new CheckFailed('SUBJECT_INCOMPLETE');
    }
    const answer = await exchange({
      url: new URL(this.config.apiUrl),
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=utf-8', 'idempotency-key': key },
      body: this.requestFor(subject, key),
      certificate: this.config.certificate,
    });
    return readReport(answer);
  }

  private requestFor(subject: Subject, key: string): string {
    const { config } = this;
    const content = writeXml({
      'xmlrequest xmlns="http://www.netaccess.transunion.com/namespace"': {
        systemId: config.systemId,
        systemPassword: config.systemPassword,
        productrequest: {
          'creditBureau xmlns="http://www.transunion.com/namespace"': {
            document: 'request',
            version: '2.33',
            transactionControl: {
              userRefNumber: key,
              subscriber: {
                industryCode: config.industryCode,
                memberCode: config.memberCode,
                inquirySubscriberPrefixCode: config.prefixCode,
                password: config.subscriberPassword,
              },
              options: {
                processingEnvironment: config.isTest ? 'standardTest' : 'production',
                country: 'us',
                language: 'en',
                contractualRelationship: 'individual',
                pointOfSaleIndicator: 'none',
              },
            },
            product: {
              code: CREDIT_REPORT,
              subject: { number: '1', subjectRecord: { indicative: indicative(subject) } },
              responseInstructions: { returnErrorText: 'true' },
              // CI: written instructions of the consumer.
              permissiblePurpose: { code: 'CI', inquiryECOADesignator: 'individual' },
            },
          },
        },
      },
    });
    return `<?xml version="1.0" encoding="utf-8"?>${content}`;
  }
}

const indicative = (subject: Subject) => ({
  name: {
    person: {
      first: subject['givenName'],
      middle: subject['middleName'],
      last: subject['familyName'],
    },
  },
  address: {
    status: 'current',
    street: { unparsed: [subject['street'], subject['unit']].filter(Boolean).join(' ') },
    location: {
      city: subject['city'],
      state: subject['state'],
      zipCode: subject['postalCode'],
    },
  },
  socialSecurity: { number: subject['ssn']?.replaceAll(/\D/g, '') },
  dateOfBirth: subject['birthDate'],
});

function readReport(answer: string): ReportContent {
  const product = childAt(parseAnswer(answer), 'product');
  // With returnErrorText, an answer without a record contains a code and a sentence, which may repeat what was sent.
  const errorElement =
    childAt(product, 'error') ?? childAt(product, 'subject', 'subjectRecord', 'error');
  if (errorElement) throw new CheckFailed('REFUSED');
  const record = childAt(product, 'subject', 'subjectRecord');
  if (!record) throw new CheckFailed('UNREADABLE');
  if (textAt(record, 'fileSummary', 'creditDataStatus', 'freeze', 'indicator') === 'true') {
    throw new CheckFailed('FILE_FROZEN');
  }
  const hit = textAt(record, 'fileSummary', 'fileHitIndicator');
  if (!hit || /noHit/i.test(hit)) throw new CheckFailed('NO_MATCH');
  const scored = record.children.find(
    (child) => child.name === 'addOnProduct' && childAt(child, 'scoreModel', 'score', 'results'),
  );
  const score = childAt(scored, 'scoreModel', 'score');
  const credit = childAt(record, 'custom', 'credit');
  const counts = childAt(credit, 'creditSummary', 'recordCounts');
  const total = childAt(credit, 'creditSummary', 'totalAmount');
  return {
    score: numberAt(score, 'results'),
    scoreModel: textAt(scored, 'code') ?? null,
    factors: score
      ? descendants(score, 'factor').flatMap((each) => textAt(each, 'code') ?? [])
      : [],
    summary: {
      trades: numberAt(counts, 'totalTradeCount'),
      balance: numberAt(total, 'currentBalance'),
      pastDue: numberAt(total, 'pastDue'),
      monthlyPayment: numberAt(total, 'monthlyPayment'),
      publicRecords: numberAt(counts, 'publicRecordCount'),
      collections: numberAt(counts, 'collectionCount'),
      inquiries: numberAt(counts, 'totalInquiryCount'),
    },
    trades: (credit?.children ?? [])
      .filter(({ name }) => name === 'trade')
      .slice(0, MAX_TRADES)
      .map(readTrade),
    flags: [],
  };
}

function parseAnswer(answer: string): XmlElement {
  try {
    const root = parseXml(answer);
    if (root.name === 'creditBureau') return root;
  } catch {
    // The parser's error is dropped, because it may quote the answer.
  }
  throw new CheckFailed('UNREADABLE');
}

const readTrade = (trade: XmlElement): ReportContent['trades'][number] => ({
  creditor: textAt(trade, 'subscriber', 'name', 'unparsed') ?? '',
  kind: textAt(trade, 'portfolioType') ?? null,
  opened: textAt(trade, 'dateOpened') ?? null,
  closed: textAt(trade, 'dateClosed') ?? null,
  balance: numberAt(trade, 'currentBalance'),
  limit: numberAt(trade, 'creditLimit'),
  pastDue: numberAt(trade, 'pastDue'),
});

/** Reads numbers like "+667" and "000016015". */
function numberAt(element: XmlElement | undefined, ...path: string[]): number | null {
  const text = textAt(element, ...path);
  return text !== undefined && /^[+-]?\d{1,12}$/.test(text) ? Number(text) : null;
}

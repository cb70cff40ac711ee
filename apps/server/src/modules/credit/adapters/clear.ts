/**
 * Client of Thomson Reuters CLEAR (system to system): an OAuth token, a search for the subject, and the quick analysis
 * flags of the best match. A search is a POST whose answer contains the address of the results. See
 * docs/operations/credit.md.
 */
import {
  descendants,
  parseXml,
  textAt,
  writeXml,
  type XmlContent,
  type XmlElement,
} from '../../../platform/xml.ts';
import type { ReportContent, Subject } from './report.ts';
import { CheckFailed } from './errors.ts';
import { exchange } from './exchange.ts';

export interface ClearConfig {
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Codes of the permissible purpose under GLBA, under DPPA, and for voter data. */
  readonly purposes: { readonly glb: string; readonly dppa: string; readonly voter: string };
}

const SEARCH = 'http://clear.thomsonreuters.com/api/search/2.0';
const CRITERIA = 'com/thomsonreuters/schemas/search';

const PERSON_FLAGS: Readonly<Record<string, string>> = {
  Ofac: 'OFAC list',
  GlobalSanctions: 'Global sanctions',
  WorldCheck: 'World-Check',
  AssocWithOFACGlobalPEP: 'Associated with a sanctioned or politically exposed person',
  Bankruptcy: 'Bankruptcy',
  Criminal: 'Criminal record',
  MultipleSSN: 'More than one Social Security number',
  SSNMultipleIndividuals: 'Social Security number used by several people',
  SSNFormatInvalid: 'Invalid Social Security number',
  RecordedAsDeceased: 'Recorded as deceased',
  AgeYoungerThanSSN: 'Younger than the Social Security number',
  PrisonAddress: 'Address of a prison',
};
const COMPANY_FLAGS: Readonly<Record<string, string>> = {
  Ofac: 'OFAC list',
  GlobalSanctions: 'Global sanctions',
  WorldCheck: 'World-Check',
  Bankruptcy: 'Bankruptcy',
  ResidentialUsedAsBusiness: 'Residential address used as a business',
  PrisonAddress: 'Address of a prison',
};

export class ClearClient {
  private readonly config: ClearConfig;
  constructor(config: ClearConfig) {
    this.config = config;
  }

  async personFlags(subject: Subject, key: string): Promise<ReportContent> {
    const { givenName, familyName, ssn } = subject;
    if (!givenName || !familyName || !ssn) throw new CheckFailed('SUBJECT_INCOMPLETE');
    const session = await this.logIn();
    const results = await this.search(session, key, 'v3/person/searchResults', {
      request: 'PersonSearchRequestV3',
      criteria: {
        [`c:PersonCriteria xmlns:c="${CRITERIA}"`]: {
          NameInfo: {
            LastName: familyName,
            FirstName: givenName,
            MiddleInitial: subject['middleName']?.slice(0, 1),
          },
          AddressInfo: addressOf(subject),
          SSN: ssn,
          AgeInfo: { PersonBirthDate: usDay(subject['birthDate']) },
        },
      },
      also: { Datasources: { PublicRecordPeople: 'true' } },
    });
    const entityId = firstText(results, 'PersonEntityId');
    if (!entityId) throw new CheckFailed('NO_MATCH');
    const flags = await this.search(session, key, 'v2/person/quickanalysis/searchResults', {
      request: 'PersonQuickAnalysisFlagRequest',
      criteria: {
        [`c:PersonQuickAnalysisFlagCriteria xmlns:c="${CRITERIA}"`]: {
          EntityId: entityId,
          personRiskFlags: askedFor(PERSON_FLAGS),
        },
      },
    });
    return readFlags(flags, 'PersonRiskFlags', PERSON_FLAGS);
  }

  async businessFlags(subject: Subject, key: string): Promise<ReportContent> {
    const name = subject['legalName'] ?? subject['trustName'];
    if (!name) throw new CheckFailed('SUBJECT_INCOMPLETE');
    const session = await this.logIn();
    const results = await this.search(session, key, 'v2/business/searchResults', {
      request: 'BusinessSearchRequest',
      criteria: {
        [`c:BusinessCriteria xmlns:c="${CRITERIA}"`]: {
          BusinessName: name,
          CorporationInfo: { FEIN: subject['taxId']?.replaceAll(/\D/g, '') },
          AddressInfo: addressOf(subject),
        },
      },
      also: { Datasources: { PublicRecordBusiness: 'true' } },
    });
    const entityId = firstText(results, 'CompanyEntityId');
    if (!entityId) throw new CheckFailed('NO_MATCH');
    const flags = await this.search(session, key, 'v2/business/quickanalysis/searchResults', {
      request: 'CompanyQuickAnalysisFlagRequest',
      criteria: {
        [`c:CompanyQuickAnalysisFlagCriteria xmlns:c="${CRITERIA}"`]: {
          EntityId: entityId,
          CompanyRiskFlags: askedFor(COMPANY_FLAGS),
        },
      },
    });
    return readFlags(flags, 'CompanyRiskFlags', COMPANY_FLAGS);
  }

  private async logIn(): Promise<string> {
    const { clientId, clientSecret, tokenUrl } = this.config;
    const answer = await exchange({
      url: new URL(tokenUrl),
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }).toString(),
    });
    const { access_token: token } = readJson(answer);
    if (typeof token !== 'string' || !/^[\x21-\x7E]{1,4096}$/.test(token)) {
      throw new CheckFailed('UNREADABLE');
    }
    return token;
  }

  /** Searches, and returns the results page with the best match. */
  private async search(
    token: string,
    key: string,
    path: string,
    { request, criteria, also = {} }: { request: string; criteria: XmlContent; also?: XmlContent },
  ): Promise<XmlElement> {
    const { apiUrl, purposes } = this.config;
    const base = apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/xml' };
    const body = writeXml({
      [`s:${request} xmlns:s="${SEARCH}"`]: {
        PermissiblePurpose: { GLB: purposes.glb, DPPA: purposes.dppa, VOTER: purposes.voter },
        // The same for every attempt of a run, so that CLEAR recognizes a repeated request.
        Reference: key,
        Criteria: criteria,
        ...also,
      },
    });
    const posted = parseAnswer(
      await exchange({
        url: new URL(path, base),
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
        body,
      }),
    );
    const at = textAt(posted, 'Uri');
    if (!at) throw new CheckFailed('NO_MATCH');
    const url = URL.parse(at);
    // The token is sent only to the configured service.
    if (!url || url.origin !== new URL(base).origin) throw new CheckFailed('UNREADABLE');
    url.searchParams.set('startGroup', '0');
    url.searchParams.set('maxGroups', '1');
    return parseAnswer(await exchange({ url, method: 'GET', headers }));
  }
}

const addressOf = (subject: Subject) => ({
  Street: [subject['street'], subject['unit']].filter(Boolean).join(' '),
  City: subject['city'],
  State: subject['state'],
  ZipCode: subject['postalCode'],
});

/** Converts 1979-05-02 to 05/02/1979. */
const usDay = (day: string | undefined): string | undefined =>
  day?.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1');

const askedFor = (flags: Readonly<Record<string, string>>): XmlContent =>
  Object.fromEntries(Object.keys(flags).map((name) => [name, 'true']));

const firstText = (page: XmlElement, name: string): string | undefined =>
  descendants(page, name)[0]?.text || undefined;

/** An unknown flag is shown with the name that CLEAR gave it. */
function readFlags(
  page: XmlElement,
  group: string,
  labels: Readonly<Record<string, string>>,
): ReportContent {
  const flags = descendants(page, group)[0];
  if (!flags || flags.children.length === 0) throw new CheckFailed('UNREADABLE');
  return {
    score: null,
    scoreModel: null,
    factors: [],
    summary: {
      trades: null,
      balance: null,
      pastDue: null,
      monthlyPayment: null,
      publicRecords: null,
      collections: null,
      inquiries: null,
    },
    trades: [],
    flags: flags.children.slice(0, 100).map(({ name, text }) => ({
      name: labels[name] ?? name.replaceAll(/([a-z])([A-Z])/g, '$1 $2'),
      raised: /^(true|yes|y)$/i.test(text),
    })),
  };
}

function parseAnswer(answer: string): XmlElement {
  try {
    return parseXml(answer);
  } catch {
    // The parser's error is dropped, because it may quote the answer.
    throw new CheckFailed('UNREADABLE');
  }
}

function readJson(answer: string): Record<string, unknown> {
  try {
    return JSON.parse(answer) as Record<string, unknown>;
  } catch {
    throw new CheckFailed('UNREADABLE');
  }
}

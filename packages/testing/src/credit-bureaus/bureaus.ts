/**
 * A double of CLEAR and TransUnion Net Access on loopback: the documented requests and answers, with the credentials
 * of development. The last four digits of a Social Security number or EIN select an outcome (OUTCOMES); otherwise the
 * report is derived from them.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { descendants, parseXml, textAt, type XmlElement } from '@cairn/server/platform/xml';

/** Outcomes by the last four digits. */
export const OUTCOMES = {
  noFile: '0404',
  frozen: '0423',
  refused: '0400',
  unavailable: '0503',
  /** Fails with "unavailable" twice, then answers. */
  recovers: '0502',
  unreadable: '0666',
} as const;

export interface SeenRequest {
  readonly path: string;
  /** Reference or user reference number. */
  readonly key: string | undefined;
  readonly body: string;
}

const CLEAR_ID = 'P1__';

export async function startCreditBureaus(port = 0) {
  const seen: SeenRequest[] = [];
  const results = new Map<string, string>();
  const tries = new Map<string, number>();

  /** Whether this attempt fails. */
  const isDown = (digits: string, key: string): boolean => {
    if (digits === OUTCOMES.unavailable) return true;
    if (digits !== OUTCOMES.recovers) return false;
    const tried = (tries.get(key) ?? 0) + 1;
    tries.set(key, tried);
    return tried <= 2;
  };

  function transUnion(root: XmlElement, body: string, response: ServerResponse): void {
    const key = descendants(root, 'userRefNumber')[0]?.text;
    seen.push({ path: '/transunion', key, body });
    const [number] = descendants(root, 'socialSecurity');
    const ssn = textAt(number, 'number');
    const isKnown =
      textAt(root, 'systemPassword') === 'development-only-password' &&
      descendants(root, 'subscriber')[0]?.children.at(-1)?.text === 'development-only-subscriber';
    if (!isKnown) return send(response, 403, '');
    if (!key || !ssn || !/^\d{9}$/.test(ssn)) return send(response, 400, '');
    const digits = ssn.slice(-4);
    if (isDown(digits, key)) return send(response, 503, '');
    if (digits === OUTCOMES.unreadable) return send(response, 200, 'not XML');
    send(response, 200, creditBureau(digits, ssn));
  }

  function clear(
    path: string,
    root: XmlElement,
    body: string,
    response: ServerResponse,
    origin: string,
  ): void {
    const key = textAt(root, 'Reference');
    seen.push({ path, key, body });
    if (!key || !textAt(root, 'PermissiblePurpose', 'GLB')) return send(response, 400, '');
    const identifier = descendants(root, 'SSN')[0] ?? descendants(root, 'FEIN')[0];
    const entity = descendants(root, 'EntityId')[0]?.text;
    const digits = entity?.slice(-4) ?? identifier?.text.slice(-4) ?? '1234';
    if (isDown(digits, key)) return send(response, 503, '');
    const isPerson = path.includes('/person/');
    const isFlags = path.includes('quickanalysis');
    const id = `${results.size + 1}`;
    results.set(id, isFlags ? flagsPage(isPerson, digits) : searchPage(isPerson, digits));
    send(
      response,
      200,
      `<ns2:Results xmlns:ns2="http://clear.thomsonreuters.com/api/search/2.0"><Status><StatusCode>200</StatusCode></Status><Uri>${origin}/clear/api/results/${id}</Uri></ns2:Results>`,
    );
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const origin = `http://${request.headers.host}`;
    const { pathname } = new URL(request.url ?? '/', origin);
    if (pathname === '/') return send(response, 200, '');
    const body = await bodyOf(request);
    if (pathname === '/clear/token') {
      const form = new URLSearchParams(body);
      const isKnown = form.get('client_secret') === 'development-only-secret';
      return isKnown
        ? send(response, 200, JSON.stringify({ access_token: 'token', expires_in: 3600 }))
        : send(response, 401, '');
    }
    if (pathname === '/transunion') return transUnion(parseXml(body), body, response);
    if (request.headers.authorization !== 'Bearer token') return send(response, 401, '');
    const result = /^\/clear\/api\/results\/(\d+)$/.exec(pathname)?.[1];
    if (result) return send(response, 200, results.get(result) ?? '');
    clear(pathname, parseXml(body), body, response, origin);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => send(response, 500, ''));
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', ready);
  });
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A score between 580 and 829. */
export const scoreOf = (digits: string): number => 580 + (Number(digits) % 250);

function creditBureau(digits: string, ssn: string): string {
  const record = (inner: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?><creditBureau xmlns="http://www.transunion.com/namespace"><document>response</document><version>2.33</version><product><code>07000</code>${inner}</product></creditBureau>`;
  if (digits === OUTCOMES.refused) {
    return record(`<error><code>059</code><description>subscriber ${ssn}</description></error>`);
  }
  const summary = (hit: string, frozen: boolean): string =>
    `<fileSummary><fileHitIndicator>${hit}</fileHitIndicator><creditDataStatus><freeze><indicator>${frozen}</indicator></freeze></creditDataStatus></fileSummary>`;
  const subject = (inner: string): string =>
    record(`<subject><number>1</number><subjectRecord>${inner}</subjectRecord></subject>`);
  if (digits === OUTCOMES.noFile) return subject(summary('regularNoHit', false));
  if (digits === OUTCOMES.frozen) return subject(summary('regularHit', true));
  const trade = (creditor: string, kind: string, balance: number, limit: number): string =>
    `<trade><subscriber><name><unparsed>${creditor}</unparsed></name></subscriber><portfolioType>${kind}</portfolioType><dateOpened>2019-02-23</dateOpened><currentBalance>${String(balance).padStart(9, '0')}</currentBalance><creditLimit>${String(limit).padStart(9, '0')}</creditLimit><pastDue>000000000</pastDue></trade>`;
  return subject(
    `${summary('regularHit', false)}<indicative><socialSecurity source="file"><number>${ssn}</number></socialSecurity></indicative>
    <custom><credit>${trade('CANARY-CREDITOR BANK', 'installment', 16_015, 0)}${trade('HARBOR CARD SERVICES', 'revolving', 290, 7000)}
    <creditSummary><totalAmount><currentBalance>000016305</currentBalance><pastDue>000000000</pastDue><monthlyPayment>000000361</monthlyPayment></totalAmount>
    <recordCounts reportingPeriod="totalHistory"><publicRecordCount>000</publicRecordCount><collectionCount>000</collectionCount><totalTradeCount>002</totalTradeCount><totalInquiryCount>003</totalInquiryCount></recordCounts></creditSummary></credit></custom>
    <addOnProduct><code>00V60</code><status>defaultDelivered</status><scoreModel><score><results>+${scoreOf(digits)}</results><factors><factor><rank>1</rank><code>09</code></factor><factor><rank>2</rank><code>07</code></factor></factors></score></scoreModel></addOnProduct>`,
  );
}

function searchPage(isPerson: boolean, digits: string): string {
  const id = isPerson ? 'PersonEntityId' : 'CompanyEntityId';
  const content =
    digits === OUTCOMES.noFile
      ? ''
      : `<ResultGroup><GroupId>g1</GroupId><RecordCount>1</RecordCount><RecordDetails><Detail><${id}>${CLEAR_ID}${digits}</${id}></Detail></RecordDetails></ResultGroup>`;
  return `<Page><Status><StatusCode>200</StatusCode></Status>${content}</Page>`;
}

function flagsPage(isPerson: boolean, digits: string): string {
  const group = isPerson ? 'PersonRiskFlags' : 'CompanyRiskFlags';
  const bankrupt = digits.endsWith('9') ? 'Yes' : 'No';
  return `<Page><Status><StatusCode>200</StatusCode></Status><ResultGroup><recordDetails><Detail><${group}><Ofac>No</Ofac><GlobalSanctions>No</GlobalSanctions><WorldCheck>No</WorldCheck><Bankruptcy>${bankrupt}</Bankruptcy></${group}></Detail></recordDetails></ResultGroup></Page>`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, content: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(content);
}

/**
 * The kinds of documents that the generator draws, as offices and software write them, with invented names. A line for each:
 * key | request of the library | style | about | dated | pages | headings | labels | names of files
 *   about: B business, P person, R property; dated: Y tax year, M month of a statement, D a day, - not dated.
 *   The last heading and the last name of a file are never among the filings that suggestions learn from.
 */
const KINDS = `
1065|business-tax-returns|form|B|Y|6|Form 1065 U.S. Return of Partnership Income;Partnership Income Return, Form 1065|Gross receipts or sales;Cost of goods sold;Ordinary business income;Guaranteed payments to partners;Salaries and wages;Rent;Taxes and licenses;Depreciation;Number of Schedules K-1 attached|{year} 1065;{entity} taxes {year};return_{year}_partnership
1120s|business-tax-returns|form|B|Y|6|Form 1120-S U.S. Income Tax Return for an S Corporation;S Corporation Income Tax Return 1120-S|Gross receipts or sales;Returns and allowances;Compensation of officers;Repairs and maintenance;Bad debts;Ordinary business income;Shareholder distributions|{year} 1120S;{entity} {year} tax return;scorp {year}
1040|personal-tax-returns|form|P|Y|5|Form 1040 U.S. Individual Income Tax Return;Individual Income Tax Return 1040|Filing status;Wages, salaries, tips;Taxable interest;Adjusted gross income;Standard deduction;Taxable income;Child tax credit;Amount you owe;Schedule E Supplemental income|{entity} 1040 {year};{year} personal taxes;{year}_Tax_{entity}
1041|trust-tax-returns|form|B|Y|4|Form 1041 U.S. Income Tax Return for Estates and Trusts;Fiduciary Income Tax Return 1041|Fiduciary fees;Income distribution deduction;Estate tax deduction;Beneficiary distributions;Trustee name and title|1041 {year};trust return {year};fiduciary {year}
k1|k1s|form|P|Y|2|Schedule K-1 Partner's Share of Income, Deductions, Credits;Schedule K-1 Shareholder's Share of Current Year Income|Partner's share of profit, loss, and capital;Ordinary business income (loss);Guaranteed payments;Net rental real estate income;Partner's capital account analysis;Recourse liabilities|K-1 {year};{entity} K1 {year};sched_k1_{year}
4506c-b|business-4506c|form|B|D|1|Form 4506-C IVES Request for Transcript of Tax Return;Request for Transcript, Form 4506-C (Business)|Current name shown on tax return;Employer identification number;Transcript requested;Year or period requested;IVES participant name;Signature of taxpayer|4506-C business;4506c signed;transcript request biz
w9|w9-business|form|B|D|1|Form W-9 Request for Taxpayer Identification Number and Certification;Taxpayer Identification and Certification W-9|Name as shown on your income tax return;Federal tax classification;Exempt payee code;Under penalties of perjury, I certify;Backup withholding|W-9;{entity} w9;taxpayer id form
ein|ein-letter|letter|B|D|1|We assigned you an Employer Identification Number;Notice CP 575 Employer Identification Number Assigned|Keep this notice in your permanent records;Your name control associated with this EIN;Form SS-4;You must file the following forms by the date shown;Cincinnati service center|EIN letter;CP575;irs notice
bank|business-bank-statements-2m|statement|B|M|4|Business checking statement;Commercial account statement|Beginning balance;Deposits and additions;Withdrawals and debits;Ending balance;ACH credit;Check paid;Card purchase;Monthly service fee;Daily ledger balance|{month} stmt {account};bank {month} {year};{account}_{month}{year}
bank-p|personal-bank-statements|statement|P|M|3|Personal savings statement;Brokerage and savings account summary|Beginning balance;Interest earned;Annual percentage yield;Dividends;Portfolio value;Transfers in;Ending balance;Asset allocation|savings {month} {year};{entity} brokerage {month};invest_{account}
pl-ytd|interim-financials|report|B|M|2|Profit and Loss, year to date;Statement of operations and balance sheet, interim|Total income;Cost of goods sold;Gross profit;Payroll expenses;Rent expense;Utilities;Net operating income;Net income;Total current assets;Total equity|YTD P&L {month} {year};PL and BS {month};interim fin {year}
fye|year-end-financials|report|B|Y|5|Financial statements for the year ended December 31;Compiled annual financial statements, December 31|Independent accountant's compilation report;Balance sheet;Statement of income and retained earnings;Statement of cash flows;Notes to financial statements;Retained earnings, end of year|{year} financials;FYE {year};compiled statements {year}
debt|business-debt-schedule|table|B|D|1|Business Debt Schedule;Schedule of notes, leases and liabilities|Creditor;Original amount;Present balance;Interest rate;Maturity date;Monthly payment;Collateral;Current or delinquent|debt schedule;{entity} debts;liabilities list
ar|ar-aging|table|B|D|2|A/R Aging Summary;Aged receivables by customer|Customer;Current;1 - 30;31 - 60;61 - 90;91 and over;Total receivables|AR aging;receivables {month};aged cust
ap|ap-aging|table|B|D|2|A/P Aging Summary;Aged payables by vendor|Vendor;Current;1 - 30;31 - 60;61 - 90;91 and over;Total payables;Bills due|AP aging;payables {month};aged vendors
inventory|inventory-report|table|B|D|2|Inventory valuation summary;Stock on hand report|SKU;Item description;Quantity on hand;Average cost;Asset value;Reorder point;Warehouse bin|inventory;stock {month};onhand report
projections|financial-projections|report|B|D|4|Financial projections and assumptions;Pro forma forecast, two years by month|Projected revenue;Assumptions;Growth rate;Month 1;Month 12;Year 2;Projected cash flow;Break-even analysis;Debt service coverage|projections;forecast {entity};proforma model
plan|business-plan|prose|B|D|6|Business plan;Company plan and strategy|Executive summary;Company overview;Market analysis;Competition;Marketing plan;Management team;Operations;Milestones|business plan;{entity} plan;strategy deck
resume|resume|prose|P|-|2|Curriculum vitae;Professional experience and education|Objective;Work experience;Education;Skills;References available on request;Certifications;Store manager;Owner and operator|{entity} resume;CV {entity};bio
pfs|pfs-413|form|P|D|3|Personal Financial Statement;Statement of personal assets, liabilities and net worth|Cash on hand and in banks;Retirement account;Life insurance cash surrender value;Real estate owned;Notes payable to banks;Unpaid taxes;Net worth;Contingent liabilities;Source of income|PFS {entity};413 {entity};net worth {year}
reo|real-estate-owned|table|P|D|1|Schedule of Real Estate Owned;Rental properties and mortgages held|Property address;Date acquired;Present market value;Mortgage balance;Gross rental income;Insurance, maintenance and taxes;Net rental income|REO schedule;properties {entity};rentals
1919|sba-1919|form|B|D|3|SBA Form 1919 Borrower Information Form;Borrower Information Form for SBA 7(a) applicants|Operating business name;Special ownership type;Existing employees;Full-time equivalent jobs;Has the applicant ever filed for bankruptcy;Franchise;Export sales;By signing below I certify|1919 {entity};SBA1919;borrower info
148|guarantee-148|agreement|P|D|4|Unconditional Guarantee;Guarantee of payment, unconditional (SBA 148)|Guarantor unconditionally guarantees payment to Lender;Rights of lender;Waivers and acknowledgments;Default;Enforcement expenses;State-specific provisions|guarantee {entity};SBA 148;guaranty signed
155|standby-155|agreement|B|D|3|Standby Creditor's Agreement;Agreement of creditor to stand by|Standby creditor;Standby loan;Payment of principal and interest is deferred;Subordination of liens;Lender's loan;Take no action to enforce|standby 155;seller standby;creditor agreement
dl|government-id|card|P|-|1|Driver License;Operator license identification card|DOB;Class;Endorsements;Restrictions;Sex;Height;Eyes;Issued;Expires;Donor|{entity} DL;license {entity};ID front
passport|citizenship-proof|card|P|-|1|Passport, United States of America specimen;Certificate of naturalization, specimen|Surname;Given names;Nationality;Place of birth;Date of issue;Date of expiration;Authority|{entity} passport;passport scan;citizen doc
utility|us-residence-proof|statement|P|M|1|Electric service bill;Residential water and sewer bill|Service address;Meter reading;Kilowatt hours used;Previous balance;Amount due;Due date;Usage this month|utility bill {month};power bill {entity};address proof
credit-auth|credit-authorization|form|P|D|1|Authorization to obtain credit report;Consent for consumer credit inquiry|I authorize the lender to obtain consumer credit reports;Social security number (last four);Present address;Prior address;Date of birth;This authorization expires|credit auth {entity};credit release;consent inquiry
articles|articles|certificate|B|D|3|Articles of Organization;Certificate of Formation of a limited liability company|Name of the limited liability company;Registered agent and office;Duration;Organizer;Secretary of State;Filed in the office;Principal place of business|articles;{entity} formation;SOS filing
oa|operating-agreement|agreement|B|D|8|Operating Agreement;Limited Liability Company Agreement of the members|Members and membership interests;Capital contributions;Distributions;Management by managers;Transfer of membership interests;Dissolution;Indemnification|operating agreement;OA {entity};LLC agmt signed
bylaws|bylaws|agreement|B|D|7|Bylaws;By-laws of the corporation, as adopted|Meetings of shareholders;Board of directors;Quorum;Officers;Certificates for shares;Amendments;Corporate seal|bylaws;{entity} bylaws;corp rules
partnership|partnership-agreement|agreement|B|D|7|Limited Partnership Agreement;Agreement of partnership among the partners|General partner;Limited partners;Partnership percentage;Allocation of profits and losses;Withdrawal of a partner;Winding up|partnership agmt;LP agreement;partners {entity}
stock|stock-ledger|table|B|D|1|Stock transfer ledger;Membership certificate and share register|Certificate number;Name of shareholder;Number of shares;Date issued;From whom transferred;Surrendered|stock ledger;cap table;shares {entity}
standing|good-standing|certificate|B|D|1|Certificate of Good Standing;Certificate of Existence|Secretary of State;Is duly organized and in existence;All fees and annual reports have been filed;Great seal;Validation number|good standing;{entity} COGS cert;existence cert
dba|dba-filing|certificate|B|D|1|Assumed Name Certificate;Fictitious business name statement|The following person is doing business as;Trade name;Registrant;County clerk;Statement expires five years;Publication|DBA;assumed name;fbn filing
license|business-licenses|certificate|B|D|1|Business License;Permit to operate, health department|License number;Licensee;Post in a conspicuous place;Business activity;Valid through;Department of licensing;Not transferable|business license;city license {year};permit {entity}
boi|beneficial-ownership-cert|form|B|D|2|Certification Regarding Beneficial Owners of Legal Entity Customers;Beneficial ownership certification|Legal entity for which the account is opened;Ownership prong 25 percent;Control prong;Individual with significant responsibility;Date of birth and address|beneficial owners;BOI cert;CDD form
resolution|borrowing-resolution|agreement|B|D|2|Resolution to Borrow and Grant Collateral;Unanimous written consent authorizing a loan|Resolved, that the company is authorized to borrow;Authorized signers;Incumbency;Execute notes and security agreements;Certified by the secretary|resolution;{entity} borrowing res;consent to borrow
lease|premises-lease|agreement|B|D|9|Commercial Lease;Lease agreement for retail premises|Landlord and tenant;Premises;Base rent;Common area maintenance;Security deposit;Option to renew;Use of premises;Holding over;Assignment and subletting|lease;{entity} lease FINAL;orchard st lease
landlord|landlord-waiver|agreement|B|D|2|Landlord's Waiver and Consent;Collateral access agreement with property owner|Landlord waives any lien;Access to the premises to remove collateral;Sixty days notice of default;Tenant;Lender's collateral|landlord waiver;LL waiver;access agmt
franchise|franchise-agreement|agreement|B|D|9|Franchise Agreement;Franchise license and territory agreement|Franchisor and franchisee;Royalty fee;Initial franchise fee;Territory;Proprietary marks;Training;Operations manual;Renewal term|franchise agmt;FA {entity};zee contract
apa|purchase-agreement-business|agreement|B|D|8|Asset Purchase Agreement;Agreement for purchase and sale of business assets|Purchase price;Buyer and seller;Allocation of purchase price;Excluded assets;Non-competition;Closing conditions;Representations and warranties|purchase agmt;APA {entity};buying contract
valuation|business-valuation|prose|B|D|7|Business Valuation Report;Opinion of value of a going concern|Standard of value: fair market value;Income approach;Market approach;Capitalization rate;Normalized earnings;Goodwill;Conclusion of value|valuation;{entity} BV report;opinion value
seller-note|seller-note|agreement|B|D|2|Promissory Note to Seller;Seller carryback note, subordinated|For value received the undersigned promises to pay seller;Principal sum;Interest rate per annum;Installments;Subordinate to senior lender;Acceleration|seller note;carryback;note to seller
sources|sources-and-uses|table|B|D|1|Sources and Uses of Funds;Project budget and funding plan|Use of funds;Loan amount;Equity injection;Working capital;Closing costs;Total sources;Total uses|sources uses;S&U {entity};project budget
quote|equipment-quote|invoice|B|D|2|Equipment Quotation;Vendor proposal and pro forma invoice|Quote number;Model;Quantity;Unit price;Freight and installation;Valid for 30 days;Sales representative;Subtotal|quote;{entity} oven quote;vendor proposal
equip|equipment-list|table|B|D|2|Equipment list with serial numbers;Fixed asset register of machinery|Make;Model;Serial number;Year;Condition;Location;Estimated value|equipment list;machines;fixed assets {year}
payoff|payoff-letters|letter|B|D|1|Payoff Statement;Payoff demand letter|Payoff amount good through;Per diem interest;Wire the funds to;Loan number;Upon receipt we will release our lien|payoff;payoff letter {month};demand
psa|re-purchase-contract|agreement|R|D|8|Real Estate Purchase and Sale Agreement;Contract of sale of improved land|Earnest money;Escrow agent;Inspection period;Title and survey;Property legal description;Closing date;Brokers|PSA;RE contract;land sale
appraisal|re-appraisal|prose|R|D|8|Appraisal Report of real property;Appraised value of improved commercial real estate|Market value as is;Highest and best use;Sales comparison approach;Cost approach;Appraiser's certification;USPAP;Site description|appraisal;{entity} appraisal;MV report
phase1|phase-1|prose|R|D|8|Phase I Environmental Site Assessment;Environmental site assessment under ASTM E1527|Recognized environmental conditions;Site reconnaissance;Historical use;Underground storage tanks;Environmental professional;Data gaps;Records review|phase I;ESA {month};enviro rpt
env-q|environmental-questionnaire|form|R|D|2|Environmental Questionnaire;Questions about hazardous materials at the site|Have any chemicals been stored on the property;Dry cleaner or gas station;Floor drains;Asbestos;Prior use of the site;Answer yes, no or unknown|env questionnaire;EQ form;site questions
title|title-commitment|report|R|D|4|Commitment for Title Insurance;Preliminary title report|Schedule A;Proposed insured;Schedule B-II exceptions;Easements of record;Policy amount;Fee simple;Requirements|title commitment;prelim;title rpt
survey|survey|prose|R|D|2|ALTA/NSPS Land Title Survey;Boundary survey of a parcel|Bearings and distances;Monument found;Easement;Surveyor's certificate;Scale 1 inch equals 30 feet;Acres|survey;ALTA;plat {month}
flood|flood-determination|form|R|D|1|Standard Flood Hazard Determination;Flood zone determination certificate|NFIP community name;Map number and panel;Flood zone;Is building in special flood hazard area;Determination life of loan;LOMA|flood cert;FEMA determination;SFHDF
rent-roll|rent-roll|table|R|D|1|Rent Roll;Tenant and suite schedule with rents|Suite;Tenant name;Square feet;Lease start;Lease expiration;Monthly rent;Security deposit;Vacant|rent roll;tenants {month};suites
prop-tax|property-tax-bill|statement|R|Y|1|Real Property Tax Statement;County tax bill and receipt|Assessed value;Tax code area;Levy rate;First trimester;Discount;Delinquent after;County assessor;Parcel|prop tax {year};tax bill {year};assessor {year}
liability|liability-insurance|certificate|B|D|2|Certificate of Liability Insurance;ACORD 25 Certificate, general liability|Producer;Insurer affording coverage;Each occurrence;General aggregate;Products - completed operations;Certificate holder;Cancellation|COI;liability cert;acord
hazard|property-insurance|certificate|R|D|2|Evidence of Commercial Property Insurance;ACORD 28 Evidence of property coverage|Mortgagee;Building limit;Deductible;Replacement cost;Perils insured;Coverage information;Lender loss payable|EPI;hazard ins;bldg policy
workers|workers-comp|certificate|B|D|1|Workers Compensation and Employers Liability Policy information page;Workers comp certificate of coverage|Classification of operations;Estimated annual remuneration;Experience modification;Part one statutory limits;Each accident;Policy period|workers comp;WC {year};wc cert
life|life-insurance|certificate|P|D|3|Life Insurance Policy specifications;Term life policy declarations|Insured;Face amount;Owner;Beneficiary;Level premium period;Annual premium;Conversion|life policy {entity};term life;lifeins
ucc|ucc-1|form|B|D|1|UCC Financing Statement;UCC1 filing acknowledgment|Debtor's exact full legal name;Secured party;This financing statement covers the following collateral;Filing office;All assets;Optional filer reference|UCC1;ucc filing;fin stmt ucc
construction|construction-contract|agreement|R|D|7|Standard form of agreement between owner and contractor;General contractor agreement, stipulated sum|Contract sum;Substantial completion;Progress payments;Retainage;Change orders;Architect;Liquidated damages|GC contract;A101;builder agreement
budget|construction-budget|table|R|D|2|Construction cost breakdown;Schedule of values and hard costs|Division;Concrete;Framing;Electrical;Plumbing;Contingency;General conditions;Total hard cost|cost breakdown;SOV;build budget
permit|building-permits|certificate|R|D|1|Building Permit;Permit for tenant improvement|Permit number;Inspections required;Contractor license;Valuation;Occupancy group;Issued by the building official|permit;bldg permit {year};TI permit
trust|trust-agreement|agreement|P|D|8|Declaration of Trust;Revocable living trust agreement|Trustor;Trustee;Successor trustee;Trust estate;Distribution upon death;Powers of trustee;Revocation|trust agmt;{entity} trust;family trust
credit-letter|credit-explanation|letter|P|D|1|Letter of explanation;Explanation of late payments|I am writing to explain;Late payment in;Medical bills;Since then all accounts have been paid;Sincerely;The collection was resolved|LOE;{entity} explanation;credit letter
vehicle|vehicle-title|card|B|D|1|Certificate of Title to a motor vehicle;Vehicle ownership document, state title|Vehicle identification number;Make;Body style;Odometer;Lienholder;Title number;Gross weight|truck title;VIN title;vehicle doc
wip|wip-schedule|table|B|D|1|Work in Progress Schedule;Jobs in process, percent complete|Job name;Contract price;Estimated cost;Billings to date;Cost to date;Percent complete;Over or under billed|WIP;jobs {month};backlog
`;

export type Style =
  | 'form'
  | 'statement'
  | 'report'
  | 'table'
  | 'prose'
  | 'agreement'
  | 'letter'
  | 'certificate'
  | 'card'
  | 'invoice';

export interface SampleKind {
  readonly key: string;
  /** Key of the request in the library of needs lists that it answers. */
  readonly request: string;
  readonly style: Style;
  readonly about: 'BUSINESS' | 'PERSON' | 'PROPERTY';
  readonly dated: 'YEAR' | 'MONTH' | 'DAY' | 'NONE';
  readonly pages: number;
  readonly headings: readonly string[];
  readonly labels: readonly string[];
  readonly fileNames: readonly string[];
}

const ABOUT = { B: 'BUSINESS', P: 'PERSON', R: 'PROPERTY' } as const;
const DATED = { Y: 'YEAR', M: 'MONTH', D: 'DAY', '-': 'NONE' } as const;

function readKind(line: string): SampleKind {
  const cells = line.split('|') as [
    ...[string, string, Style, keyof typeof ABOUT, keyof typeof DATED],
    ...[string, string, string, string],
  ];
  const [key, request, style, about, dated, pages, headings, labels, fileNames] = cells;
  return {
    ...{ key, request, style, about: ABOUT[about], dated: DATED[dated], pages: Number(pages) },
    headings: headings.split(';'),
    labels: labels.split(';'),
    fileNames: fileNames.split(';'),
  };
}

export const SAMPLE_KINDS: readonly SampleKind[] = KINDS.trim().split('\n').map(readKind);

export const sampleKind = (key: string): SampleKind => {
  const found = SAMPLE_KINDS.find((kind) => kind.key === key);
  if (!found) throw new Error(`the generator has no kind ${key}`);
  return found;
};

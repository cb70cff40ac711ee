/** The smallest files that Word, Excel and PowerPoint open and save without a warning. */
import { uploadExtension } from '@cairn/contract/file-terms';
import { bufferEntry, bytesOf, lengthOf, zipLayout } from '../../platform/zip.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OPEN_XML = 'http://schemas.openxmlformats.org';
const TYPES = 'application/vnd.openxmlformats-officedocument';
const DRAWING = `${OPEN_XML}/drawingml/2006/main`;
const RELATIONS = `${OPEN_XML}/officeDocument/2006/relationships`;

type Parts = Readonly<Record<string, string>>;
interface OfficeFile {
  readonly main: string;
  readonly parts: Parts;
  /** Content type of each part except the relations. */
  readonly types: Parts;
}

const relations = (...targets: readonly (readonly [string, string])[]): string =>
  `${XML}<Relationships xmlns="${OPEN_XML}/package/2006/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const docx: OfficeFile = {
  main: 'word/document.xml',
  types: { 'word/document.xml': `${TYPES}.wordprocessingml.document.main+xml` },
  parts: {
    'word/document.xml': `${XML}<w:document xmlns:w="${OPEN_XML}/wordprocessingml/2006/main"><w:body><w:p/><w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr></w:body></w:document>`,
  },
};

const xlsx: OfficeFile = {
  main: 'xl/workbook.xml',
  types: {
    'xl/workbook.xml': `${TYPES}.spreadsheetml.sheet.main+xml`,
    'xl/worksheets/sheet1.xml': `${TYPES}.spreadsheetml.worksheet+xml`,
  },
  parts: {
    'xl/workbook.xml': `${XML}<workbook xmlns="${OPEN_XML}/spreadsheetml/2006/main" xmlns:r="${RELATIONS}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${OPEN_XML}/spreadsheetml/2006/main"><sheetData/></worksheet>`,
  },
};

const SHAPES =
  '<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/></p:spTree></p:cSld>';
const SLIDES = `xmlns:p="${OPEN_XML}/presentationml/2006/main" xmlns:a="${DRAWING}" xmlns:r="${RELATIONS}"`;
const COLORS = Object.entries({
  ...{ dk1: '000000', lt1: 'FFFFFF', dk2: '1F2937', lt2: 'F3F4F6', accent1: '2563EB' },
  ...{ accent2: 'D97706', accent3: '059669', accent4: '7C3AED', accent5: 'DC2626' },
  ...{ accent6: '0891B2', hlink: '2563EB', folHlink: '7C3AED' },
})
  .map(([name, color]) => `<a:${name}><a:srgbClr val="${color}"/></a:${name}>`)
  .join('');
const FONT = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>';
const FILLS = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3);
const LINES = '<a:ln><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln>'.repeat(3);
const EFFECTS = '<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3);

const pptx: OfficeFile = {
  main: 'ppt/presentation.xml',
  types: {
    'ppt/presentation.xml': `${TYPES}.presentationml.presentation.main+xml`,
    'ppt/slideMasters/slideMaster1.xml': `${TYPES}.presentationml.slideMaster+xml`,
    'ppt/slideLayouts/slideLayout1.xml': `${TYPES}.presentationml.slideLayout+xml`,
    'ppt/slides/slide1.xml': `${TYPES}.presentationml.slide+xml`,
    'ppt/theme/theme1.xml': `${TYPES}.theme+xml`,
  },
  parts: {
    'ppt/presentation.xml': `${XML}<p:presentation ${SLIDES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ['slideMaster', 'slideMasters/slideMaster1.xml'],
      ['slide', 'slides/slide1.xml'],
      ['theme', 'theme/theme1.xml'],
    ),
    'ppt/slideMasters/slideMaster1.xml': `${XML}<p:sldMaster ${SLIDES}>${SHAPES}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations(
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['theme', '../theme/theme1.xml'],
    ),
    'ppt/slideLayouts/slideLayout1.xml': `${XML}<p:sldLayout ${SLIDES} type="blank">${SHAPES}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations([
      'slideMaster',
      '../slideMasters/slideMaster1.xml',
    ]),
    'ppt/slides/slide1.xml': `${XML}<p:sld ${SLIDES}>${SHAPES}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relations([
      'slideLayout',
      '../slideLayouts/slideLayout1.xml',
    ]),
    'ppt/theme/theme1.xml': `${XML}<a:theme xmlns:a="${DRAWING}" name="Office"><a:themeElements><a:clrScheme name="Office">${COLORS}</a:clrScheme><a:fontScheme name="Office"><a:majorFont>${FONT}</a:majorFont><a:minorFont>${FONT}</a:minorFont></a:fontScheme><a:fmtScheme name="Office"><a:fillStyleLst>${FILLS}</a:fillStyleLst><a:lnStyleLst>${LINES}</a:lnStyleLst><a:effectStyleLst>${EFFECTS}</a:effectStyleLst><a:bgFillStyleLst>${FILLS}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`,
  },
};

const FILES: Readonly<Record<string, OfficeFile>> = { docx, xlsx, pptx };

export function blankOfficeFile(name: string, madeAt: Date): Promise<Buffer> {
  const file = FILES[uploadExtension(name) ?? ''];
  if (!file) throw new Error('not the name of an office file');
  const types = Object.entries(file.types)
    .map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`)
    .join('');
  const parts: Parts = {
    '[Content_Types].xml': `${XML}<Types xmlns="${OPEN_XML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types}</Types>`,
    '_rels/.rels': relations(['officeDocument', file.main]),
    ...file.parts,
  };
  const segments = zipLayout(
    Object.entries(parts).map(([path, text]) => bufferEntry(path, Buffer.from(text), madeAt)),
  );
  return bytesOf(segments, 0, lengthOf(segments), () => {
    throw new Error('every part is in memory');
  });
}

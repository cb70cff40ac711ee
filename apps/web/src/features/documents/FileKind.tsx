import {
  type Icon,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypeDoc,
  IconFileTypePdf,
  IconPhoto,
} from '@tabler/icons-react';
import classes from './Documents.module.css';

const kinds: [extensions: RegExp, icon: Icon, hue: string][] = [
  [/\.pdf$/i, IconFileTypePdf, 'red'],
  [/\.(docx?|docm|dotx?|rtf|odt)$/i, IconFileTypeDoc, 'blue'],
  [/\.(xlsx?|xlsm|xlsb|xltx|csv|ods)$/i, IconFileSpreadsheet, 'green'],
  [/\.(jpe?g|png|heic|heif|gif|tiff?|webp)$/i, IconPhoto, 'violet'],
];

/** The extension is hidden, so the icon has to say what kind of file it is. */
export function FileKind({ name }: { name: string | undefined }) {
  const [, KindIcon, hue] = kinds.find(([extensions]) => extensions.test(name ?? '')) ?? [
    null,
    IconFileText,
    'gray',
  ];
  return (
    <KindIcon
      className={classes.kind}
      style={{ color: `var(--${hue}-dot)` }}
      size={18}
      stroke={1.7}
      aria-hidden
    />
  );
}

import {
  type Icon,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypeDoc,
  IconFileTypePdf,
  IconPhoto,
} from '@tabler/icons-react';
import classes from './Documents.module.css';
import { type FileKindName, kindOf } from '@cairn/contract/file-kinds';

const looks: Record<FileKindName, [icon: Icon, hue: string]> = {
  pdf: [IconFileTypePdf, 'red'],
  text: [IconFileTypeDoc, 'blue'],
  sheet: [IconFileSpreadsheet, 'green'],
  picture: [IconPhoto, 'violet'],
  other: [IconFileText, 'gray'],
};

/** File names are shown without their extension, so the icon shows the kind of file. */
export function FileKind({ name }: { name: string | undefined }) {
  const [KindIcon, hue] = looks[kindOf(name ?? '')];
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

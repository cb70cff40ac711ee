/** Kinds of files that users distinguish, by the extension of the name. */
export const FILE_KINDS = {
  pdf: { label: 'PDF', endings: /\.pdf$/i },
  text: { label: 'Word', endings: /\.(docx?|docm|dotx?|rtf|odt)$/i },
  sheet: { label: 'Spreadsheet', endings: /\.(xlsx?|xlsm|xlsb|xltx|csv|ods)$/i },
  picture: { label: 'Picture', endings: /\.(jpe?g|png|heic|heif|gif|tiff?|webp)$/i },
  other: { label: 'Other file', endings: /$/ },
} as const;
export type FileKindName = keyof typeof FILE_KINDS;
export const FILE_KIND_CODES = Object.keys(FILE_KINDS) as [FileKindName, ...FileKindName[]];

export const kindOf = (name: string): FileKindName =>
  FILE_KIND_CODES.find((kind) => FILE_KINDS[kind].endings.test(name))!;

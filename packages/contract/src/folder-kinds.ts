/**
 * The kind of entity that a folder is about, which determines its icon: *ASSET gives asset, anything else default
 * [R082].
 */
export type FolderKind = 'individual' | 'asset' | 'company' | 'trust' | 'default';
export function folderKindOf(sherpaEntityType: string | null | undefined): FolderKind {
  if (sherpaEntityType === 'INDIVIDUAL') return 'individual';
  if (sherpaEntityType === 'COMPANY') return 'company';
  if (sherpaEntityType === 'TRUST') return 'trust';
  return sherpaEntityType?.endsWith('ASSET') ? 'asset' : 'default';
}

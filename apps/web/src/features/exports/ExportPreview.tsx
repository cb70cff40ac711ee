import type { PackageContents, PackageFile } from '@cairn/contract';
import type { ExportOptions } from '@cairn/contract/export-terms';
import { Box, Group, Paper, Stack, Text } from '@mantine/core';
import { useNow } from '../../lib/clock.ts';
import { formatDate } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import { useCall } from '../../lib/useCall.ts';
import { useUser } from '../../lib/useUser.ts';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { documents, leftOutWords, pageWords, totalOf } from './exportText.ts';

interface ExportPreviewProps {
  loanId: string;
  files: number;
  contents: readonly PackageContents[];
  leftOut: PackageFile['leftOut'];
  options: ExportOptions;
}

const nameOf = ({ folder }: PackageContents): string => (folder === '' ? 'Package' : folder);

function Contents({ contents }: Pick<ExportPreviewProps, 'contents'>) {
  return (
    <Stack component="ul" gap="s6" m={0} p={0} aria-label="Contents" style={{ listStyle: 'none' }}>
      {contents.map((each) => (
        <Group key={each.folder} component="li" wrap="nowrap" gap="sm" justify="space-between">
          <Text component="span" size="meta" truncate miw={0}>
            {nameOf(each)}
          </Text>
          <Text component="span" size="meta" c="var(--ink-2)" style={{ whiteSpace: 'nowrap' }}>
            {[documents(each.files), each.pages > 0 && pageWords(each), formatSize(each.size)]
              .filter(Boolean)
              .join(', ')}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

/** Preview of the cover page of the single PDF. */
function Cover({ loanId, files, options }: Omit<ExportPreviewProps, 'contents' | 'leftOut'>) {
  const { data: loan } = useCall('getLoan', { params: { id: loanId } });
  const user = useUser();
  const now = useNow();
  if (!loan) return null;
  return (
    <Paper withBorder radius={2} p="md" mb="md" component="figure" mx={0} aria-label="Cover page">
      <Text size="meta" fw={600}>
        {loan.companyName}
      </Text>
      <Text size="section" fw={600} mt="md">
        {loan.name}
      </Text>
      <Text size="meta" c="var(--ink-2)" pb="sm" style={{ borderBottom: 'var(--border)' }}>
        Loan package {loan.shortCode.toUpperCase()}
      </Text>
      <Text size="meta" pt="sm">
        {options.approvedOnly
          ? `${files} approved ${files === 1 ? 'document' : 'documents'}`
          : documents(files)}
        <br />
        {formatDate(now.toISOString())}, {personName(user)}
      </Text>
    </Paper>
  );
}

/** Shows what the export will contain and leave out before it is prepared. Follows the options immediately. */
export function ExportPreview({ leftOut, contents, ...cover }: ExportPreviewProps) {
  const total = totalOf(contents);
  return (
    <Box component="section" aria-label="Preview" miw={0}>
      <Text component="h3" size="table" fw={600} mb="xs">
        Preview
      </Text>
      {cover.options.cover && <Cover {...cover} />}
      <DescriptionList
        items={[
          ['Files', String(cover.files)],
          ['Pages', pageWords(total)],
          ['Size', `About ${formatSize(total.size)}`],
        ]}
      />
      <Text component="h4" size="meta" fw={600} mt="md" mb="s6">
        Contents
      </Text>
      <Contents contents={contents} />
      {leftOut.length > 0 && (
        <Text size="meta" c="var(--ink-2)" mt="md">
          {leftOutWords(leftOut)}
        </Text>
      )}
    </Box>
  );
}

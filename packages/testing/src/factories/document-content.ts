import { createHash } from 'node:crypto';
import type { RowWriter } from './row-writer.ts';

export const documentContentFactory = (rows: RowWriter) => ({
  /**
   * The results of processing: the document itself as the PDF, these bytes as the thumbnail of page 1, and its text.
   */
  async documentContent(
    documentId: string,
    thumbnail: Buffer,
    over: Partial<{ text: string; thumbnailKey: string }> = {},
  ): Promise<void> {
    const text = over.text ?? 'Monthly rent';
    const words = text.split(' ').map((word, index) => [1000 + index * 1000, 1000, 900, 200, word]);
    const derive = (table: string, columns: string, values: string, parameters: unknown[]) =>
      rows.client.query(
        `insert into cairn.${table} (company_id, document_id, version, ${columns})
       select company_id, id, version, ${values} from cairn.document where id = $1
       on conflict do nothing`,
        [documentId, ...parameters],
      );
    await derive('document_pdf', 'pages', '1', []);
    await derive(
      'document_thumbnails',
      'object_key, size, sha256, lengths',
      "coalesce($2::text, 'given/' || id), $3::int, $4::bytea, array[$3::int]",
      [
        over.thumbnailKey ?? null,
        thumbnail.length,
        createHash('sha256').update(thumbnail).digest(),
      ],
    );
    await derive(
      'document_page',
      'page, width, height, source, text, words',
      `1, 612, 792, 'TEXT', $2::text, $3::jsonb`,
      [text, JSON.stringify(words)],
    );
    await derive('document_facts', 'facts, words', `$2::jsonb, $3::text[]`, [
      JSON.stringify({ kind: null, years: [], periods: [], dates: [], signature: null }),
      // The maximum number of words that the product stores.
      text.toLowerCase().split(' ').slice(0, 200),
    ]);
    await rows.client.query(
      `update cairn.document set content_state = 'READY', page_count = 1 where id = $1`,
      [documentId],
    );
  },
});

import type { App } from '#domain/app.ts'
import type { SentFile } from './file-answer.ts'

/**
 * Whether the visitor may be sent to where the file is kept. Only for opening a PDF: pages may show pictures of this site
 * alone, and scripts may read from it alone. Browsers that do not say what they fetch for show no PDF within a page.
 */
export function mayLeadAway(
  { files }: Pick<App, 'files'>,
  { file }: SentFile,
  method: string | undefined,
  header: (name: string) => string | undefined,
): boolean {
  if (!files.publicAddress || method !== 'GET' || file.contentType !== 'application/pdf') return false
  return ['navigate', undefined].includes(header('sec-fetch-mode'))
}

/** Where the file is kept; null when nobody may be sent there. */
export async function publicAddress({ files }: Pick<App, 'files'>, sent: SentFile): Promise<string | null> {
  const { fullPath, contentType, contentDisposition, cacheControl } = sent.file
  const disposition = sent.headers['content-disposition'] ?? contentDisposition
  const headers = { contentType, contentDisposition: disposition, cacheControl }
  return (await files.publicAddress?.(fullPath, headers)) ?? null
}

import { z } from 'zod'
import { SCHEMA_VERSION } from './document.ts'

/** Of a file with what the site says and its pictures. In bytes. */
export const CONTENT_FILE_LIMIT = 45 * 1024 * 1024
const MOST_PICTURES = 100

const KIND = 'site content'

/** `pictures` are the sources that the document names, by their digests, WebP in base64. */
export const contentFileSchema = z.strictObject({
  kind: z.literal(KIND),
  schemaVersion: z.int().min(1),
  centre: z.record(z.string(), z.unknown()),
  pictures: z
    .record(z.string().regex(/^[0-9a-f]{32}$/), z.base64())
    .refine((all) => Object.keys(all).length <= MOST_PICTURES, `more than ${MOST_PICTURES} pictures`),
})
export type ContentFile = z.infer<typeof contentFileSchema>

/** A file that was saved here; a bare document is one without pictures. Null for anything else. */
export function parseContentFile(text: string): ContentFile | null {
  try {
    const json = JSON.parse(text)
    const whole = json?.kind === KIND ? json : bare(json)
    return contentFileSchema.safeParse(whole).data ?? null
  } catch {
    return null
  }
}

function bare(centre: unknown) {
  return { kind: KIND, schemaVersion: SCHEMA_VERSION, centre, pictures: {} }
}

export function contentFile(centre: object, pictures: Record<string, string>): ContentFile {
  return { kind: KIND, schemaVersion: SCHEMA_VERSION, centre: centre as ContentFile['centre'], pictures }
}

import { z } from 'zod'
import type { Centre } from '../centre.ts'
import { type CentreFault, readCentre } from '../check-centre.ts'

/** Of a file with what the site says and its pictures. In bytes. */
export const CONTENT_FILE_LIMIT = 45 * 1024 * 1024
const MOST_PICTURES = 100

const KIND = 'site content'

/** `pictures` are the sources that the document names, by their digests, WebP in base64. */
const contentFileSchema = z.strictObject({
  kind: z.literal(KIND),
  schemaVersion: z.int().min(1),
  centre: z.record(z.string(), z.unknown()),
  pictures: z
    .record(z.string().regex(/^[0-9a-f]{32}$/), z.base64())
    .refine((all) => Object.keys(all).length <= MOST_PICTURES, `more than ${MOST_PICTURES} pictures`),
})
type ContentFile = z.infer<typeof contentFileSchema>

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

/** Makes a document of one schema version one of the next. */
type DocumentStep = (document: Record<string, unknown>) => Record<string, unknown>

/** Each takes a stored document one version on; the first is for documents of version 1. Never edited once released. */
const STEPS: readonly DocumentStep[] = []

/** Of the documents that are written now. */
export const SCHEMA_VERSION = STEPS.length + 1

export type StoredDocument = { schemaVersion: number; document: string }

/** The centre that a stored document describes, brought up to date where it is older; or why it cannot be used. */
export function readDocument(
  { schemaVersion, document }: StoredDocument,
  steps: readonly DocumentStep[] = STEPS,
): { centre: Centre } | { damaged: string } {
  try {
    const checked = readContent(JSON.parse(document), schemaVersion, steps)
    if ('centre' in checked) return checked
    const [fault] = checked.faults
    return { damaged: `${fault?.field || 'the document'} ${fault?.message}` }
  } catch (error) {
    return { damaged: error instanceof Error ? error.message : String(error) }
  }
}

/** A document of a schema version, or all that is wrong with it. Throws where a step cannot read it. */
export function readContent(
  document: Record<string, unknown>,
  schemaVersion: number,
  steps: readonly DocumentStep[] = STEPS,
): { centre: Centre } | { faults: CentreFault[] } {
  return readCentre(steps.slice(schemaVersion - 1).reduce((older, step) => step(older), document))
}

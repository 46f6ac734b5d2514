import type { Centre } from '../centre.ts'
import { checkCentre } from '../check-centre.ts'

/** Makes a document of one schema version one of the next. */
export type DocumentStep = (document: Record<string, unknown>) => Record<string, unknown>

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
    const present = steps
      .slice(schemaVersion - 1)
      .reduce((older, step) => step(older), JSON.parse(document) as Record<string, unknown>)
    const checked = checkCentre(present)
    if ('centre' in checked) return checked
    const [fault] = checked.faults
    return { damaged: `${fault?.field || 'the document'} ${fault?.message}` }
  } catch (error) {
    return { damaged: error instanceof Error ? error.message : String(error) }
  }
}

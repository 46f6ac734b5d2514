import type { Centre } from '../centre.ts'
import { type CentreFault, readCentre } from '../check-centre.ts'

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

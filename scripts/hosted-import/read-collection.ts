import { documentFrom, documentsIn, type HostedDocument } from './documents.ts'
import type { HostedFolder } from './hosted-folder.ts'

/** The documents of a collection under the first of these names that is there; null when none is. */
export async function readCollection(
  folder: HostedFolder,
  names: readonly string[],
): Promise<HostedDocument[] | null> {
  const found = await folder.collection(names)
  if (!found) return null
  if ('json' in found) return documentsIn(found.json, names[0] ?? '')
  return found.documents.map(([id, value]) => documentFrom(value, id))
}

import type { PaperFilter } from './filters.ts'

/** On its class's page, or in the search where no class's page fits. */
export function listPath(filter: PaperFilter): string {
  const { type, grade, ownState: _, ...rest } = filter
  const path = type ? `/resources/${type}/${grade ?? 'all'}/` : '/search'
  const asked = Object.entries(type ? rest : { grade, ...rest })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, value === true ? 'yes' : String(value)])
  return asked.length > 0 ? `${path}?${new URLSearchParams(asked)}` : path
}

import { createStore, parseList } from '#web/ui/store.ts'
import { useStore, useStored } from '#web/ui/use-store.ts'

/** The ids of what is kept, for marks on cards: IndexedDB has the rest and would be read for each page. */
export const keptIds = createStore<readonly string[]>([], {
  key: 'kept-papers',
  parse: parseList<string>((id) => typeof id === 'string'),
})

export function useIsKept(id: string): boolean {
  return useStored(keptIds, (ids) => ids.includes(id))
}

export function useKeptIds(): readonly string[] {
  return useStore(keptIds)
}

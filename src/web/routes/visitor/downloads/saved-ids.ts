import { createStore, parseList } from '#web/ui/store.ts'
import { useStore, useStored } from '#web/ui/use-store.ts'

/** The ids of what is saved, for marks on cards: IndexedDB has the rest and would be read for each page. */
export const savedIds = createStore<readonly string[]>([], {
  key: 'kept-papers',
  parse: parseList<string>((id) => typeof id === 'string'),
})

export function useIsSaved(id: string): boolean {
  return useStored(savedIds, (ids) => ids.includes(id))
}

export function useSavedIds(): readonly string[] {
  return useStore(savedIds)
}

import { checkPictureName, type PageStore } from '#domain/page-images/page-store.ts'

export function createMemoryPages(): PageStore {
  const pictures = new Map<string, Map<string, Uint8Array>>()
  return {
    async put(folder, name, bytes) {
      checkPictureName(folder, name)
      const names = pictures.get(folder) ?? new Map<string, Uint8Array>()
      pictures.set(folder, names.set(name, bytes))
    },
    async read(folder, name) {
      checkPictureName(folder, name)
      return pictures.get(folder)?.get(name) ?? null
    },
    async removeFolder(folder) {
      checkPictureName(folder)
      pictures.delete(folder)
    },
    async *folders() {
      yield* [...pictures.keys()]
    },
  }
}

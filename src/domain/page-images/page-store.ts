/** Page pictures, a folder for each file; all can be made again. Names are a–z, 0–9, hyphens (and .webp). */
export type PageStore = {
  put(folder: string, name: string, bytes: Uint8Array): Promise<void>
  read(folder: string, name: string): Promise<Uint8Array | null>
  removeFolder(folder: string): Promise<void>
  folders(): AsyncIterable<string>
}

const FOLDER = /^[a-z0-9][a-z0-9-]*$/
const PICTURE = /^[a-z0-9][a-z0-9-]*\.webp$/

export function checkPictureName(folder: string, name?: string): void {
  if (!FOLDER.test(folder) || (name !== undefined && !PICTURE.test(name))) {
    throw new Error(`Not a picture: ${folder}/${name ?? ''}`)
  }
}

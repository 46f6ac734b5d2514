/**
 * Where the pictures of pages are kept, all of a paper's file together. They can be made anew at any time. Folders are
 * named by small letters, digits and hyphens, pictures so too and end in .webp; anything else rejects.
 */
export type PageStore = {
  /** Stores one picture; the same name again takes its place. */
  put(folder: string, name: string, bytes: Uint8Array): Promise<void>
  /** The picture's bytes, or null when it is not there. */
  read(folder: string, name: string): Promise<Uint8Array | null>
  /** Removes all pictures of a folder. */
  removeFolder(folder: string): Promise<void>
  /** Every folder there is. */
  folders(): AsyncIterable<string>
}

const FOLDER = /^[a-z0-9][a-z0-9-]*$/
const PICTURE = /^[a-z0-9][a-z0-9-]*\.webp$/

/** Throws when these are not names of a folder and, when given, of a picture in it. */
export function checkPictureName(folder: string, name?: string): void {
  if (!FOLDER.test(folder) || (name !== undefined && !PICTURE.test(name))) {
    throw new Error(`Not a picture: ${folder}/${name ?? ''}`)
  }
}

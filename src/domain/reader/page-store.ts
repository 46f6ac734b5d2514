/** Where the pictures of pages are kept, all of a paper's file together. They can be made anew at any time. */
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

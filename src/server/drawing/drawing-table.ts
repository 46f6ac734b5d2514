import { openEmptied, withPaths } from '../folders/make-folder.ts'
import { writeStream } from '../uploading/write-file.ts'

/** Opens and empties the folder of temporary copies; only the process that draws may call it. */
export async function openTable(dir: string) {
  const folder = await openEmptied(dir)
  return {
    /** Lets `use` read the bytes as a file, which is removed afterwards. */
    lend: <Result>(bytes: ReadableStream<Uint8Array>, use: (path: string) => Promise<Result>) =>
      withPaths(folder, async (newPath) => {
        const path = newPath()
        await writeStream(bytes, path)
        return await use(path)
      }),
  }
}
